/** The quotes on an RFQ over time: bid, ask and what was fair, with what was taken of them. */
import type { ReactNode } from 'react'
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import { TimeChart } from '../charts/time-chart.tsx'
import type { TimeSeries } from '../charts/time-geometry.ts'
import type { TimeEvent } from '../charts/time-marks.tsx'
import styles from './order.module.css'

export interface QuoteMoment {
  readonly atMs: number
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
  readonly fair: Decimal | undefined
}

interface QuotesChartProps {
  /** By rising time. */
  readonly moments: readonly QuoteMoment[]
  readonly taken: readonly TimeEvent[]
  readonly currency: string
}

const noGap = (): boolean => false

export function QuotesChart({ moments, taken, currency }: QuotesChartProps): ReactNode {
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
