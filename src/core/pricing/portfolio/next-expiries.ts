/**
 * Upcoming expiries, as if settled at the underlying's present price: options pay intrinsic value, futures book their
 * gain since entry, and both lose their greeks. An estimate: the venue settles at its own price.
 */
import { intrinsicValue } from '../black.ts'
import { groupLines, type PortfolioLine, type UnderlyingPrice } from './net-greeks.ts'
import { type GreekSum, sumGreeks } from './unit-greeks.ts'

export interface SettlingLine {
  readonly line: PortfolioLine
  readonly isInTheMoney: boolean | undefined
  readonly away: number | undefined
  /** USD moved by settlement; undefined without a price. */
  readonly cash: number | undefined
}

export interface ExpiringGroup {
  readonly base: string
  readonly expiryMs: number
  readonly underlying: UnderlyingPrice | undefined
  readonly lines: readonly SettlingLine[]
  readonly cash: number | undefined
  /** Market value of options and gain of futures, at the marks. */
  readonly atMarks: number
  readonly inTheMoney: number
  readonly options: number
  readonly gone: GreekSum
}

function settle(line: PortfolioLine, price: number | undefined): SettlingLine {
  const { kind, strike, size } = line
  if (price === undefined || kind === 'other')
    return { line, isInTheMoney: undefined, away: undefined, cash: undefined }
  if (kind === 'linear' || strike === undefined) {
    return { line, isInTheMoney: undefined, away: undefined, cash: size * (price - line.entry) }
  }
  const worth = intrinsicValue(price, strike, kind === 'call')
  return { line, isInTheMoney: worth > 0, away: strike / price - 1, cash: size * worth }
}

const atMark = ({ kind, size, mark, entry }: PortfolioLine): number =>
  kind === 'other' ? 0 : size * (kind === 'linear' ? mark - entry : mark)

export function nextExpiries(
  lines: readonly PortfolioLine[],
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
  nowMs: number,
): ExpiringGroup[] {
  const dated = lines.flatMap(line =>
    line.expiryMs === undefined || line.expiryMs <= nowMs ? [] : [{ line, expiryMs: line.expiryMs }],
  )
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
