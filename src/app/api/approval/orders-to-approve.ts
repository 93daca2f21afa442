/**
 * Orders that wait for this person's approval, and the decision. The signed hash is computed here from the visible
 * bytes.
 */
import { useQuery } from '@tanstack/react-query'
import { type ApprovalSubject, declineText, grantText, listText } from '../../../core/domain/approval/approval-text.ts'
import { isRecord } from '../../../core/domain/json.ts'
import { signText } from '../../../core/client/signing-key.ts'
import { isVisible } from '../browser/heartbeat.ts'
import { queryClient } from '../polling/query-client.ts'
import { servedVenue } from '../venue/served-venue.ts'
import { serverNowMs } from '../venue/clock.ts'
import { callApprovals } from './approval-calls.ts'
import type { ApproverKey } from './approver-key.ts'
import { sha256Of } from './ask-approval.ts'

export interface OrderToApprove extends ApprovalSubject {
  readonly body: string
  readonly untilMs: number
  /** The server's hash or venue differs from this page's: must not be signed. */
  readonly differs: boolean
}

export type ToApprove =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly why: string }
  | { readonly status: 'ready'; readonly orders: readonly OrderToApprove[] }

const everyMs = 3_000
const noAnswer = 'The server did not answer.'

const queryKey = ({ venueKey, name, publicKey }: ApproverKey): readonly string[] => [
  'orders to approve',
  venueKey,
  name,
  publicKey.x,
]

/** Polled every few seconds while visible. A failure drops the last answer, since its orders may be decided by then. */
export function useOrdersToApprove(key: ApproverKey): ToApprove {
  const { data, error } = useQuery(
    {
      queryKey: queryKey(key),
      queryFn: () => readOrders(key),
      refetchInterval: () => isVisible() && everyMs,
      structuralSharing: false,
    },
    queryClient,
  )
  if (error !== null) return { status: 'failed', why: error.message }
  return data === undefined ? { status: 'waiting' } : { status: 'ready', orders: data }
}

async function readOrders(key: ApproverKey): Promise<readonly OrderToApprove[]> {
  // The signature contains its time by the server's clock.
  const terms = await callApprovals({})
  const atMs = terms.kind === 'answer' ? terms.fields['now_ms'] : undefined
  if (typeof atMs !== 'number') throw new Error(noAnswer)
  const signature = await signText(key.privateKey, listText(servedVenue(), key.name, atMs))
  const listed = await callApprovals({
    path: 'list',
    body: JSON.stringify({ approver: key.name, at_ms: atMs, signature }),
  })
  if (listed.kind === 'refused') throw new Error(listed.why)
  const rows = listed.kind === 'answer' ? listed.fields['orders'] : undefined
  if (!Array.isArray(rows)) throw new Error(noAnswer)
  const nowMs = serverNowMs()
  const read = await Promise.all(rows.map((row: unknown) => orderOf(row, nowMs)))
  const orders = read.filter(order => order !== undefined)
  if (orders.length < rows.length) throw new Error('The server lists orders that this page cannot read.')
  return orders.toSorted((a, b) => a.untilMs - b.untilMs)
}

async function orderOf(row: unknown, nowMs: number): Promise<OrderToApprove | undefined> {
  if (!isRecord(row)) return undefined
  const { id, venue, account, sha256: named, expires_at_ms: expiresAtMs, now_ms: askedAtMs, body } = row
  const isWhole = typeof expiresAtMs === 'number' && typeof askedAtMs === 'number'
  if (!isWhole || typeof id !== 'string' || typeof account !== 'string' || typeof body !== 'string') return undefined
  const sha256 = await sha256Of(body)
  const differs = named !== sha256 || venue !== servedVenue()
  return {
    id,
    account,
    body,
    sha256,
    venue: servedVenue(),
    expiresAtMs,
    untilMs: nowMs + expiresAtMs - askedAtMs,
    differs,
  }
}

export type DecisionResult = { readonly ok: true } | { readonly ok: false; readonly why: string }

export const approve = (key: ApproverKey, order: OrderToApprove): Promise<DecisionResult> =>
  decide(key, order, 'grant', grantText(order), {})

export const decline = (key: ApproverKey, order: OrderToApprove, reason: string): Promise<DecisionResult> =>
  decide(key, order, 'decline', declineText(order, reason), { reason })

async function decide(
  key: ApproverKey,
  order: OrderToApprove,
  path: 'grant' | 'decline',
  text: string,
  more: { readonly reason?: string },
): Promise<DecisionResult> {
  if (order.differs) return { ok: false, why: 'Its bytes are not those that the server names.' }
  const body = JSON.stringify({
    id: order.id,
    approver: key.name,
    signature: await signText(key.privateKey, text),
    ...more,
  })
  const answer = await callApprovals({ path, body })
  await queryClient.invalidateQueries({ queryKey: queryKey(key) })
  if (answer.kind === 'answer') return { ok: true }
  return { ok: false, why: answer.kind === 'refused' ? answer.why : `${noAnswer} The list shows whether it counts.` }
}
