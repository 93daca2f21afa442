/**
 * The file beside a static page that names its venue (`venue.json`). It decides where orders go, so it is accepted
 * exactly as written or not at all, and only if the page's own policy allows the same.
 */
import { z } from '../../../core/domain/zod.ts'

export const venueFileName = 'venue.json'

function faultOf(address: string, scheme: 'http' | 'ws'): string | undefined {
  if (!URL.canParse(address)) return 'is not an address'
  const url = new URL(address)
  const isPlainHere = url.protocol === `${scheme}:` && isLoopback(url.hostname)
  if (url.protocol !== `${scheme}s:` && !isPlainHere)
    return `must begin with ${scheme}s:// (plain ${scheme}:// on this machine only)`
  if (url.username !== '' || url.password !== '') return 'must not contain a name or a password'
  if (url.search !== '' || url.hash !== '') return 'must end with its path'
  // Anything that a browser normalises (`..`, `\`, capitals, an escaped dot) may mislead someone who checks the file.
  const path = url.pathname.replace(/^\/$/, '')
  const isPlain = /^(?:\/[\w.~-]+)*$/.test(path) && /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(url.hostname)
  return isPlain && `${url.protocol}//${url.host}${path}` === address
    ? undefined
    : 'must be written plainly, as https://api.venue.example or with a path of plain names'
}

const address = (scheme: 'http' | 'ws') =>
  z.string().check(
    z.maxLength(300),
    z.superRefine((text, context) => {
      const fault = faultOf(text, scheme)
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
    }),
  )

const schema = z.strictObject({
  /** Base address of the contract's paths (`/v1/…`), without a trailing slash. */
  exchange: address('http'),
  marketSummary: z.optional(address('http')),
  /** The whole socket address, if not `/v1/feed` of the exchange. */
  feed: z.optional(address('ws')),
})

export type VenueFile = z.infer<typeof schema>

export type ReadVenueFile =
  | { readonly ok: true; readonly venue: VenueFile }
  /** `problem`: a sentence for the person who deployed the file. */
  | { readonly ok: false; readonly problem: string }

export function parseVenueFile(text: string): ReadVenueFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, problem: `${venueFileName} is not JSON.` }
  }
  const read = schema.safeParse(json)
  if (read.success) return { ok: true, venue: read.data }
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  const said = issue?.code === 'unrecognized_keys' ? `has a field it may not have: ${issue.keys.join(', ')}` : undefined
  return {
    ok: false,
    problem: `${venueFileName} ${said ?? `is wrong: "${field}" ${issue?.message ?? 'cannot be read'}`}.`,
  }
}

export function sourcesOf({ exchange, marketSummary, feed }: VenueFile): readonly string[] {
  const own = [`${exchange}/v1/`, feed ?? `${exchange.replace(/^http/, 'ws')}/v1/feed`]
  return marketSummary === undefined ? own : [...own, `${marketSummary}/v1/market_data/`]
}

/** Why a policy does not match the venue exactly; undefined if it does. A mismatch is a mistake or an attack. */
export function policyProblem(policy: string, venue: VenueFile): string | undefined {
  const named = /(?:^|;)\s*connect-src ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? []
  const admitted = named.filter(source => source !== "'self'")
  const wanted = sourcesOf(venue)
  const unwanted = admitted.filter(source => !wanted.includes(source))
  const missing = wanted.filter(source => !admitted.includes(source))
  if (unwanted.length === 0 && missing.length === 0) return undefined
  const names = (sources: readonly string[]): string => sources.join(' ') || 'none of them'
  return `${venueFileName} and the policy in index.html name different venues: only the file ${names(missing)}, only the policy ${names(unwanted)}. Build the page again for one of them.`
}

const givenUpMs = 10_000

export async function fetchVenueFile(
  page: Document,
  send: (address: URL, init: RequestInit) => Promise<Response> = (address, init) => fetch(address, init),
): Promise<ReadVenueFile> {
  try {
    const answer = await send(new URL(venueFileName, page.baseURI), {
      cache: 'no-cache',
      redirect: 'error',
      signal: AbortSignal.timeout(givenUpMs),
    })
    if (!answer.ok)
      return { ok: false, problem: `${venueFileName} is not beside the page: its host answered ${answer.status}.` }
    const read = parseVenueFile(await answer.text())
    if (!read.ok) return read
    const policy = page.querySelector('meta[http-equiv="content-security-policy" i]')?.getAttribute('content') ?? ''
    const problem = policyProblem(policy, read.venue)
    return problem === undefined ? read : { ok: false, problem }
  } catch {
    return {
      ok: false,
      problem: `${venueFileName} could not be fetched from beside the page. Reload once the host can be reached.`,
    }
  }
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
