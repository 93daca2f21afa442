/** One origin for everything: the page, its files, and the exchange (sandbox or venue) under `/v1`. */
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { asData, problem, securityHeaders } from './answers.ts'
import { refuseOtherVenue, refuseRequest } from './guard.ts'
import { answerMetrics, type MetricsReader } from './metrics-access.ts'
import { type PolicyReports, policyReportsPath } from './policy-reports.ts'
import type { SecurityLog } from './security-log.ts'
import type { StaticFiles } from './static.ts'

/**
 * Foreign page origins that the sandbox answers (`SANDBOX_ALLOW_ORIGIN`), like a venue that admits a static host's
 * page: they may use the contract's calls only. Cookies are not used.
 */

/** Paths open to those pages: the contract's, not the sandbox's sign-in or control desk. */
const contractPath = /^\/v1\//
const rememberedSeconds = 600

function admittedOrigin(request: Pick<Request, 'url' | 'headers'>, origins: readonly string[]): string | undefined {
  const origin = request.headers.get('origin')
  if (origin === null || !origins.includes(origin)) return undefined
  return contractPath.test(new URL(request.url).pathname) ? origin : undefined
}

function preflightAnswer(request: Pick<Request, 'method' | 'headers'>): Response | undefined {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': `content-type, ${credentialsHeader}`,
      'access-control-max-age': String(rememberedSeconds),
      'cache-control': 'no-store',
    },
  })
}

function admit(answer: Response, origin: string): void {
  answer.headers.set('access-control-allow-origin', origin)
  answer.headers.set('access-control-expose-headers', 'retry-after')
  answer.headers.append('vary', 'origin')
}

export interface Handler {
  /** Undefined if the path is not handled. Headers are added to the answer, so it must be mutable. */
  fetch(request: Request): Response | undefined | Promise<Response | undefined>
  readonly waitsFor?: () => Promise<string | undefined>
}

export interface AppParts {
  readonly files: StaticFiles
  readonly exchange: Handler
  readonly recorder?: Handler | undefined
  readonly metrics?: { readonly text: () => Promise<string>; readonly reader: MetricsReader } | undefined
  readonly policyReports?: PolicyReports | undefined
  readonly securityLog?: SecurityLog | undefined
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins?: readonly string[]
}

/** Paths of an interface, even misspelt: they never return the page. */
const apiPath = /^\/+(?:v\d+|api|sandbox|healthz|readyz|metrics|recorder|reports|approvals)(?:\/|$)/i

export function createServerApp(parts: AppParts): { fetch(request: Request): Promise<Response> } {
  return {
    async fetch(request) {
      const admitted = admittedOrigin(request, parts.allowedOrigins ?? [])
      const refusal = refuseRequest(request, parts.allowedHosts, isReport(request) ? 'null' : admitted)
      const answer =
        refusal === undefined ? await answerOf(request, parts, admitted) : problem(refusal.status, refusal.message)
      if (admitted !== undefined) admit(answer, admitted)
      parts.securityLog?.(request, answer)
      for (const [name, value] of Object.entries(securityHeaders)) answer.headers.set(name, value)
      return answer
    },
  }
}

/** Browsers send policy reports with the origin `null`, so another header identifies ours. */
const isReport = ({ url }: Request): boolean => URL.canParse(url) && new URL(url).pathname === policyReportsPath

async function answerOf(
  request: Request,
  { files, exchange, recorder, metrics, policyReports }: AppParts,
  admitted: string | undefined,
): Promise<Response> {
  const { pathname: path } = new URL(request.url)
  if (path === '/readyz') return asData(await readiness(request, exchange))
  if (path === policyReportsPath && policyReports !== undefined) return asData(await policyReports.answer(request))
  if (path === '/metrics' && metrics !== undefined) return answerMetrics(request, metrics.reader, metrics.text)
  if (apiPath.test(path)) {
    // A page of another host was not served for this venue and names none.
    const refusal = admitted === undefined ? refuseOtherVenue(request, files.venue) : preflightAnswer(request)
    const asked = path.startsWith('/recorder/') ? recorder : exchange
    return asData(refusal ?? (await asked?.fetch(request)) ?? problem(404, 'There is nothing under this path.'))
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return problem(405, 'Only GET is served here.', { allow: 'GET, HEAD' })
  const acceptEncoding = request.headers.get('accept-encoding') ?? ''
  const isFile = /\.[a-z0-9]+$/i.test(path)
  if (!isFile) return await files.page({ path, acceptEncoding })
  const file =
    path === '/index.html'
      ? await files.page({ path: '/', acceptEncoding })
      : await files.file(decodeSafely(path), acceptEncoding)
  return file ?? problem(404, 'There is no such file.')
}

/** Handles `/readyz` for load balancers: whether this server can serve. `/healthz` only shows that it runs. */
async function readiness({ method }: Request, { waitsFor }: Handler): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD')
    return problem(405, 'Only GET, HEAD under this path.', { allow: 'GET, HEAD' })
  const missing = await waitsFor?.()
  return missing === undefined
    ? Response.json({ status: 'ready' }, { headers: { 'cache-control': 'no-store' } })
    : problem(503, missing)
}

function decodeSafely(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
