/**
 * A client of one venue. Calls are named as in the contract's endpoint table and return a value or a fault; they never
 * throw. Clock, credentials and transport are injected, so the page, the recorder and a simulation run the same client.
 * Every request ends by its time-out. Polls wait at a gate; orders do not. The token is sent in its header only.
 * Nothing is ever sent twice.
 */
import {
  type AnswerOf,
  differsFromAsked,
  type Endpoint,
  type EndpointName,
  type EndpointRequest,
  endpoints,
  timeMsOf,
} from '../contract/endpoints.ts'
import { isLoginCode, notJsonWords, readVenueError, type VenueError } from '../contract/failure.ts'
import { credentialsHeader, sendHeader, venueHeader } from '../contract/header-names.ts'
import { jsonOf } from '../contract/plain-scalars.ts'
import { z } from '../domain/zod.ts'
import { createAnswerOrder } from './answer-order.ts'
import type { CallResult, Client, Credentials, SendOptions, TextAnswer, TextOptions } from './client-types.ts'
import {
  abortedFault,
  type ApiFault,
  driftFault,
  loginFault,
  networkFault,
  noBookFault,
  olderFault,
  otherSubjectFault,
  otherVenueFault,
  parseRetryAfter,
  refusedFault,
  signedOutFault,
  statusFault,
  timeoutFault,
  unexpectedFault,
  unsignedFault,
} from './fault.ts'
import { createEmptyPositions, type SecondOpinion } from './empty-positions.ts'
import { createGate } from './gate.ts'
import type { Http, HttpAnswer } from './http.ts'
import type { Timers } from './timers.ts'

export const shortestTimeoutMs = 4_000
export const longestTimeoutMs = 15_000
const recentCount = 3

/**
 * Twice the slowest of the last answers to the same call, rounded up to whole seconds, within the bounds. A request
 * that timed out counts with its time-out.
 */
export function timeoutAfter(lastMs: readonly number[]): number {
  const wantedMs = Math.ceil((2 * Math.max(0, ...lastMs)) / 1_000) * 1_000
  return Math.min(longestTimeoutMs, Math.max(shortestTimeoutMs, wantedMs))
}

export const withDuration = (lastMs: readonly number[], ms: number): readonly number[] =>
  [...lastMs, ms].slice(-recentCount)

export interface ClientParts {
  readonly http: Http
  readonly timers: Timers
  addressOf(name: EndpointName): string
  credentials(): Credentials | undefined
  accepted?(serial: number): void
  /** The venue refused the session's token. `words` is its text, if it gave one. */
  refused(serial: number, words: string | undefined, name: EndpointName): void
  learn(name: EndpointName, found: 'present' | 'absent'): void
  /** The trader's own time-out, ms. If undefined, the time-out follows the venue's recent answers. */
  fixedTimeoutMs?(): number | undefined
  /** Called for each answer with a venue timestamp; `isTime` if it answered `/time`. */
  clockSample(serverMs: number, sentMs: number, receivedMs: number, isTime: boolean): void
  /** Extra headers for the page's own server; undefined for any other address. */
  pageHeaders?(address: string): Readonly<Record<string, string>> | undefined
  /** Name of the venue found at the address instead of the page's own. If set, nothing is sent. */
  otherVenue?(): string | undefined
  noteOtherVenue?(name: string): void
}

const mostPolls = 3

