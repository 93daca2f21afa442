/**
 * The read API as one fetch function. Data requires a token that the venue accepts, with a subject that may read the
 * account. Unauthorised callers get the same response whether the account exists or not. Each response to a known
 * caller is first written to the audit log; if that fails, it is not sent.
 */
import { parseJson } from '../../core/domain/json.ts'
import { recorderCalls } from '../../core/history/recorder-interface.ts'
import { parseToken } from '../../core/client/token.ts'
import { credentialsHeader } from '../../core/contract/header-names.ts'
import type { AccountAlerts } from '../accounts/accounts-file.ts'
import type { SendAlert } from '../alerts/send-alert.ts'
import { DamagedHistory } from '../store/row-sum.ts'
import { silentAfterMs, type Store } from '../store/store.ts'
import {
  type CallAnswer,
  type Caller,
  answerAlerts,
  answerFirstPositions,
  answerFullSamples,
  answerJournal,
  answerNotes,
  answerOrders,
  answerSamples,
  answerTestAlert,
  answerWatchAlerts,
  answerWriteNote,
} from './answer-call.ts'
import { readCapped } from './read-capped.ts'
import type { TokenCheck, TokenVerdict } from './token-check.ts'

export interface HistoryParts {
  readonly store: Store
  readonly venueKey: string
  readonly readers: ReadonlyMap<string, ReadonlySet<string>>
  readonly check: TokenCheck
  /** Rate limit by name: 0 if a request is allowed, else the seconds to wait. */
  readonly take: (name: string) => number
  readonly checks: CheckLimit
  readonly alerts: ReadonlyMap<string, AccountAlerts>
  readonly takeTest: (account: string) => number
  readonly send: SendAlert
  /** This machine's clock, for heartbeats and the audit log. */
  readonly nowMs: () => number
  /** The venue's clock, which the history uses. */
  readonly venueNowMs: () => Promise<number>
  report(where: string, error: unknown): void
  why?: ((error: unknown) => string | undefined) | undefined
}

/** A token to check at the venue. Its subject is unconfirmed. */
export interface CheckedToken {
  readonly token: string
  readonly subject: string
}

/** Rate limit of token checks, per client. Tokens and subjects that were accepted before count separately. */
export interface CheckLimit {
  /** 0 if a check is allowed, else the seconds to wait. */
  take(request: Request, checked: CheckedToken): number
  taken(request: Request, checked: CheckedToken): void
}

export interface HistoryServer {
  fetch(request: Request): Promise<Response | undefined>
}

const bodyLimit = 64 * 1024

const data = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
const problem = (status: number, error: string, headers?: Record<string, string>): Response =>
  data(status, { error }, headers)

const calls = Object.values(recorderCalls)

export function serveHistory(parts: HistoryParts): HistoryServer {
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/recorder/')) return undefined
      const onPath = calls.filter(call => call.path === pathname)
      if (onPath.length === 0) return problem(404, 'There is nothing under this path.')
      const call = onPath.find(each => each.method === request.method)
      if (call === undefined)
        return problem(405, 'Not with this method.', { allow: onPath.map(each => each.method).join(', ') })
      const verdict = await verdictOf(parts, request)
      if (verdict instanceof Response) return verdict
      const waitSeconds = parts.take(verdict.subject)
      if (waitSeconds > 0) return tooMany(waitSeconds)
      try {
        return await answerKnown(parts, request, call, verdict.subject)
      } catch (error) {
        parts.report('The history', error)
        if (error instanceof DamagedHistory) return problem(503, error.message)
        const why = parts.why?.(error)
        return problem(503, `The history cannot be read now${why === undefined ? '' : `: ${why}`}.`)
      }
    },
  }
}

const tooMany = (seconds: number): Response => problem(429, 'Too many requests.', { 'retry-after': String(seconds) })

async function verdictOf(
  { check, checks }: HistoryParts,
  request: Request,
): Promise<Response | Extract<TokenVerdict, { kind: 'taken' }>> {
  const token = request.headers.get(credentialsHeader)
  if (token === null) return problem(401, 'A token of the account is wanted.')
  const known = check.known(token)
  const checked = { token, subject: parseToken(token)?.account ?? '' }
  const waitSeconds = known === undefined ? checks.take(request, checked) : 0
  if (waitSeconds > 0) return tooMany(waitSeconds)
  const verdict = known ?? (await check.ask(token))
  if (known === undefined && verdict.kind === 'taken') checks.taken(request, checked)
  if (verdict.kind === 'refused') return problem(401, 'The venue does not take this token.')
  if (verdict.kind === 'unknown') return problem(503, 'The venue does not say whose token this is.')
  return verdict
}

type Call = (typeof calls)[number]

