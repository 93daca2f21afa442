/**
 * The one way to the venue: a call by the name it has in the contract's endpoint table, answered by a value or a fault, never by a throw.
 *
 * Each request ends by its time-out at the latest. Polls pass a gate; submissions do not. The token goes into its header and nowhere else.
 * Nothing is ever sent twice by this module.
 */
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  type QueryOf,
  credentialsHeader,
  endpoints,
  sendHeader,
  venueHeader,
} from '../../contract/endpoints.ts'
import { readVenueError } from '../../contract/failure.ts'
import { learnCapability } from './capabilities.ts'
import { serverClock, serverNowMs } from './clock.ts'
import {
  type ApiFault,
  abortedFault,
  driftFault,
  networkFault,
  otherVenueFault,
  parseRetryAfter,
  signedOutFault,
  statusFault,
  timeoutFault,
  unsignedFault,
} from './fault.ts'
import { createGate } from './gate.ts'
import { type Fetch, type Http, type HttpAnswer, httpOver } from './http.ts'
import { noteOtherVenue, otherVenue, pageHeaders } from './other-venue.ts'
import { type Credentials, credentials, refuseSession } from './session.ts'
import { type Timers, browserTimers } from '../browser/timers.ts'
import { readVenue } from './venue.ts'

export type Answered<Answer> = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly fault: ApiFault }

export type Owner = Pick<Credentials, 'account' | 'venueKey'>

/** `poll` waits its turn, `evidence` waits but goes first, `submit` does not wait. */
export type Lane = 'poll' | 'evidence' | 'submit'

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly lane?: Lane | undefined
  readonly timeoutMs?: number | undefined
  /** Whose business this is: it is not sent under another account or to another venue, even if those changed while it waited. */
  readonly owner?: Owner | undefined
}
export interface CallOptions<Name extends EndpointName> extends SendOptions {
  readonly query?: QueryOf<Name> | undefined
  readonly body?: BodyOf<Name> | undefined
}
export interface TextOptions extends SendOptions {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly bodyText?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of an order: which confirmation of the trader's it is. Our own server alone is told. */
  readonly sends?: number | undefined
}
export interface TextAnswer extends HttpAnswer {
  /** Monotonic. */
  readonly sentMs: number
  readonly receivedMs: number
}

export interface Client {
  call<Name extends EndpointName>(name: Name, options?: CallOptions<Name>): Promise<Answered<AnswerOf<Name>>>
  /** The answer's text, whatever its status. */
  text(name: EndpointName, options?: TextOptions): Promise<Answered<TextAnswer>>
  /** The value in an answer's text, or what is wrong with it. */
  decode<Name extends EndpointName>(name: Name, answer: HttpAnswer): Answered<AnswerOf<Name>>
}

export interface ClientParts {
  readonly http: Http
  readonly timers: Timers
  addressOf(name: EndpointName): string
  credentials(): Credentials | undefined
  refused(serial: number): void
  learn(name: EndpointName, found: 'present' | 'absent'): void
  clockSample(serverMs: number, sentMs: number, receivedMs: number): void
  /** Headers of the page's own for its own server; undefined for any other address. */
  pageHeaders?(address: string): Readonly<Record<string, string>> | undefined
  /** The venue that was found to answer instead of the page's: then nothing is sent any more. */
  otherVenue?(): string | undefined
  noteOtherVenue?(name: string): void
}

export const defaultTimeoutMs = 4_000
const mostPolls = 3

