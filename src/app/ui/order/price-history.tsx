/**
 * Price history: net mid, price by fitted curves, own fills and orders, and implied volatility below. Missing data is a
 * gap, with the reason in words. Display only.
 */
import { doneVerbs, verbs } from '../../../core/domain/trade-story/trade-words.ts'
import { type ReactNode, useMemo, useState } from 'react'
import {
  add,
  canonical,
  dec,
  type Decimal,
  formatDecimal,
  mul,
  places,
  roundToStep,
  toNumber,
} from '../../../core/domain/decimal.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import type { Side } from '../../../core/domain/order.ts'
import { isGapAt } from '../../../core/domain/thinning.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { TimeChart } from '../charts/time-chart.tsx'
import type { TimeSeries } from '../charts/time-geometry.ts'
import type { TimeLevel } from '../charts/time-levels.tsx'
import type { TimeEvent } from '../charts/time-marks.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { formatSize } from '../format/amounts.ts'
import { useNavigate } from '../router/use-router.ts'
import { PartFills, partEvent, type ShownPart } from './part-fills.tsx'
import styles from './price-history.module.css'

/** Values by ascending time; NaN if missing. */
export interface ShownPrices {
  readonly atMs: readonly number[]
  readonly mids: readonly number[]
  readonly fair: readonly number[]
  /** One per option leg, as fractions a year. */
  readonly volatilities: readonly {
    readonly symbol: string
    readonly ofMid: readonly number[]
    readonly ofCurve: readonly number[]
  }[]
  readonly curveStepMs: number
  readonly nowMs: number
  readonly missing: string | undefined
}

interface OwnOrderMark {
  readonly id: string
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
}

export interface ShownFill extends OwnOrderMark {
  readonly atMs: number
  readonly isAllotted: boolean
}

export interface ShownOrder extends OwnOrderMark {
  /** Number of the order's packages per displayed package; negative if reversed. */
  readonly times: number
  readonly orderPrice: Decimal
}

interface PriceHistoryProps {
  readonly name: string
  readonly currency: string
  readonly prices: ShownPrices | undefined
  readonly fills: readonly ShownFill[]
  readonly parts: readonly ShownPart[]
  readonly orders: readonly ShownOrder[]
  readonly step: Decimal
  readonly amendSearch: (clientOrderId: string, price: Decimal) => Readonly<Record<string, string>>
}

const fillEvent = ({ id, atMs, side, quantity, price, isAllotted }: ShownFill): TimeEvent => ({
  id,
  atMs,
  tone: side === 'buy' ? 'accent' : 'danger',
  value: toNumber(price),
  label: `${doneVerbs[side]} ${formatSize(quantity)} at ${formatDecimal(canonical(price))}${isAllotted ? ', its share of a package' : ''}`,
})

function movedPrice({ orderPrice, times }: ShownOrder, step: Decimal, steps: number): Decimal {
  return roundToStep(add(orderPrice, mul(step, dec(Math.sign(times) * steps))), step, 'nearest')
}

function orderLevel(order: ShownOrder, step: Decimal, onAmend: (id: string, price: Decimal) => void): TimeLevel {
  const { id, side, quantity, price, times } = order
  return {
    id,
    value: toNumber(price),
    step: toNumber(step) * Math.abs(times),
    tone: side,
    textOf: steps => {
      const at = steps === 0 ? price : mul(movedPrice(order, step, steps), dec(times))
      return `${verbs[side]} ${formatSize(quantity)} at ${formatDecimal(canonical(at))}`
    },
    onMove: steps => onAmend(id, movedPrice(order, step, steps)),
  }
}

const spans = [
  { value: 'day', label: '1 d', ms: dayMs },
  { value: 'week', label: '7 d', ms: 7 * dayMs },
  { value: 'all', label: 'All', ms: Number.POSITIVE_INFINITY },
] as const

const nonePrices: ShownPrices = {
  atMs: [],
  mids: [],
  fair: [],
  volatilities: [],
  curveStepMs: 0,
  nowMs: 0,
  missing: undefined,
}

const isKnown = ({ values }: Pick<TimeSeries, 'values'>): boolean =>
  Array.from(values).some(value => !Number.isNaN(value))

const looks = ['main', 'dashed', 'quiet', 'area'] as const

/**
 * For one option the volatility of its mid and of its curve. For several the curve of each, up to the number of lines
 * that a reader can distinguish.
 */
