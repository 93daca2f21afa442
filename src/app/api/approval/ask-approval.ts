/** The trader's side of approvals: which orders need one, and the request. Nothing here sends an order. */
import { type ApprovalLimits, approvalNeed } from '../../../core/domain/approval/approval-size.ts'
import { type Decimal, isDecimal } from '../../../core/domain/decimal.ts'
import { isRecord } from '../../../core/domain/json.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { quoteNow } from '../../../core/domain/quote-now.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { client } from '../venue/client.ts'
import { credentials } from '../venue/session.ts'
import type { Approvals, ApprovalResponse, ApprovalProgress } from './approvals.ts'
import { createApprovalWait } from './approval-wait.ts'
import { callApprovals, hasOwnServer } from './approval-calls.ts'

const againMs = 5_000

/** Retries until the limits are read. Returns a stop function. */
export function readApprovals(found: (approvals: Approvals) => void): () => void {
  let isOver = false
  let cancel = (): void => undefined
  const read = async (): Promise<void> => {
    const answer = await callApprovals({})
    const limits = answer.kind === 'answer' ? limitsOf(answer.fields['above']) : undefined
    if (isOver) return
    if (limits !== undefined) found(approvalsOver(limits))
    else cancel = systemTimers.after(againMs, () => void read())
  }
  void read()
  return () => {
    isOver = true
    cancel()
  }
}

function limitsOf(value: unknown): ApprovalLimits | undefined {
  if (!isRecord(value)) return undefined
  const read = Object.entries(value)
  const limits = read.filter((each): each is [string, Decimal] => isDecimal(each[1]))
  return limits.length === read.length ? new Map(limits) : undefined
}

const approvalsOver = (limits: ApprovalLimits): Approvals => ({
  need: body => (hasOwnServer() ? approvalNeed(body, limits) : { kind: 'none' }),
  wait: parts => createApprovalWait({ ask, follow, withdraw, pastBy }, parts),
})

const withdraw = (id: string): void =>
  void withToken(token => callApprovals({ path: 'withdraw', body: JSON.stringify({ id }), token }))

/** Does nothing for an account that is no longer signed in. */
async function withToken<Answer>(run: (token: string) => Promise<Answer>, owner?: Intent): Promise<Answer | undefined> {
  const current = credentials()
  if (
    current === undefined ||
    (owner !== undefined && (current.account !== owner.account || current.venueKey !== owner.venueKey))
  )
    return undefined
  try {
    const token = await current.tokenFor(endpoints.placeOrder.path)
    return credentials()?.serial === current.serial ? await run(token) : undefined
  } catch {
    return undefined
  }
}

async function ask(intent: Intent): Promise<ApprovalResponse> {
  const answer = await withToken(token => callApprovals({ path: 'request', body: intent.body, token }), intent)
  if (answer === undefined) return { kind: 'refused', why: 'You were signed out before approval was requested.' }
  if (answer.kind === 'refused')
    return { kind: 'refused', why: `The server would not take the request for approval: ${answer.why}` }
  const { id, sha256, expires_at_ms: expiresAtMs, now_ms: nowMs } = answer.kind === 'answer' ? answer.fields : {}
  if (typeof id !== 'string' || typeof expiresAtMs !== 'number' || typeof nowMs !== 'number')
    return { kind: 'refused', why: 'Approval could not be requested: the server did not answer.' }
  // The server must hold exactly these bytes.
  if (sha256 !== (await sha256Of(intent.body)))
    return { kind: 'refused', why: 'The server read other bytes than this order has.' }
  return { kind: 'asked', id, lastsMs: expiresAtMs - nowMs }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? stripHostile(value, 200) : '')

async function follow(id: string): Promise<ApprovalProgress> {
  const answer = await callApprovals({ path: 'state', body: JSON.stringify({ id }) })
  if (answer.kind === 'refused') {
    return answer.status === 404
      ? { kind: 'over', why: 'The request has expired, or the server was restarted.' }
      : { kind: 'failed' }
  }
  if (answer.kind === 'failed') return { kind: 'failed' }
  const { state, by, reason } = answer.fields
  switch (state) {
    case 'waiting':
      return { kind: 'waiting' }
    case 'granted':
      return { kind: 'granted', by: textOf(by) }
    case 'declined':
      return { kind: 'over', why: `Declined by ${textOf(by)}: ${textOf(reason)}` }
    default:
      return { kind: 'over', why: 'The approval serves no more.' }
  }
}

const quoteDepth = 10

/** A quote lives for seconds: a take is not sent once its quote has ended or cannot be verified. */
async function pastBy({ context: { quote } }: Intent): Promise<string | undefined> {
  if (quote === undefined) return undefined
  const book = await client.call('orderBook', { query: { symbol: quote.symbol, depth: quoteDepth }, lane: 'evidence' })
  if (!book.ok) return book.fault.kind === 'no_book' ? quoteEnded : 'Its quote could not be checked.'
  const now = quoteNow(quote, book.answer.orderbook_response).kind
  return now === 'gone'
    ? quoteEnded
    : now === 'worse'
      ? 'Its quote had moved away by the time it was approved.'
      : undefined
}

const quoteEnded = 'Its quote had ended by the time it was approved.'

export async function sha256Of(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
