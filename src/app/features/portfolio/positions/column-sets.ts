/** Column sets of the positions: predefined or chosen by hand; stored in this browser. */
import { useCallback, useMemo, useState } from 'react'
import type { ColumnSet } from '../../../ui/grid/fit-columns.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'

const second = ['vanna', 'volga', 'charm'] as const

export const columnSets = [
  {
    value: 'monitor',
    label: 'Monitor',
    ids: [
      'size',
      'upnl',
      'mark',
      'delta',
      'vega',
      'theta',
      'entry',
      'left',
      'upnl-percent',
      'value',
      'gamma',
      'break-even',
      'age',
    ],
  },
  {
    value: 'greeks',
    label: 'Greeks',
    ids: ['size', 'delta', 'gamma', 'vega', 'theta', 'mark', 'left', 'upnl', 'value', ...second],
  },
  {
    value: 'pnl',
    label: 'P&L',
    ids: ['size', 'upnl', 'upnl-percent', 'entry', 'mark', 'value', 'break-even', 'check', 'left'],
  },
  {
    value: 'expiry',
    label: 'Expiry',
    ids: ['left', 'size', 'break-even', 'delta', 'theta', 'mark', 'upnl', 'value', 'product'],
  },
  {
    value: 'margin',
    label: 'Margin',
    ids: ['margin', 'size', 'value', 'upnl', 'mark', 'delta', 'check', 'age', 'product'],
  },
] as const satisfies readonly { value: string; label: string; ids: readonly string[] }[]

export const tradeColumnSets = [
  {
    value: 'monitor',
    label: 'Trades',
    ids: [
      'size',
      'entry',
      'mark',
      'pnl',
      'of-most',
      'left',
      'delta',
      'realised',
      'upnl',
      'opened',
      'theta',
      'vega',
      'gamma',
      'break-even',
      'value',
      'days',
    ],
  },
  {
    value: 'greeks',
    label: 'Greeks',
    ids: ['size', 'delta', 'gamma', 'vega', 'theta', 'mark', 'left', 'pnl', 'value', ...second],
  },
  {
    value: 'pnl',
    label: 'P&L',
    ids: [
      'size',
      'pnl',
      'realised',
      'upnl',
      'upnl-percent',
      'of-most',
      'entry',
      'mark',
      'opened',
      'days',
      'value',
      'break-even',
    ],
  },
  {
    value: 'expiry',
    label: 'Expiry',
    ids: ['left', 'size', 'break-even', 'of-most', 'delta', 'theta', 'mark', 'pnl', 'value', 'days'],
  },
] as const satisfies readonly { value: string; label: string; ids: readonly string[] }[]

export type ColumnSetName = (typeof columnSets)[number]['value'] | 'own'

interface ColumnChoice {
  readonly name: ColumnSetName
  readonly own: readonly string[]
}

const keys = { net: 'legwork.book.columns', trades: 'legwork.book.trade-columns' } as const
const setsOf = (of: keyof typeof keys): readonly NamedSet[] => (of === 'net' ? columnSets : tradeColumnSets)

export interface NamedSet {
  readonly value: ColumnSetName
  readonly label: string
  readonly ids: readonly string[]
}

export function parseChosenColumns(stored: unknown, sets: readonly NamedSet[] = columnSets): ColumnChoice {
  const first: ColumnChoice = { name: 'monitor', own: sets[0]?.ids ?? [] }
  if (typeof stored !== 'object' || stored === null || !('name' in stored)) return first
  const own =
    'own' in stored && Array.isArray(stored.own) ? stored.own.filter(each => typeof each === 'string') : first.own
  const name = [...sets.map(set => set.value), 'own' as const].find(each => each === stored.name)
  return name === undefined || (name === 'own' && own.length === 0) ? first : { name, own }
}

function setOf(chosen: ColumnChoice, sets: readonly NamedSet[]): ColumnSet {
  const preset = sets.find(each => each.value === chosen.name)
  return preset === undefined ? { ids: chosen.own, isFitted: false } : { ids: preset.ids, isFitted: true }
}

export interface ChosenColumns {
  readonly sets: readonly NamedSet[]
  readonly name: ColumnSetName
  readonly set: ColumnSet
  readonly choose: (name: ColumnSetName) => void
  readonly toggle: (id: string) => void
}

export function useChosenColumns(of: keyof typeof keys): ChosenColumns {
  const sets = setsOf(of)
  const [choices, setChoices] = useState(() => ({
    net: parseChosenColumns(readStored(keys.net), columnSets),
    trades: parseChosenColumns(readStored(keys.trades), tradeColumnSets),
  }))
  const chosen = choices[of]
  const put = useCallback(
    (next: ColumnChoice) => {
      setChoices(before => ({ ...before, [of]: next }))
      writeStored(keys[of], next)
    },
    [of],
  )
  const set = useMemo(() => setOf(chosen, sets), [chosen, sets])
  return useMemo(
    () => ({
      sets,
      name: chosen.name,
      set,
      choose: name => put({ name, own: name === 'own' ? set.ids : chosen.own }),
      toggle: id =>
        put({ name: 'own', own: set.ids.includes(id) ? set.ids.filter(each => each !== id) : [...set.ids, id] }),
    }),
    [chosen, sets, set, put],
  )
}