function volatilitySeries({ volatilities, curveStepMs: stepMs }: ShownPrices): TimeSeries[] {
  const percent = (values: readonly number[]): number[] => values.map(value => value * 100)
  const [only] = volatilities
  if (volatilities.length === 1 && only !== undefined) {
    return [
      { id: 'mid', label: 'IV of the mid', look: 'main', values: percent(only.ofMid), stepMs },
      { id: 'curve', label: 'IV of the curve', look: 'dashed', values: percent(only.ofCurve), stepMs },
    ]
  }
  return volatilities.slice(0, looks.length).map(({ symbol, ofCurve }, at) => ({
    id: symbol,
    label: `IV ${shortName(symbol)}`,
    look: looks[at] ?? 'quiet',
    values: percent(ofCurve),
    stepMs,
  }))
}

function since(prices: ShownPrices, fromMs: number): ShownPrices {
  const first = prices.atMs.findIndex(atMs => atMs >= fromMs)
  const from = first === -1 ? prices.atMs.length : first
  return {
    ...prices,
    atMs: prices.atMs.slice(from),
    mids: prices.mids.slice(from),
    fair: prices.fair.slice(from),
    volatilities: prices.volatilities.map(each => ({
      ...each,
      ofMid: each.ofMid.slice(from),
      ofCurve: each.ofCurve.slice(from),
    })),
  }
}

function saysOf({ missing, volatilities }: ShownPrices, drawn: number, fillsOutside: number): string {
  const parts = [
    missing,
    volatilities.length > looks.length ? `Volatility of the first ${drawn} options is drawn.` : undefined,
    fillsOutside > 0
      ? `${fillsOutside} own ${fillsOutside === 1 ? 'fill lies' : 'fills lie'} outside the time shown.`
      : undefined,
  ]
  return parts.filter(part => part !== undefined).join(' ')
}

export function PriceHistory({
  name,
  currency,
  prices = nonePrices,
  fills,
  parts,
  orders,
  step,
  amendSearch,
}: PriceHistoryProps): ReactNode {
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('day')
  const spanMs = spans.find(each => each.value === span)?.ms ?? dayMs
  const shown = useMemo(() => since(prices, prices.nowMs - spanMs), [prices, spanMs])
  const isGap = useMemo(() => isGapAt(shown.nowMs), [shown.nowMs])
  const series = useMemo((): TimeSeries[] => {
    const mid = { id: 'mid', label: 'Net mid', look: 'main', values: shown.mids } as const
    const fair = {
      id: 'fair',
      label: 'By the fitted curves',
      look: 'dashed',
      values: shown.fair,
      stepMs: shown.curveStepMs,
    } as const
    return isKnown(fair) ? [mid, fair] : [mid]
  }, [shown])
  const volatility = useMemo(() => volatilitySeries(shown), [shown])
  const hasVolatility = volatility.some(isKnown)
  const [firstMs, lastMs] = [shown.atMs[0], shown.atMs.at(-1)]
  const navigate = useNavigate()
  const levels = useMemo(() => {
    const amend = (id: string, price: Decimal): void =>
      navigate({ to: '.', search: before => ({ ...before, ...amendSearch(id, price) }) })
    return orders.map(order => orderLevel(order, step, amend))
  }, [orders, step, amendSearch, navigate])
  const events = useMemo(() => [...fills.map(fillEvent), ...parts.map(partEvent)], [fills, parts])
  const isWithin = ({ atMs }: { readonly atMs: number }): boolean =>
    firstMs !== undefined && lastMs !== undefined && atMs >= firstMs && atMs <= lastMs
  const within = events.filter(isWithin)
  return (
    <section className={styles.history} aria-label="Price over time" data-testid="price-history">
      <div className={styles.chart}>
        <TimeChart
          label={`Price of ${name} over time`}
          testId="price-chart"
          atMs={shown.atMs}
          series={series}
          currency={currency}
          places={Math.max(2, places(step))}
          isGap={isGap}
          events={within}
          levels={levels}
          toolbar={<Segmented label="Time shown" compact value={span} options={spans} onChange={setSpan} />}
          empty={prices === nonePrices ? 'Reading what was kept.' : 'No price is stored for this time.'}
        />
      </div>
      <PartFills parts={parts.filter(isWithin)} />
      {hasVolatility && (
        <div className={styles.chart}>
          <TimeChart
            label={`Implied volatility of ${name} over time`}
            testId="volatility-chart"
            atMs={shown.atMs}
            series={volatility}
            currency="%"
            isGap={isGap}
          />
        </div>
      )}
      <p className={styles.says} data-testid="price-history-says">
        {saysOf(shown, volatility.length, events.length - within.length)}
      </p>
    </section>
  )
}