async function answerKnown(parts: HistoryParts, request: Request, call: Call, subject: string): Promise<Response> {
  const asked = await readAsked(request, call)
  if (asked === 'too_large') return problem(413, 'The body is over 64 kB.')
  const account = asked.ok ? asked.account : ''
  const mayRead = account === '' || parts.readers.get(account)?.has(subject) === true
  const waitSeconds = call === recorderCalls.testAlert && mayRead ? parts.takeTest(account) : 0
  if (waitSeconds > 0) return tooMany(waitSeconds)
  const answered: { readonly status: number; readonly body: unknown } = !asked.ok
    ? { status: 400, body: { error: asked.error } }
    : mayRead
      ? await asked.answer(
          { ...parts, owner: { venueKey: parts.venueKey, account }, subject, alerts: parts.alerts.get(account) },
          parts,
        )
      : { status: 403, body: { error: 'No such account is open to this token.' } }
  await parts.store.audit({
    atMs: parts.nowMs(),
    subject,
    account: account.slice(0, 200),
    call: `${call.method} ${call.path}`,
    status: answered.status,
  })
  return data(answered.status, answered.body)
}

type Answer = (caller: Caller, parts: HistoryParts) => Promise<CallAnswer>
type ReadAsked =
  | { readonly ok: true; readonly account: string; readonly answer: Answer }
  | { readonly ok: false; readonly error: string }

async function readAsked(request: Request, call: Call): Promise<ReadAsked | 'too_large'> {
  if (call.method !== 'GET') return await readBody(request, call)
  const given = Object.fromEntries(new URL(request.url).searchParams)
  const read = call.query.safeParse(given)
  if (!read.success) return unreadable(read.error)
  const withNul = Object.keys(given).find(name => hasNul(given[name]))
  if (withNul !== undefined) return { ok: false, error: `not as it must be: ${withNul}` }
  const account = 'account' in read.data ? read.data.account : ''
  return { ok: true, account, answer: answerOf(call, given) }
}

function answerOf(call: Call, given: unknown): Answer {
  switch (call) {
    case recorderCalls.samples:
      return caller => answerSamples(caller, recorderCalls.samples.query.parse(given))
    case recorderCalls.fullSamples:
      return caller => answerFullSamples(caller, recorderCalls.fullSamples.query.parse(given))
    case recorderCalls.firstPositions:
      return answerFirstPositions
    case recorderCalls.journal:
      return caller => answerJournal(caller, recorderCalls.journal.query.parse(given))
    case recorderCalls.orders:
      return caller => answerOrders(caller, recorderCalls.orders.query.parse(given))
    case recorderCalls.alerts:
      return answerAlerts
    case recorderCalls.notes:
      return answerNotes
    default:
      return answerStatus
  }
}

type WritingCall = Extract<Call, { readonly method: 'PUT' | 'POST' }>

const unreadable = ({
  issues,
}: {
  readonly issues: readonly { readonly path: readonly PropertyKey[] }[]
}): ReadAsked => ({
  ok: false,
  error: `not as it must be: ${issues[0]?.path.map(String).join('.') ?? ''}`,
})

/** PostgreSQL stores no text with U+0000 in it. */
const hasNul = (text: string | undefined): boolean => text?.includes('\0') === true

async function readBody(request: Request, call: WritingCall): Promise<ReadAsked | 'too_large'> {
  if (!/^application\/json\s*(?:;.*)?$/i.test(request.headers.get('content-type') ?? ''))
    return { ok: false, error: 'what is written is JSON' }
  const bytes = await readCapped(request.body, bodyLimit)
  if (bytes === 'too_large') return bytes
  const text = new TextDecoder().decode(bytes)
  if (/\\u0000/i.test(text)) return { ok: false, error: 'a text has a character U+0000' }
  const given = parseJson(text)
  const read = call.body.safeParse(given)
  if (!read.success) return unreadable(read.error)
  return { ok: true, account: read.data.account, answer: answerOfWritten(call, given) }
}

function answerOfWritten(call: WritingCall, given: unknown): Answer {
  switch (call) {
    case recorderCalls.watchAlerts:
      return caller => answerWatchAlerts(caller, recorderCalls.watchAlerts.body.parse(given))
    case recorderCalls.testAlert:
      return answerTestAlert
    default:
      return caller => answerWriteNote(caller, recorderCalls.writeNote.body.parse(given))
  }
}

async function answerStatus(
  { store, subject, venueNowMs }: Caller,
  { readers, venueKey, alerts }: HistoryParts,
): Promise<CallAnswer> {
  const own = [...readers].filter(([, subjects]) => subjects.has(subject)).map(([account]) => account)
  const accounts = await Promise.all(
    own.map(async account => {
      const owner = { venueKey, account }
      const [covered, silentMs] = await Promise.all([store.spans(owner), store.silentMs(owner)])
      // A heartbeat in the future was written before the clock was set back.
      const isFollowed = silentMs !== undefined && Math.abs(silentMs) < silentAfterMs
      return { account, isFollowed, covered, mayWriteNotes: true, sendsAlerts: alerts.has(account) }
    }),
  )
  return { status: 200, body: { version: 1, nowMs: Math.round(await venueNowMs()), accounts } }
}