export function createClient(parts: ClientParts): Client {
  const gate = createGate(mostPolls)
  const order = createAnswerOrder(parts.timers.monotonicMs)
  const empty = createEmptyPositions(parts.timers.monotonicMs)
  const durations = new Map<EndpointName, readonly number[]>()

  const subjectOf = (name: EndpointName, encoded: Readonly<Record<string, unknown>> | undefined): string =>
    JSON.stringify([parts.addressOf(name), endpoints[name].auth ? parts.credentials()?.serial : undefined, encoded])

  const decode: Client['decode'] = (name, answer, asked) => decodeAnswer(name, answer, asked, parts.timers.wallMs())

  const text: Client['text'] = async (name, options = {}) => {
    const endpoint: Endpoint = endpoints[name]
    const lane = options.lane ?? (endpoint.method === 'GET' ? 'poll' : 'submit')
    try {
      const leave = lane === 'submit' ? undefined : await gate.enter(lane === 'evidence', options.signal)
      try {
        return await send(parts, durations, name, endpoint, options)
      } finally {
        leave?.()
      }
    } catch (error) {
      return { ok: false, fault: isGivenUp(error) ? abortedFault() : unexpectedFault(error) }
    }
  }

  const callOnce: Client['call'] = async (name, options = {}) => {
    const endpoint: Endpoint = endpoints[name]
    const { query, body, ...rest } = options
    const bodyText = body === undefined ? undefined : JSON.stringify(z.encode(endpoint.body, body))
    const encoded = query === undefined ? undefined : (z.encode(endpoint.query, query) as Record<string, unknown>)
    const answered = await text(name, { ...rest, query: encoded, bodyText })
    if (!answered.ok) return answered
    const decoded = decode(name, answered.answer, { query, body })
    const subject = subjectOf(name, encoded)
    if (decoded.ok && order.isOlder(name, subject, decoded.answer)) return { ok: false, fault: olderFault() }
    if (decoded.ok) {
      parts.learn(name, 'present')
      const serverMs = timeMsOf(name, decoded.answer)
      if (serverMs !== undefined)
        parts.clockSample(serverMs, answered.answer.sentMs, answered.answer.receivedMs, name === 'time')
    } else if (decoded.fault.kind === 'not_supported') parts.learn(name, 'absent')
    return decoded
  }

  const answerOf = async <Name extends EndpointName>(
    name: Name,
    options: SendOptions,
  ): Promise<AnswerOf<Name> | undefined> => {
    const answered = await callOnce(name, options)
    return answered.ok ? answered.answer : undefined
  }
  const askAgain = async (options: SendOptions): Promise<SecondOpinion> => {
    const [positions, balances, openOrders] = await Promise.all([
      callOnce('positions', options),
      answerOf('balances', options),
      answerOf('openOrders', options),
    ])
    return { positions, balances, openOrders }
  }

  const call: Client['call'] = async (name, options = {}) => {
    const answered = await callOnce(name, options)
    if (name !== 'positions' || !answered.ok) return answered
    const { query: _, body: __, ...sending } = options
    const settled = await empty.settle(subjectOf(name, undefined), answered.answer as AnswerOf<'positions'>, () =>
      askAgain(sending),
    )
    return settled as typeof answered
  }
  return { call, text, decode }
}

/** True if the request was aborted while it waited for a slot: the only rejection that is expected. */
const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const mayAnswerUnder = ({ statuses = [] }: Endpoint, status: number): boolean =>
  isSuccess(status) || statuses === 'any' || statuses.includes(status)
const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Longest error body that is checked for a refused login, which may come under any status. */
const longestError = 8_192
function loginRefusal({ status, text }: HttpAnswer): { readonly text: string | undefined } | undefined {
  const error = text.length <= longestError ? readVenueError(jsonOf(text)) : undefined
  if (isLoginCode(error?.code)) return { text: error?.text }
  return status === 401 ? { text: undefined } : undefined
}

async function send(
  parts: ClientParts,
  durations: Map<EndpointName, readonly number[]>,
  name: EndpointName,
  endpoint: Endpoint,
  options: TextOptions,
): Promise<CallResult<TextAnswer>> {
  const current = endpoint.auth ? parts.credentials() : undefined
  const owner = options.owner
  const isOthers = owner !== undefined && (current?.account !== owner.account || current.venueKey !== owner.venueKey)
  if (endpoint.auth && (current === undefined || isOthers)) return { ok: false, fault: signedOutFault() }
  if (parts.otherVenue?.() !== undefined) return { ok: false, fault: otherVenueFault() }
  const address = parts.addressOf(name)
  const own = parts.pageHeaders?.(address)
  const headers: Record<string, string> = { accept: 'application/json', ...own, ...options.headers }
  if (own !== undefined && options.sends !== undefined) headers[sendHeader] = String(options.sends)
  if (current !== undefined) {
    const given = tokenOf(current, address + endpoint.path)
    const token = typeof given === 'string' ? given : await given
    if (token === undefined) return { ok: false, fault: unsignedFault() }
    // The session may have changed while the token was signed: an order must not be sent from another account.
    if (parts.credentials()?.serial !== current.serial) return { ok: false, fault: signedOutFault() }
    headers[credentialsHeader] = token
  }
  if (options.bodyText !== undefined) headers['content-type'] = 'application/json'
  const last = durations.get(name) ?? []
  const timeoutMs = options.timeoutMs ?? parts.fixedTimeoutMs?.() ?? timeoutAfter(last)
  const sentMs = parts.timers.monotonicMs()
  const request = {
    method: endpoint.method,
    url: address + endpoint.path + queryText(options.query),
    headers,
    body: options.bodyText,
    mayBeLong: options.mayBeLong,
  }
  const answered = await race(parts, signal => parts.http({ ...request, signal }), timeoutMs, options.signal)
  if (answered.ok || answered.fault.kind === 'timeout')
    durations.set(name, withDuration(last, parts.timers.monotonicMs() - sentMs))
  if (current !== undefined) current.answered?.(headers[credentialsHeader] ?? '')
  if (!answered.ok) return answered
  const refusal = current === undefined ? undefined : loginRefusal(answered.answer)
  if (current !== undefined && refusal !== undefined) parts.refused(current.serial, refusal.text, name)
  else if (current !== undefined && isSuccess(answered.answer.status)) parts.accepted?.(current.serial)
  const { status, text, header, early } = answered.answer
  const instead = status === 409 && own !== undefined ? header(venueHeader) : undefined
  if (instead !== undefined) {
    parts.noteOtherVenue?.(instead)
    return { ok: false, fault: otherVenueFault() }
  }
  return {
    ok: true,
    answer: { status, text, header, ...(early ?? { sentMs, receivedMs: parts.timers.monotonicMs() }) },
  }
}

