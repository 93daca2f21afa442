/** What a handle says at the pointer while it is dragged: its strike, the mid and delta there, and what the move has done to the net. */
import { type Decimal, abs, isZero, sign, sub } from '../../../domain/decimal.ts'
import { type Side, sideSign } from '../../../domain/order.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import type { StrikeHandle } from '../../../domain/package/drag-strikes.ts'
import { type LegQuote, netPrices } from '../../../pricing/market/leg-quotes.ts'
import type { Box } from '../../../ui/charts/chart-labels.ts'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import { formatDecimal } from '../../../domain/format-decimal.ts'
import { dash, formatNumber } from '../../../ui/format/format-decimal.ts'
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
  /** Under the pointer. */
  readonly grip: Box
  /** Of the drawing. */
  readonly width: number
}

const [narrowest, lineHeight, letterWidth, air, gap] = [150, 15, 6.6, 8, 6]

/** What the side pays (positive) or receives at the mids. */
function netOf(legs: readonly PackageLeg[], side: Side, figuresOf: FiguresOf): Decimal | undefined {
  const price = netPrices(legs.map(({ symbol, ratio }) => ({ ratio: ratio * sideSign(side), quote: figuresOf(symbol).quote }))).mid
  return price?.price
}

/** "Receive 3,225, 50 less": the net now, and what the move has made of it. */
function netText(before: Decimal | undefined, now: Decimal | undefined): string {
  if (now === undefined) return `Net ${dash}`
  const pays = sign(now) >= 0
  const text = `${pays ? 'Pay' : 'Receive'} ${formatDecimal(abs(now))}`
  if (before === undefined) return text
  const change = sub(now, before)
  if (isZero(change)) return text
  return `${text}, ${formatDecimal(abs(change))} ${sign(change) > 0 === pays ? 'more' : 'less'}`
}

export function chipLines({ handle, legs, origin, side, figuresOf }: Omit<DragChipProps, 'grip' | 'width'>): readonly string[] {
  const [symbol = ''] = handle.symbols
  const { quote, delta } = figuresOf(symbol)
  const price = quote.reference?.price
  return [
    formatDecimal(handle.strike),
    `${price === undefined ? dash : formatDecimal(price)}  Δ ${delta === undefined ? dash : formatNumber(delta, { sign: 'always' })}`,
    netText(netOf(origin, side, figuresOf), netOf(legs, side, figuresOf)),
  ]
}

/** Beside the handle, over the row of handles, on the side that has room. */
export function DragChip(props: DragChipProps) {
  const { grip, width } = props
  const lines = chipLines(props)
  const size = {
    width: Math.max(narrowest, ...lines.map(line => line.length * letterWidth + 2 * air)),
    height: lines.length * lineHeight + 10,
  }
  const fitsRight = grip.x + grip.width + gap + size.width <= width - margins.right
  const left = fitsRight ? grip.x + grip.width + gap : Math.max(margins.left, grip.x - gap - size.width)
  const top = Math.max(margins.top, grip.y - gap - size.height)
  return (
    <g className={styles.chip} data-testid="drag-chip" transform={`translate(${left},${top})`} aria-hidden>
      <rect {...size} rx={4} />
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have fixed places
        <text key={index} x={air} y={lineHeight * (index + 1)} className={index === 0 ? styles.chipHead : undefined}>
          {line}
        </text>
      ))}
    </g>
  )
}
