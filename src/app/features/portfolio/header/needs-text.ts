/** Positions that need the trader, in words, and what expires next if none does. */
import type { Risk } from '../../../../core/account/account-model.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { nextExpiries } from '../../../../core/pricing/portfolio/next-expiries.ts'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'

/** A short option counts as near its strike in its last week, within this share of the price. */
const nearStrike = { partOfPrice: 0.02, lastMs: 7 * dayMs } as const

type HeldRisk = Pick<Risk, 'lines' | 'underlyings'>

const legsText = (count: number): string => `${count} ${count === 1 ? 'leg' : 'legs'}`

/** "BTC 24NOV26 settles in 05:12, 3 legs, 1 ITM", "BTC 25NOV26 95000 P short, +1.2 % to strike". */
export function needsOf({ lines, underlyings }: HeldRisk, nowMs: number): readonly string[] {
  return nextExpiries(lines, base => underlyings.get(base), nowMs).flatMap(group => {
    const leftMs = group.expiryMs - nowMs
    const itm = group.inTheMoney === 0 ? '' : `, ${group.inTheMoney} ITM`
    const settles =
      leftMs > dayMs
        ? []
        : [
            `${group.base} ${shortExpiry(group.expiryMs)} settles in ${formatDaysLeft(leftMs)}, ${legsText(group.lines.length)}${itm}`,
          ]
    const near = group.lines.filter(
      ({ line, away }) =>
        leftMs <= nearStrike.lastMs && line.size < 0 && away !== undefined && Math.abs(away) <= nearStrike.partOfPrice,
    )
    return [
      ...settles,
      ...near.map(({ line, away = 0 }) => `${line.name} short, ${formatPercent(away, { sign: 'always' })} to strike`),
    ]
  })
}

export function nextExpiryText(lines: Risk['lines'], nowMs: number): string | undefined {
  const groups = nextExpiries(lines, () => undefined, nowMs)
  const [first] = groups
  if (first === undefined) return undefined
  const count = groups.reduce((sum, group) => sum + (group.expiryMs === first.expiryMs ? group.lines.length : 0), 0)
  return `${formatZoned(first.expiryMs, 'dayMinutes')} (${legsText(count)} ${count === 1 ? 'expires' : 'expire'})`
}
