/** Rows of Flow from the socket's RFQs, the page's surfaces and the own book. */
import { useMemo } from 'react'
import type { EndedRfq, FlowRfq, RfqFlow } from '../../api/feed/rfq-flow.ts'
import { canonical, sum } from '../../../core/domain/decimal.ts'
import { isRfqMarket, type OrderRecord } from '../../../core/domain/order.ts'
import { msFromMicros } from '../../../core/domain/time.ts'
import { marginMarks, useMargin } from '../../model/account/use-margin.ts'
import { usePortfolio } from '../../model/account/use-portfolio.ts'
import { useMarket } from '../../model/market/use-market.ts'
import type { SentOrder } from '../../model/orders/sent-order.ts'
import { useOpenOrders, useRegistry } from '../../model/orders/use-registry.ts'
import { formatSize } from '../../ui/format/amounts.ts'
import type { EndedRow } from './flow-columns.tsx'
import { type FlowInputs, type FlowRow, flowRow } from './flow-rows.ts'

/** An own trade is reported shortly after the RFQ's end. */
const graceMs = 2_000

export function ownTrades({ symbol, sentMs, endedMs }: EndedRfq, orders: Iterable<OrderRecord>): string | undefined {
  const fills = [...orders].flatMap(record =>
    record.symbol === symbol && !isRfqMarket(record.market_id) ? record.executions : [],
  )
  const within = fills.filter(({ utc_timestamp }) => {
    const atMs = msFromMicros(utc_timestamp)
    return atMs >= sentMs && atMs <= endedMs + graceMs
  })
  if (within.length === 0) return undefined
  const prices = [...new Set(within.map(fill => canonical(fill.executed_price)))]
  return `you: ${formatSize(canonical(sum(within.map(fill => fill.executed_quantity))))} at ${prices.join(', ')}`
}

/** An own RFQ without an order id yet is recognised by its content. */
const isSame = (rfq: FlowRfq, { order_id, market_id, symbol, side, quantity, outcome }: SentOrder): boolean =>
  order_id === undefined &&
  isRfqMarket(market_id) &&
  outcome !== 'rejected' &&
  symbol === rfq.symbol &&
  side === rfq.side &&
  canonical(quantity) === canonical(rfq.quantity)

export function useOwnRfq(): FlowInputs['isOwn'] {
  const { data } = useOpenOrders()
  const { orders, sent } = useRegistry()
  return useMemo(() => {
    const ids = new Set<string | undefined>([
      ...(data ?? []).map(record => record.order_id),
      ...[...orders.values()].map(order => order.record?.order_id),
      ...sent.map(order => order.order_id),
    ])
    return rfq => ids.has(rfq.id) || sent.some(order => isSame(rfq, order))
  }, [data, orders, sent])
}

export interface FlowRows {
  readonly live: readonly FlowRow[]
  readonly ended: readonly EndedRow[]
}

export function useFlowRows(flow: RfqFlow): FlowRows {
  const portfolio = usePortfolio()
  const { quotes, surfaces } = useMarket()
  const { account } = useMargin(portfolio)
  const isOwn = useOwnRfq()
  const { orders } = useRegistry()
  const { positionRows } = portfolio
  const inputs = useMemo(
    () => ({ surfaces, isOwn, account, markOf: marginMarks(positionRows ?? [], quotes.data, surfaces) }),
    [surfaces, isOwn, account, positionRows, quotes.data],
  )
  const live = useMemo(() => [...flow.live.values()].map(rfq => flowRow(rfq, inputs)), [flow.live, inputs])
  const ended = useMemo(() => {
    const records = [...orders.values()].flatMap(({ record }) => (record === undefined ? [] : [record]))
    // Object.assign keeps the lazy getters; a spread would compute all of them.
    return flow.ended.map((rfq): EndedRow => Object.assign(flowRow(rfq, inputs), { traded: ownTrades(rfq, records) }))
  }, [flow.ended, inputs, orders])
  return { live, ended }
}
