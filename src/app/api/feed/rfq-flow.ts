/**
 * All RFQs from the socket: live ones and a tape of ended ones. Bounded, so that memory does not grow over days. A
 * snapshot replaces its instrument's RFQs.
 */
import type { RfqMessage } from '../../../core/client/feed-connection.ts'
import { type Decimal, gt, zero } from '../../../core/domain/decimal.ts'
import type { OrderId } from '../../../core/domain/ids.ts'
import { parseSide, type Side } from '../../../core/domain/order.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'

export interface FlowRfq {
  readonly id: OrderId
  /** An instrument's symbol, or a package's joined one. */
  readonly symbol: string
  readonly side: Side
  readonly quantity: Decimal
  /** Sent by the requester; most have none. */
  readonly price: Decimal | undefined
  readonly sentMs: number
}

export interface EndedRfq extends FlowRfq {
  readonly endedMs: number
}

export interface RfqFlow {
  readonly live: ReadonlyMap<OrderId, FlowRfq>
  readonly ended: readonly EndedRfq[]
  readonly unread: number
  readonly leftOut: number
}

export const noFlow: RfqFlow = { live: new Map(), ended: [], unread: 0, leftOut: 0 }

export const mostLive = 2_000
export const mostEnded = 500

interface SentRfq {
  readonly order_id: OrderId
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly utc_timestamp: EpochMicros
}

function rfqOf(
  symbol: string,
  sideText: string,
  { order_id, quantity, price, utc_timestamp }: SentRfq,
): FlowRfq | undefined {
  const side = parseSide(sideText)
  if (side === undefined || !gt(quantity, zero) || (order_id as string) === '' || symbol === '') return undefined
  return { id: order_id, symbol, side, quantity, price, sentMs: msFromMicros(utc_timestamp) }
}

function withRfqs(
  flow: RfqFlow,
  before: Iterable<[OrderId, FlowRfq]>,
  added: readonly (FlowRfq | undefined)[],
): RfqFlow {
  const live = new Map(before)
  for (const rfq of added) if (rfq !== undefined) live.set(rfq.id, rfq)
  const unread = flow.unread + added.filter(rfq => rfq === undefined).length
  let { leftOut } = flow
  for (const id of live.keys()) {
    if (live.size <= mostLive) break
    live.delete(id)
    leftOut += 1
  }
  return { ...flow, live, unread, leftOut }
}

export function takeRfqMessage(flow: RfqFlow, message: RfqMessage): RfqFlow {
  const { name, body } = message
  if (name === 'order_added') return withRfqs(flow, flow.live, [rfqOf(body.symbol, body.side, body)])
  if (name === 'snapshot') {
    const others = [...flow.live].filter(([, { symbol }]) => symbol !== body.symbol)
    const rows = (['buy', 'sell'] as const).flatMap(side => body[side].map(row => rfqOf(body.symbol, side, row)))
    return withRfqs(flow, others, rows)
  }
  const known = flow.live.get(body.order_id)
  if (known === undefined) return flow
  const live = new Map(flow.live)
  live.delete(known.id)
  return {
    ...flow,
    live,
    ended: [{ ...known, endedMs: msFromMicros(body.utc_timestamp) }, ...flow.ended].slice(0, mostEnded),
  }
}

/** A new connection reports all live RFQs again. Those missing have ended at an unknown time. */
export const withoutLive = (flow: RfqFlow): RfqFlow =>
  flow.live.size === 0 ? flow : { ...flow, live: new Map(), leftOut: 0 }
export const withUnread = (flow: RfqFlow): RfqFlow => ({ ...flow, unread: flow.unread + 1 })
