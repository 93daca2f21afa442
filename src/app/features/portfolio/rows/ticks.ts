/** Ticks of the positions: legs are ticked; a group counts as ticked if all its legs are. */
import type { PositionsLeg, PositionsRow } from './positions-row.ts'

const noIds: readonly string[] = []
const noLegs: readonly PositionsLeg[] = []

export const tickedRows = (rows: readonly PositionsRow[], legs: ReadonlySet<string>): readonly string[] =>
  legs.size === 0
    ? noIds
    : rows.filter(row => row.legs.length > 0 && row.legs.every(leg => legs.has(leg.id))).map(row => row.id)

/** Ticked legs after rows changed to `now`. Only differences apply; a group's change applies to all its legs. */
export function nextTicks(
  rows: readonly PositionsRow[],
  legs: ReadonlySet<string>,
  now: readonly PositionsRow[],
): ReadonlySet<string> {
  const before = new Set(tickedRows(rows, legs))
  const after = new Set(now.map(row => row.id))
  const next = new Set(legs)
  for (const row of rows) {
    if (before.has(row.id) === after.has(row.id)) continue
    for (const leg of row.legs) {
      if (after.has(row.id)) next.add(leg.id)
      else next.delete(leg.id)
    }
  }
  return next
}

export function tickedLegs(rows: readonly PositionsRow[], legs: ReadonlySet<string>): readonly PositionsLeg[] {
  if (legs.size === 0) return noLegs
  const found = new Map<string, PositionsLeg>()
  for (const row of rows) for (const leg of row.legs) if (legs.has(leg.id)) found.set(leg.id, leg)
  return [...found.values()]
}

interface AtPress {
  readonly rows: readonly PositionsRow[]
  readonly ticks: ReadonlySet<string>
  readonly tickedIds: readonly string[] | undefined
  readonly focusedId?: string | undefined
}

/** The legs that a key applies to: those ticked, rendered or not, else those of the focused row. */
export function legsAtPress({ rows, ticks, tickedIds, focusedId }: AtPress): readonly PositionsLeg[] {
  const shown = tickedIds === undefined ? undefined : new Set(tickedIds)
  const legs = tickedLegs(
    rows,
    shown === undefined
      ? ticks
      : nextTicks(
          rows,
          ticks,
          rows.filter(row => shown.has(row.id)),
        ),
  )
  if (legs.length > 0 || focusedId === undefined) return legs
  return rows.find(row => row.id === focusedId)?.legs ?? noLegs
}