function tokenOf(current: Credentials, address: string): string | Promise<string | undefined> {
  const given = current.tokenFor(address)
  return typeof given === 'string' ? given : given.catch(() => undefined)
}

function race(
  { timers }: ClientParts,
  run: (signal: AbortSignal) => Promise<HttpAnswer>,
  timeoutMs: number,
  outer: AbortSignal | undefined,
): Promise<CallResult<HttpAnswer>> {
  if (outer?.aborted === true) return Promise.resolve({ ok: false, fault: abortedFault() })
  const own = new AbortController()
  return new Promise(resolve => {
    const end = (outcome: CallResult<HttpAnswer>): void => {
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
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`
}

export function decodeAnswer<Name extends EndpointName>(
  name: Name,
  answer: HttpAnswer,
  asked: EndpointRequest<Name>,
  wallMs: number,
): CallResult<AnswerOf<Name>> {
  const endpoint: Endpoint = endpoints[name]
  const { status } = answer
  const json = jsonOf(answer.text)
  const decoded =
    mayAnswerUnder(endpoint, status) && json !== undefined ? z.safeDecode(endpoint.answer, json) : undefined
  if (decoded?.success === true) {
    const value = decoded.data as AnswerOf<Name>
    const other = differsFromAsked(name, value, asked)
    return other === undefined ? { ok: true, answer: value } : { ok: false, fault: otherSubjectFault(other) }
  }
  const error = readVenueError(json)
  if (endpoint.auth && isLoginCode(error?.code)) return { ok: false, fault: loginFault(status, error?.text) }
  if (isSuccess(status)) {
    if (json === undefined) return { ok: false, fault: driftFault('', 'not JSON') }
    if (error !== undefined) return { ok: false, fault: refusedFault(status, error.text) }
    const issue = firstIssue(decoded?.error.issues[0])
    return { ok: false, fault: driftFault(issue.path, issue.message) }
  }
  const isOfOne = isAboutOne(endpoint, status, asked.query, error)
  if (isOfOne && endpoint.names === 'symbol') return { ok: false, fault: noBookFault(status, messageOf(error)) }
  const mayLack = endpoint.since !== 'core' && !isOfOne
  const retryAfterMs = parseRetryAfter(answer.header('retry-after'), wallMs)
  return { ok: false, fault: statusFault(status, mayLack, retryAfterMs, error?.text) }
}

const aboutThePath = /\b(?:path|route|url|endpoint|page|method)\b|^cannot (?:get|post|delete)\b|^not found\.?$/i

/**
 * True if a 404 concerns one symbol or order rather than the whole endpoint: it asked for a combination (which may be
 * unquoted), or it is JSON that does not mention the path.
 */
function isAboutOne(
  { names }: Endpoint,
  status: number,
  query: object | undefined,
  error: VenueError | undefined,
): boolean {
  if (status !== 404 || names === undefined) return false
  if (query !== undefined && 'symbol' in query && String(query.symbol).includes('@')) return true
  return messageOf(error) !== undefined && (error?.code !== undefined || !aboutThePath.test(error?.text ?? ''))
}

/**
 * The venue's own words; undefined if the error is a page or plain text, which only a proxy or our own server sends.
 */
const messageOf = (error: VenueError | undefined): string | undefined =>
  error?.text.includes(notJsonWords) === true ? undefined : error?.text

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly errors?: readonly (readonly Issue[])[] | undefined
}

function firstIssue(issue: unknown): { path: string; message: string } {
  const found = issue as Issue | undefined
  const branches = (found?.errors ?? []).flatMap(branch => (branch[0] === undefined ? [] : [firstIssue(branch[0])]))
  const deepest = branches.reduce<{ path: string; message: string } | undefined>(
    (best, each) => (best === undefined || each.path.split('.').length > best.path.split('.').length ? each : best),
    undefined,
  )
  const path = [
    ...(found?.path ?? []).map(String),
    ...(deepest === undefined || deepest.path === '' ? [] : [deepest.path]),
  ].join('.')
  return { path, message: deepest?.message ?? found?.message ?? 'not valid' }
}
