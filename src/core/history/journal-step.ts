/** Merges observations into orders; returns new rows and changed orders. Pure, shared by all journals. */
import type { OwnerKey } from '../domain/owner.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { type Observation, orderOf } from './observation.ts'
import { observe } from './observe-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import { type HistoryNote, cashRow, fillsLostRow, notFollowedRow, notLookedUpRow } from './noted.ts'
import { withoutAbsent } from '../domain/json.ts'

export interface JournalStep {
  readonly rows: readonly JournalRow[]
  readonly changed: readonly JournalOrder[]
}

export interface JournalChange {
  readonly rows: readonly JournalRow[]
  readonly orders: readonly JournalOrder[]
}

type OfNoOrder = Exclude<HistoryNote, Observation>
const rowsOfNoOrder: {
  readonly [Kind in OfNoOrder['kind']]: (seen: Extract<OfNoOrder, { kind: Kind }>) => JournalRow
} = {
  not_looked_up: notLookedUpRow,
  fills_lost: fillsLostRow,
  not_followed: notFollowedRow,
  cash: cashRow,
}
const isOfNoOrder = (seen: HistoryNote): seen is OfNoOrder => Object.hasOwn(rowsOfNoOrder, seen.kind)
const rowOf = <Kind extends OfNoOrder['kind']>(seen: Extract<OfNoOrder, { kind: Kind }>): JournalRow =>
  rowsOfNoOrder[seen.kind](seen)

export const ordersSeen = (seen: readonly HistoryNote[]): readonly string[] => [
  ...new Set(seen.flatMap(each => (isOfNoOrder(each) ? [] : [orderOf(each)]))),
]

export function journalStep(
  known: ReadonlyMap<string, JournalOrder>,
  seen: readonly HistoryNote[],
  owner: OwnerKey,
): JournalStep {
  const now = new Map(known)
  const changed = new Set<string>()
  const rows: JournalRow[] = []
  for (const each of seen) {
    if (isOfNoOrder(each)) rows.push(withoutAbsent(rowOf(each)))
    else {
      const id = orderOf(each)
      const next = observe(now.get(id), each, owner)
      if (next === undefined) continue
      now.set(id, withoutAbsent(next.order))
      changed.add(id)
      rows.push(...next.rows.map(withoutAbsent))
    }
  }
  return { rows, changed: [...changed].flatMap(id => now.get(id) ?? []) }
}
