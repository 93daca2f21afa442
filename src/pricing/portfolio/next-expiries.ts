/**
 * What expires, and what would happen if it settled at the present price of its underlying: options pay their intrinsic value, futures
 * book what they have gained since their entry; the greeks of both are gone afterwards. An estimate: the venue settles at its own price.
 */
import { intrinsicValue } from '../black.ts'
import { groupLines, type PortfolioLine, type UnderlyingPrice } from './net-greeks.ts'
import { type GreekSum, sumGreeks } from './unit-greeks.ts'

export interface SettlingLine {
  readonly line: PortfolioLine
  /** Of an option; undefined for a future, or without a price. */
  readonly isInTheMoney: boolean | undefined
  /** Strike over the price, less one; undefined for a future, or without a price. */
  readonly away: number | undefined
  /** USD that settlement moves; undefined without a price. */
  readonly cash: number | undefined
}

export interface ExpiringGroup {
  readonly base: string
  readonly expiryMs: number
  readonly underlying: UnderlyingPrice | undefined
  readonly lines: readonly SettlingLine[]
  /** Undefined where a line has none. */
  readonly cash: number | undefined
  /** At the marks: market value of options, and what futures have gained. */
  readonly atMarks: number
  readonly inTheMoney: number
  readonly options: number
  /** What is gone afterwards. */
  readonly gone: GreekSum
}

function settle(line: PortfolioLine, price: number | undefined): SettlingLine {
  const { kind, strike, size } = line
  if (price === undefined || kind === 'other') return { line, isInTheMoney: undefined, away: undefined, cash: undefined }
  if (kind === 'linear' || strike === undefined) {
    return { line, isInTheMoney: undefined, away: undefined, cash: size * (price - line.entry) }
  }
  const worth = intrinsicValue(price, strike, kind === 'call')
  return { line, isInTheMoney: worth > 0, away: strike / price - 1, cash: size * worth }
}

const atMark = ({ kind, size, mark, entry }: PortfolioLine): number =>
  kind === 'other' ? 0 : size * (kind === 'linear' ? mark - entry : mark)

/** Groups of base and expiry that are still to come at `nowMs`, nearest first. */
export function nextExpiries(
  lines: readonly PortfolioLine[],
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
  nowMs: number,
): ExpiringGroup[] {
  const dated = lines.flatMap(line => (line.expiryMs === undefined || line.expiryMs <= nowMs ? [] : [{ line, expiryMs: line.expiryMs }]))
  return [...groupLines(dated, ({ line, expiryMs }) => `${expiryMs} ${line.base}`).values()]
    .flatMap((members): ExpiringGroup[] => {
      const [first] = members
      if (first === undefined) return []
      const { base } = first.line
      const underlying = underlyingOf(base)
      const settled = members.map(({ line }) => settle(line, underlying?.price))
      return [
        {
          base,
          expiryMs: first.expiryMs,
          underlying,
          lines: settled,
          cash: settled.reduce<number | undefined>(
            (sum, { cash }) => (sum === undefined || cash === undefined ? undefined : sum + cash),
            0,
          ),
          atMarks: members.reduce((sum, { line }) => sum + atMark(line), 0),
          inTheMoney: settled.filter(each => each.isInTheMoney === true).length,
          options: members.filter(({ line }) => line.kind !== 'linear').length,
          gone: sumGreeks(members.map(({ line }) => line.greeks)),
        },
      ]
    })
    .sort((a, b) => a.expiryMs - b.expiryMs || (a.base < b.base ? -1 : 1))
}
