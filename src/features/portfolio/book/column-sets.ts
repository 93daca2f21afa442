/** Which columns of the positions are shown: a set for what one is at, or chosen by hand; kept in this browser. */
import { useCallback, useMemo, useState } from 'react'
import type { ColumnSet } from '../../../ui/grid/fit-columns.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'

/** The most important columns first: those at the end go first where there is no room. */
export const columnSets = [
  {
    value: 'monitor',
    label: 'Monitor',
    ids: ['size', 'side', 'upnl', 'mark', 'delta', 'upnl-percent', 'entry', 'left', 'vega', 'theta', 'value', 'gamma', 'break-even', 'age'],
  },
  { value: 'greeks', label: 'Greeks', ids: ['size', 'delta', 'gamma', 'vega', 'theta', 'mark', 'left', 'upnl', 'value', 'side'] },
  {
    value: 'pnl',
    label: 'P&L',
    ids: ['size', 'upnl', 'upnl-percent', 'entry', 'mark', 'value', 'break-even', 'check', 'side', 'left'],
  },
  { value: 'expiry', label: 'Expiry', ids: ['left', 'size', 'break-even', 'delta', 'theta', 'mark', 'upnl', 'value', 'product', 'side'] },
  { value: 'margin', label: 'Margin', ids: ['margin', 'size', 'value', 'upnl', 'mark', 'delta', 'check', 'age', 'product', 'side'] },
] as const satisfies readonly { value: string; label: string; ids: readonly string[] }[]

export type ColumnSetName = (typeof columnSets)[number]['value'] | 'own'

interface Chosen {
  readonly name: ColumnSetName
  /** By hand. */
  readonly own: readonly string[]
}

const key = 'legwork.book.columns'
const first: Chosen = { name: 'monitor', own: columnSets[0].ids }

/** Of stored data; the first set where it says nothing of use. */
export function parseChosenColumns(stored: unknown): Chosen {
  if (typeof stored !== 'object' || stored === null || !('name' in stored)) return first
  const own = 'own' in stored && Array.isArray(stored.own) ? stored.own.filter(each => typeof each === 'string') : first.own
  const name = [...columnSets.map(set => set.value), 'own' as const].find(each => each === stored.name)
  return name === undefined || (name === 'own' && own.length === 0) ? first : { name, own }
}

export interface ChosenColumns {
  readonly name: ColumnSetName
  readonly set: ColumnSet
  readonly choose: (name: ColumnSetName) => void
  /** Shows or hides a column: from then on the columns are those chosen by hand. */
  readonly toggle: (id: string) => void
}

export function useChosenColumns(): ChosenColumns {
  const [chosen, setChosen] = useState(() => parseChosenColumns(readStored(key)))
  const put = useCallback((next: Chosen) => {
    setChosen(next)
    writeStored(key, next)
  }, [])
  const set = useMemo((): ColumnSet => {
    const preset = columnSets.find(each => each.value === chosen.name)
    return preset === undefined ? { ids: chosen.own, isFitted: false } : { ids: preset.ids, isFitted: true }
  }, [chosen])
  return {
    name: chosen.name,
    set,
    choose: name => put({ name, own: name === 'own' ? set.ids : chosen.own }),
    toggle: id => put({ name: 'own', own: set.ids.includes(id) ? set.ids.filter(each => each !== id) : [...set.ids, id] }),
  }
}