export function createClient(parts: ClientParts): Client {
  const gate = createGate(mostPolls)

  const decode: Client['decode'] = (name, answer) => decodeAnswer(name, answer, parts.timers.wallMs())

  const text: Client['text'] = async (name, options = {}) => {
    const endpoint: Endpoint = endpoints[name]
    const lane = options.lane ?? (endpoint.method === 'GET' ? 'poll' : 'submit')
    try {
      const leave = lane === 'submit' ? undefined : await gate.enter(lane === 'evidence', options.signal)
      try {
        return await send(parts, name, endpoint, options)
      } finally {
        leave?.()
      }
    } catch {
      return { ok: false, fault: abortedFault() }
    }
  }

  const call: Client['call'] = async (name, options = {}) => {
    const endpoint: Endpoint = endpoints[name]
    const { query, body, ...rest } = options
    const bodyText = body === undefined ? undefined : JSON.stringify(endpoint.body.encode(body))
    const encoded = query === undefined ? undefined : (endpoint.query.encode(query) as Record<string, unknown>)
    const answered = await text(name, { ...rest, query: encoded, bodyText })
    if (!answered.ok) return answered
    const decoded = decode(name, answered.answer)
    if (decoded.ok) {
      parts.learn(name, 'present')
      const serverMs = serverTimeMs(decoded.answer)
      if (serverMs !== undefined && !keptTexts.has(name)) parts.clockSample(serverMs, answered.answer.sentMs, answered.answer.receivedMs)
    } else if (decoded.fault.kind === 'not_supported') parts.learn(name, 'absent')
    return decoded
  }
  return { call, text, decode }
}

/** Answers that a venue makes once and keeps: their time is not the time of answering. */
const keptTexts: ReadonlySet<EndpointName> = new Set(['exchangeInfo', 'deliverableInfo', 'sandboxSession', 'placeOrder', 'orderDetails'])

function serverTimeMs(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const record = answer as Record<string, unknown>
  const inner = Object.values(record)[0]
  for (const each of [record, typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : undefined]) {
    const at = each?.['server_utc_timestamp'] ?? each?.['utc_timestamp']
    if (typeof at === 'number') return at / 1_000
  }
  return undefined
}

/** "Not found" of order details, and a rejection, are answers under whatever status of refusal a venue gives them. */
const refusalsThatAnswer: ReadonlyMap<EndpointName, readonly number[]> = new Map([
  ['orderDetails', [400, 404]],
  ['placeOrder', [400, 409, 422]],
])

async function send(parts: ClientParts, name: EndpointName, endpoint: Endpoint, options: TextOptions): Promise<Answered<TextAnswer>> {
  const held = endpoint.auth ? parts.credentials() : undefined
  const owner = options.owner
  const isOthers = owner !== undefined && (held?.account !== owner.account || held.venueKey !== owner.venueKey)
  if (endpoint.auth && (held === undefined || isOthers)) return { ok: false, fault: signedOutFault() }
  if (parts.otherVenue?.() !== undefined) return { ok: false, fault: otherVenueFault() }
  const address = parts.addressOf(name)
  const own = parts.pageHeaders?.(address)
  const headers: Record<string, string> = { accept: 'application/json', ...own, ...options.headers }
  if (own !== undefined && options.sends !== undefined) headers[sendHeader] = String(options.sends)
  if (held !== undefined) {
    const given = tokenOf(held, address + endpoint.path)
    const token = typeof given === 'string' ? given : await given
    if (token === undefined) return { ok: false, fault: unsignedFault() }
    // Signing took a moment: what was meant for one account does not leave under another.
    if (parts.credentials()?.serial !== held.serial) return { ok: false, fault: signedOutFault() }
    headers[credentialsHeader] = token
  }
  if (options.bodyText !== undefined) headers['content-type'] = 'application/json'
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  const sentMs = parts.timers.monotonicMs()
  const request = {
    method: endpoint.method,
    url: address + endpoint.path + queryText(options.query),
    headers,
    body: options.bodyText,
  }
  const answered = await race(parts, signal => parts.http({ ...request, signal }), timeoutMs, options.signal)
  if (!answered.ok) return answered
  if (answered.answer.status === 401 && held !== undefined) parts.refused(held.serial)
  const { status, text, header } = answered.answer
  const instead = status === 409 && own !== undefined ? header(venueHeader) : undefined
  if (instead !== undefined) {
    parts.noteOtherVenue?.(instead)
    return { ok: false, fault: otherVenueFault() }
  }
  return { ok: true, answer: { status, text, header, sentMs, receivedMs: parts.timers.monotonicMs() } }
}

