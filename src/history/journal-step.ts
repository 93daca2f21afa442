/** What was seen, held against what is known: the rows that it makes and the orders as they are known then. Pure, so that every journal is one. */
import type { OwnerKey } from '../domain/owner.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { type Observation, orderOf } from './observation.ts'
import { observe } from './observe-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import { type Noted, cashRow, fillsLostRow, notFollowedRow, notLookedUpRow } from './noted.ts'
import { withoutAbsent } from '../domain/json.ts'

export interface JournalStep {
  /** As they happened; absent fields are left out. */
  readonly rows: readonly JournalRow[]
  /** Those that changed, as they are known now. */
  readonly changed: readonly JournalOrder[]
}

/** What came of storing what was seen. */
export interface Appended {
  readonly rows: readonly JournalRow[]
  /** Orders as they are known now, of those that something was seen of. */
  readonly orders: readonly JournalOrder[]
}

type OfNoOrder = Exclude<Noted, Observation>
/** Rows of what belongs to no order, by its kind. */
const rowsOfNoOrder: { readonly [Kind in OfNoOrder['kind']]: (seen: Extract<OfNoOrder, { kind: Kind }>) => JournalRow } = {
  not_looked_up: notLookedUpRow,
  fills_lost: fillsLostRow,
  not_followed: notFollowedRow,
  cash: cashRow,
}
const isOfNoOrder = (seen: Noted): seen is OfNoOrder => Object.hasOwn(rowsOfNoOrder, seen.kind)
const rowOf = <Kind extends OfNoOrder['kind']>(seen: Extract<OfNoOrder, { kind: Kind }>): JournalRow => rowsOfNoOrder[seen.kind](seen)

/** The orders that must be known to take these down. */
export const ordersSeen = (seen: readonly Noted[]): readonly string[] => [
  ...new Set(seen.flatMap(each => (isOfNoOrder(each) ? [] : [orderOf(each)]))),
]

/** `known`: by client id. */
export function journalStep(known: ReadonlyMap<string, JournalOrder>, seen: readonly Noted[], owner: OwnerKey): JournalStep {
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

/** Indexes leave a record out by the absence of a field, not by `undefined`. */
