/** What was seen, held against what is known: the rows that it makes and the orders as they are known then. Pure, so that every journal is one. */
import type { OwnerKey } from '../../domain/owner.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import { observe, orderOf } from './observe-order.ts'
import type { JournalRow } from '../../domain/journal-row.ts'
import { type Noted, cashRow, notLookedUpRow } from './noted.ts'

export interface JournalStep {
  /** As they happened; absent fields are left out. */
  readonly rows: readonly JournalRow[]
  /** Those that changed, as they are known now. */
  readonly changed: readonly JournalOrder[]
}

/** The orders that must be known to take these down. */
export const ordersSeen = (seen: readonly Noted[]): readonly string[] => [
  ...new Set(seen.flatMap(each => (each.kind === 'not_looked_up' || each.kind === 'cash' ? [] : [orderOf(each)]))),
]

/** `known`: by client id. */
export function journalStep(known: ReadonlyMap<string, JournalOrder>, seen: readonly Noted[], owner: OwnerKey): JournalStep {
  const now = new Map(known)
  const changed = new Set<string>()
  const rows: JournalRow[] = []
  for (const each of seen) {
    if (each.kind === 'cash') rows.push(withoutAbsent(cashRow(each)))
    else if (each.kind === 'not_looked_up') rows.push(withoutAbsent(notLookedUpRow(each)))
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
export function withoutAbsent<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value
}
