/**
 * Realised results by day of the chosen zone, in parts; shared by the journal's days, the day page and the calendar.
 */
import { add, type Decimal, isZero, zero } from '../../../core/domain/decimal.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { startOfDay } from '../../ui/format/zoned-days.ts'

/** The parts add up to `total`. */
export interface DayRealised {
  readonly total: Decimal
  readonly trades: Decimal
  readonly settlements: Decimal
  readonly funding: Decimal
}

const nothing: DayRealised = { total: zero, trades: zero, settlements: zero, funding: zero }

export type DayClosing = Pick<Closing, 'atMs' | 'realised' | 'closedBy' | 'isFunding'>

const partOf = ({ isFunding, closedBy }: DayClosing): keyof Omit<DayRealised, 'total'> =>
  isFunding === true ? 'funding' : closedBy === undefined ? 'settlements' : 'trades'

export function realisedByDay(closings: readonly DayClosing[]): ReadonlyMap<number, DayRealised> {
  const days = new Map<number, DayRealised>()
  for (const closing of closings) {
    const day = startOfDay(closing.atMs)
    const sums = days.get(day) ?? nothing
    const part = partOf(closing)
    days.set(day, { ...sums, total: add(sums.total, closing.realised), [part]: add(sums[part], closing.realised) })
  }
  return days
}

const names = { trades: 'trades', settlements: 'settlements', funding: 'funding' } as const

export function partsOfDay(sums: DayRealised): readonly { readonly name: string; readonly value: Decimal }[] {
  const parts = (['trades', 'settlements', 'funding'] as const).filter(part => !isZero(sums[part]))
  return parts.length < 2 && !(parts.length === 1 && parts[0] !== 'trades')
    ? []
    : parts.map(part => ({ name: names[part], value: sums[part] }))
}
