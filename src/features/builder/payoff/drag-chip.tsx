/** What a handle says while it is dragged: its strike, the mid and delta there, and what the move has done to the net price. */
import { type Decimal, sub, toNumber } from '../../../domain/decimal.ts'
import { type Side, sideSign } from '../../../domain/order.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import type { StrikeHandle } from '../../../domain/package/drag-strikes.ts'
import { type LegQuote, netPrices } from '../../../pricing/market/leg-quotes.ts'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import { dash, formatDecimal, formatNumber } from '../../../ui/format/format-decimal.ts'
import styles from './strike-handles.module.css'

export interface LegFigures {
  readonly quote: LegQuote
  readonly delta: number | undefined
}

export type FiguresOf = (symbol: string) => LegFigures

interface DragChipProps {
  readonly handle: StrikeHandle
  readonly legs: readonly PackageLeg[]
  /** At the beginning of the drag. */
  readonly origin: readonly PackageLeg[]
  readonly side: Side
  readonly figuresOf: FiguresOf
  /** Of the handle, and of the drawing. */
  readonly x: number
  readonly width: number
}

const [chipWidth, lineHeight] = [150, 15]

/** Cash that the side pays (positive) at the mids. */
function netOf(legs: readonly PackageLeg[], side: Side, figuresOf: FiguresOf): Decimal | undefined {
  const price = netPrices(legs.map(({ symbol, ratio }) => ({ ratio: ratio * sideSign(side), quote: figuresOf(symbol).quote }))).mid
  return price?.price
}

export function chipLines({ handle, legs, origin, side, figuresOf }: Omit<DragChipProps, 'x' | 'width'>): readonly string[] {
  const [symbol = ''] = handle.symbols
  const { quote, delta } = figuresOf(symbol)
  const price = quote.reference?.price
  const [before, now] = [netOf(origin, side, figuresOf), netOf(legs, side, figuresOf)]
  const change = before === undefined || now === undefined ? dash : formatNumber(toNumber(sub(now, before)), { sign: 'always' })
  return [
    formatDecimal(handle.strike),
    `${price === undefined ? dash : formatDecimal(price)}  Δ ${delta === undefined ? dash : formatNumber(delta, { sign: 'always' })}`,
    `Net ${now === undefined ? dash : formatNumber(toNumber(now), { sign: 'always' })} (${change})`,
  ]
}

export function DragChip(props: DragChipProps) {
  const { x, width } = props
  const left = Math.min(width - margins.right - chipWidth, Math.max(margins.left, x + 22))
  const lines = chipLines(props)
  return (
    <g className={styles.chip} data-testid="drag-chip" transform={`translate(${left},${margins.top + 4})`} aria-hidden>
      <rect width={chipWidth} height={lines.length * lineHeight + 10} rx={4} />
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have fixed places
        <text key={index} x={8} y={lineHeight * (index + 1)} className={index === 0 ? styles.chipHead : undefined}>
          {line}
        </text>
      ))}
    </g>
  )
}
