/**
 * Counts violations of the page's Content Security Policy reported by browsers. Uses `report-uri`: browsers support
 * `report-to` only over TLS, and this server speaks plain http on loopback. Only the directive's name is used;
 * addresses and script samples are dropped.
 */
import { fieldsOf, parseJson } from '../../core/domain/json.ts'
import { readCapped } from '../../recorder/serve/read-capped.ts'
import { contentSecurityPolicy, problem } from './answers.ts'

export const policyReportsPath = '/reports/policy'

const longestBytes = 16_384
const mostPerMinute = 60
const minuteMs = 60_000

const directives = contentSecurityPolicy('')
  .split('; ')
  .map(each => each.split(' ', 1)[0] ?? '')

/** Counts by directive; `not_read`: reports above the rate limit. */
export type PolicyCounts = ReadonlyMap<string, number>

export interface PolicyReports {
  counts(): PolicyCounts
  answer(request: Request): Promise<Response>
}

function directiveOf(text: string): string | undefined {
  const report = fieldsOf(fieldsOf(parseJson(text))['csp-report'])
  const named = report['effective-directive'] ?? report['violated-directive']
  if (typeof named !== 'string') return undefined
  return directives.find(each => named.split(' ', 1)[0]?.replace(/-(?:elem|attr)$/, '') === each) ?? 'other'
}

/** `nowMs` is monotonic. */
export function createPolicyReports(nowMs: () => number): PolicyReports {
  const counts = new Map<string, number>()
  let fromMs = nowMs()
  let taken = 0
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
  const isOverRate = (): boolean => {
    if (nowMs() - fromMs >= minuteMs) {
      fromMs = nowMs()
      taken = 0
    }
    taken += 1
    return taken > mostPerMinute
  }
  const take = async (request: Request): Promise<Response> => {
    // Another site's policy may name this address too.
    if ((request.headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
      return problem(403, "Reports are taken from this server's own pages only.")
    if (!/^application\/csp-report\b/i.test(request.headers.get('content-type') ?? ''))
      return problem(415, 'This is not a report.')
    if (isOverRate()) {
      count('not_read')
      return problem(429, 'Too many reports.', { 'retry-after': '60' })
    }
    const body = await readCapped(request.body, longestBytes)
    if (body === 'too_large') return problem(413, 'The report is too long: 16 kB at most.')
    const directive = directiveOf(Buffer.from(body).toString('utf8'))
    if (directive === undefined) return problem(400, 'This is not a report.')
    count(directive)
    return new Response(null, { status: 204 })
  }
  return {
    counts: () => counts,
    async answer(request) {
      if (request.method === 'POST') return await take(request)
      if (request.method !== 'GET') return problem(405, 'Only GET, POST under this path.', { allow: 'GET, POST' })
      return Response.json({ violations: Object.fromEntries(counts) }, { headers: { 'cache-control': 'no-store' } })
    },
  }
}
