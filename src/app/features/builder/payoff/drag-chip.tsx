/** Label at a dragged handle: strike, mid and delta there, and the change of the net price. */
import { abs, type Decimal, formatDecimal, isZero, sign, sub } from '../../../../core/domain/decimal.ts'
import { type Side, sideSign } from '../../../../core/domain/order.ts'
import type { StrikeHandle } from '../../../../core/domain/package/move-legs.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { type LegQuote, netPrices } from '../../../../core/pricing/market/leg-quotes.ts'
import type { Box } from '../../../ui/charts/chart-labels.ts'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import { dash, formatNumber } from '../../../ui/format/format-decimal.ts'
import styles from './strike-handles.module.css'

export interface LegFigures {
  readonly quote: LegQuote
  readonly delta: number | undefined
}

export type FiguresOf = (symbol: string) => LegFigures

interface ChipInputs {
  readonly handle: StrikeHandle
  readonly legs: readonly PackageLeg[]
  readonly origin: readonly PackageLeg[]
  readonly side: Side
  readonly figuresOf: FiguresOf
  readonly grip: Box
  readonly width: number
}

const [narrowest, lineHeight, letterWidth, air, gap] = [150, 15, 6.6, 8, 6]

/** Positive if the side pays at the mids, negative if it receives. */
function netOf(legs: readonly PackageLeg[], side: Side, figuresOf: FiguresOf): Decimal | undefined {
  const price = netPrices(
    legs.map(({ symbol, ratio }) => ({ ratio: ratio * sideSign(side), quote: figuresOf(symbol).quote })),
  ).mid
  return price?.price
}

function netText(before: Decimal | undefined, now: Decimal | undefined): string {
  if (now === undefined) return `Net ${dash}`
  const pays = sign(now) >= 0
  const text = `${pays ? 'Pay' : 'Receive'} ${formatDecimal(abs(now))}`
  if (before === undefined) return text
  const change = sub(now, before)
  if (isZero(change)) return text
  return `${text}, ${formatDecimal(abs(change))} ${sign(change) > 0 === pays ? 'more' : 'less'}`
}

export function chipLines({
  handle,
  legs,
  origin,
  side,
  figuresOf,
}: Omit<ChipInputs, 'grip' | 'width'>): readonly string[] {
  const [symbol = ''] = handle.symbols
  const { quote, delta } = figuresOf(symbol)
  const price = quote.reference?.price
  return [
    formatDecimal(handle.strike),
    `${price === undefined ? dash : formatDecimal(price)}  Δ ${delta === undefined ? dash : formatNumber(delta, { sign: 'always' })}`,
    netText(netOf(origin, side, figuresOf), netOf(legs, side, figuresOf)),
  ]
}

export interface ChipDrawing {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
}

export function chipDrawing(inputs: ChipInputs): ChipDrawing {
  const { grip, width } = inputs
  const lines = chipLines(inputs)
  const size = {
    width: Math.max(narrowest, ...lines.map(line => line.length * letterWidth + 2 * air)),
    height: lines.length * lineHeight + 10,
  }
  const fitsRight = grip.x + grip.width + gap + size.width <= width - margins.right
  const left = fitsRight ? grip.x + grip.width + gap : Math.max(margins.left, grip.x - gap - size.width)
  return { ...size, left, top: Math.max(margins.top, grip.y - gap - size.height), lines }
}

export const chipPlace = ({ left, top }: ChipDrawing): string => `translate(${left},${top})`

export function DragChip({ drawing }: { readonly drawing: ChipDrawing }) {
  return (
    <g className={styles.chip} data-testid="drag-chip" transform={chipPlace(drawing)} aria-hidden>
      <rect width={drawing.width} height={drawing.height} rx={4} />
      {drawing.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have fixed places
        <text key={index} x={air} y={lineHeight * (index + 1)} className={index === 0 ? styles.chipHead : undefined}>
          {line}
        </text>
      ))}
    </g>
  )
}
