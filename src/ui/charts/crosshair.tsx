/**
 * The crosshair of a payoff: where the pointer is, or the keys of a slider. It is a store of its own, so that a pointer on its way draws three
 * lines and a readout, and nothing else of the chart.
 */
import { type ReactNode, useSyncExternalStore } from 'react'
import { formatAmountNumber } from '../format/amounts.ts'
import { dash } from '../format/format-decimal.ts'
import styles from './charts.module.css'
import { margins, type PayoffCurve, type PayoffScales, type Range, valueAt } from './payoff-geometry.ts'
import { PayoffReadout } from './payoff-readout.tsx'
import { priceText } from './price-text.ts'

export interface Crosshair {
  /** Price of the underlying; undefined while nothing is read. */
  readonly read: () => number | undefined
  readonly move: (price: number | undefined) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createCrosshair(): Crosshair {
  let at: number | undefined
  const listeners = new Set<() => void>()
  return {
    read: () => at,
    move(price) {
      if (price === at) return
      at = price
      for (const each of listeners) each()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const useCrosshair = ({ subscribe, read }: Crosshair): number | undefined => useSyncExternalStore(subscribe, read, read)

interface LinesProps {
  readonly crosshair: Crosshair
  readonly scales: PayoffScales
  readonly main: PayoffCurve | undefined
}

export function CrosshairLines({ crosshair, scales, main }: LinesProps): ReactNode {
  const at = useCrosshair(crosshair)
  if (at === undefined) return null
  const { x, y, width, height } = scales
  const value = main === undefined ? undefined : valueAt(main, at)
  return (
    <g className={styles.crosshair}>
      <line x1={x(at)} x2={x(at)} y1={margins.top} y2={height - margins.bottom} />
      {value !== undefined && <line x1={margins.left} x2={width - margins.right} y1={y(value)} y2={y(value)} />}
      {value !== undefined && <circle cx={x(at)} cy={y(value)} r={3.5} />}
    </g>
  )
}

interface ReadoutProps {
  readonly crosshair: Crosshair
  readonly curves: readonly PayoffCurve[]
  readonly spot: number | undefined
  readonly currency: string
  readonly scales: PayoffScales
}

export function CrosshairReadout({ crosshair, curves, spot, currency, scales }: ReadoutProps): ReactNode {
  const at = useCrosshair(crosshair)
  if (at === undefined) return null
  return <PayoffReadout at={at} curves={curves} spot={spot} currency={currency} left={scales.x(at)} width={scales.width} />
}

interface KeysProps extends Omit<ReadoutProps, 'scales'> {
  readonly domain: Range
  readonly move: (price: number | undefined) => void
}

/** By keyboard: a slider over the prices, as unseen as the crosshair's own line is thin. */
export function CrosshairKeys({ crosshair, curves, spot, currency, domain: [from, to], move }: KeysProps): ReactNode {
  const price = useCrosshair(crosshair) ?? spot ?? (from + to) / 2
  const [main] = curves
  const value = main === undefined ? undefined : valueAt(main, price)
  return (
    <input
      type="range"
      className={styles.crosshairKeys}
      aria-label="Price at the crosshair"
      aria-valuetext={`${priceText(price)}: ${value === undefined ? dash : formatAmountNumber(value, { sign: 'always' })} ${currency}`}
      min={from}
      max={to}
      step={(to - from) / 200 || 'any'}
      value={price}
      onChange={event => move(event.target.valueAsNumber)}
      onBlur={() => move(undefined)}
    />
  )
}
