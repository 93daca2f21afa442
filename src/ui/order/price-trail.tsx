/** The best price over time as a small line, better for who asked is higher; its words are in its name. */
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import { formatZoned } from '../format/zoned-time.ts'
import styles from './live-rfq.module.css'

export interface SeenPrice {
  readonly atMs: number
  readonly price: Decimal
}

interface PriceTrailProps {
  /** The latest last. */
  readonly trail: readonly SeenPrice[]
  readonly side: Side
  readonly priceText: (price: Decimal) => string
}

const width = 120
const height = 28
const edge = 2
const namedPrices = 6

const tenth = (px: number): number => Math.round(px * 10) / 10

export function PriceTrail({ trail, side, priceText }: PriceTrailProps) {
  const [first] = trail
  const last = trail.at(-1)
  if (first === undefined || last === undefined) return <span className={styles.trail} />
  const values = trail.map(each => (side === 'buy' ? -toNumber(each.price) : toNumber(each.price)))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (atMs: number): number => tenth(edge + ((atMs - first.atMs) / Math.max(1, last.atMs - first.atMs)) * (width - 2 * edge))
  const y = (value: number): number => tenth(high === low ? height / 2 : edge + ((high - value) / (high - low)) * (height - 2 * edge))
  const path = trail.map(({ atMs }, at) => `${at === 0 ? 'M' : 'H'}${x(atMs)} ${at === 0 ? '' : 'V'}${y(values[at] ?? 0)}`)
  const words = trail.slice(-namedPrices).map(each => `${formatZoned(each.atMs, 'time')} ${priceText(each.price)}`)
  return (
    <svg className={styles.trail} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Best price over time: ${words.join(', ')}`}>
      <title>{words.join('\n')}</title>
      <path d={path.join(' ')} />
      <circle cx={x(last.atMs)} cy={y(values.at(-1) ?? 0)} r={2} />
    </svg>
  )
}
