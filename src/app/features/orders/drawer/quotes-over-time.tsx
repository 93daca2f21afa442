/** Chart data of an RFQ's quotes, from the journal and the orders that took them. */
import { type ReactNode, useMemo } from 'react'
import { useJournalOrders } from '../../../api/journal/journal-hooks.ts'
import { useIntents } from '../../../api/order-desk/desk-hooks.ts'
import { abs, canonical, type Decimal, formatDecimal, neg, toNumber } from '../../../../core/domain/decimal.ts'
import { quoteOf } from '../../../../core/domain/equity.ts'
import type { JournalOrder } from '../../../../core/domain/journal-order.ts'
import { isRfqMarket } from '../../../../core/domain/order.ts'
import { legsOfPoint } from '../../../../core/domain/reference-point.ts'
import { fairPrice } from '../../../../core/pricing/quality/fair-value.ts'
import type { TimeEvent } from '../../../ui/charts/time-marks.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import type { TimeSeries } from '../../../ui/charts/time-geometry.ts'
import styles from '../../../ui/order/order.module.css'

interface QuoteMoment {
  readonly atMs: number
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
  readonly fair: Decimal | undefined
}

interface QuotesChartProps {
  readonly moments: readonly QuoteMoment[]
  readonly taken: readonly TimeEvent[]
  readonly currency: string
}

const noGap = (): boolean => false

function QuotesChart({ moments, taken, currency }: QuotesChartProps): ReactNode {
  const series = (id: 'bid' | 'ask' | 'fair', label: string, look: TimeSeries['look']): TimeSeries => ({
    id,
    label,
    look,
    values: moments.map(moment => (moment[id] === undefined ? Number.NaN : toNumber(moment[id]))),
  })
  return (
    <div className={styles.quotesChart}>
      <TimeChart
        label="Quotes over time"
        testId="quotes-chart"
        atMs={moments.map(moment => moment.atMs)}
        series={[series('bid', 'Bid', 'quiet'), series('ask', 'Ask', 'main'), series('fair', 'Fair', 'dashed')]}
        currency={currency}
        isGap={noGap}
        events={taken}
      />
    </div>
  )
}

export function quoteMoments(rfq: JournalOrder, takes: readonly JournalOrder[]): readonly QuoteMoment[] {
  const points = [rfq, ...takes].flatMap(order =>
    (order.points ?? []).map(({ atMs, bid, ask, market }) => ({
      atMs,
      bid: bid?.price,
      ask: ask?.price,
      fair: fairPrice(legsOfPoint(order), market),
    })),
  )
  const known = new Set(points.map(point => point.atMs))
  const trail = (rfq.quotes?.trail ?? []).flatMap(({ atMs, price }): QuoteMoment[] =>
    known.has(atMs)
      ? []
      : [
          {
            atMs,
            bid: rfq.side === 'sell' ? price : undefined,
            ask: rfq.side === 'buy' ? price : undefined,
            fair: undefined,
          },
        ],
  )
  // A price holds until the next one.
  let last: Omit<QuoteMoment, 'atMs'> = { bid: undefined, ask: undefined, fair: undefined }
  return [...points, ...trail]
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, bid = last.bid, ask = last.ask, fair = last.fair }) => ({ atMs, ...(last = { bid, ask, fair }) }))
}

/** For a package with a negative price: amounts paid and received, positive, with the book's sides swapped. */
export function asCash(moments: readonly QuoteMoment[]): readonly QuoteMoment[] {
  const prices = moments.flatMap(({ bid, ask, fair }) => [bid, ask, fair].filter(price => price !== undefined))
  if (prices.length === 0 || !prices.every(price => price.startsWith('-'))) return moments
  const turned = (price: Decimal | undefined): Decimal | undefined => price && neg(price)
  return moments.map(({ atMs, bid, ask, fair }) => ({ atMs, bid: turned(ask), ask: turned(bid), fair: turned(fair) }))
}

const takenEvents = (takes: readonly JournalOrder[]): readonly TimeEvent[] =>
  takes.flatMap(take =>
    take.executions.map(fill => ({
      id: fill.trade_id,
      atMs: fill.utc_timestamp / 1_000,
      label: `Taken ${formatSize(fill.executed_quantity)} at ${formatDecimal(canonical(abs(fill.executed_price)))}`,
      tone: 'accent',
    })),
  )

export function QuotesOverTime({ id }: { readonly id: string }): ReactNode {
  const intents = useIntents()
  const ids = useMemo(
    () => [id, ...intents.filter(intent => intent.context.rfq === id).map(intent => intent.client_order_id)],
    [id, intents],
  )
  const orders = useJournalOrders(ids)
  const rfq = orders.get(id)
  if (rfq === undefined || !isRfqMarket(rfq.market_id)) return null
  const takes = [...orders.values()].filter(order => order !== rfq)
  const moments = quoteMoments(rfq, takes)
  if (moments.length < 2) return null
  return (
    <QuotesChart
      moments={asCash(moments)}
      taken={takenEvents(takes)}
      currency={quoteOf(legsOfPoint(rfq)[0]?.symbol ?? '')}
    />
  )
}
