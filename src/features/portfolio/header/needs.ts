/** What needs the trader first: what settles within a day, and short options near their strike, the next to settle first. */
import type { Risk } from '../../../account/account-model.ts'
import { shortExpiry } from '../../../domain/instrument.ts'
import { dayMs } from '../../../domain/time.ts'
import { nextExpiries } from '../../../pricing/portfolio/next-expiries.ts'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'

/** A short option counts as near its strike in the last week, within this part of the price. */
const nearStrike = { partOfPrice: 0.02, lastMs: 7 * dayMs } as const

/** "BTC 24NOV26 settles in 05:12, 3 legs, 1 ITM", "BTC 25NOV26 95000 P short, +1.2 % to strike". */
export function needsOf({ lines, underlyings }: Pick<Risk, 'lines' | 'underlyings'>, nowMs: number): readonly string[] {
  return nextExpiries(lines, base => underlyings.get(base), nowMs).flatMap(group => {
    const leftMs = group.expiryMs - nowMs
    const legs = `${group.lines.length} ${group.lines.length === 1 ? 'leg' : 'legs'}`
    const itm = group.inTheMoney === 0 ? '' : `, ${group.inTheMoney} ITM`
    const settles =
      leftMs > dayMs ? [] : [`${group.base} ${shortExpiry(group.expiryMs)} settles in ${formatDaysLeft(leftMs)}, ${legs}${itm}`]
    const near = group.lines.filter(
      ({ line, away }) => leftMs <= nearStrike.lastMs && line.size < 0 && away !== undefined && Math.abs(away) <= nearStrike.partOfPrice,
    )
    return [...settles, ...near.map(({ line, away = 0 }) => `${line.name} short, ${formatPercent(away, { sign: 'always' })} to strike`)]
  })
}