/** At once where there is one; undefined where the browser would not sign it. */
function tokenOf(held: Credentials, address: string): string | Promise<string | undefined> {
  const given = held.tokenFor(address)
  return typeof given === 'string' ? given : given.catch(() => undefined)
}

/** The request, or the fault by which it ended first. */
function race(
  { timers }: ClientParts,
  run: (signal: AbortSignal) => Promise<HttpAnswer>,
  timeoutMs: number,
  outer: AbortSignal | undefined,
): Promise<Answered<HttpAnswer>> {
  if (outer?.aborted === true) return Promise.resolve({ ok: false, fault: abortedFault() })
  const own = new AbortController()
  return new Promise(resolve => {
    const end = (outcome: Answered<HttpAnswer>): void => {
      cancel()
      outer?.removeEventListener('abort', aborted)
      resolve(outcome)
    }
    const giveUp = (fault: ApiFault): void => {
      end({ ok: false, fault })
      own.abort()
    }
    const aborted = (): void => giveUp(abortedFault())
    const cancel = timers.after(timeoutMs, () => giveUp(timeoutFault(timeoutMs)))
    outer?.addEventListener('abort', aborted, { once: true })
    run(own.signal).then(
      answer => end({ ok: true, answer }),
      () => end({ ok: false, fault: networkFault() }),
    )
  })
}

function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function decodeAnswer<Name extends EndpointName>(name: Name, answer: HttpAnswer, wallMs: number): Answered<AnswerOf<Name>> {
  const endpoint: Endpoint = endpoints[name]
  const json = parseJson(answer.text)
  const isSuccess = answer.status >= 200 && answer.status < 300
  const mayAnswer = isSuccess || refusalsThatAnswer.get(name)?.includes(answer.status) === true
  const decoded = mayAnswer && json !== undefined ? endpoint.answer.safeDecode(json.value) : undefined
  if (decoded?.success === true) return { ok: true, answer: decoded.data as AnswerOf<Name> }
  if (isSuccess) {
    if (json === undefined) return { ok: false, fault: driftFault('', 'not JSON') }
    const issue = firstIssue(decoded?.error.issues[0])
    return { ok: false, fault: driftFault(issue.path, issue.message) }
  }
  const reason = readVenueError(json?.value)?.words
  return {
    ok: false,
    fault: statusFault(answer.status, endpoint.since !== 'core', parseRetryAfter(answer.header('retry-after'), wallMs), reason),
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly errors?: readonly (readonly Issue[])[] | undefined
}

/** Path and message of an issue; inside a union those of the branch that came furthest. */
function firstIssue(issue: unknown): { path: string; message: string } {
  const found = issue as Issue | undefined
  const branches = (found?.errors ?? []).flatMap(branch => (branch[0] === undefined ? [] : [firstIssue(branch[0])]))
  const deepest = branches.reduce<{ path: string; message: string } | undefined>(
    (best, each) => (best === undefined || each.path.split('.').length > best.path.split('.').length ? each : best),
    undefined,
  )
  const path = [...(found?.path ?? []).map(String), ...(deepest === undefined || deepest.path === '' ? [] : [deepest.path])].join('.')
  return { path, message: deepest?.message ?? found?.message ?? 'not valid' }
}

let http: Http = httpOver((input, init) => fetch(input, init))

/** Replaces the browser's fetch, as tests do to speak to a sandbox in the same process. */
export function replaceFetch(send: Fetch): void {
  http = httpOver(send)
}

/** The page's own client. */
export const client: Client = createClient({
  http: request => http(request),
  timers: browserTimers,
  addressOf: name => (name === 'marketSummary' ? readVenue().summaryUrl : readVenue().baseUrl),
  credentials,
  refused: serial => refuseSession(serial, serverNowMs()),
  learn: learnCapability,
  clockSample: (serverMs, sentMs, receivedMs) => serverClock.sample(serverMs, sentMs, receivedMs),
  pageHeaders,
  otherVenue,
  noteOtherVenue,
})

export const call: Client['call'] = (name, options) => client.call(name, options)
