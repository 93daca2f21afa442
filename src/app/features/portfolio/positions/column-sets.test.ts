import { expect, test } from 'vitest'
import { tradeColumns } from '../trades/trade-columns.tsx'
import { positionsColumns } from '../rows/positions-columns.tsx'
import { columnSets, tradeColumnSets, parseChosenColumns } from './column-sets.ts'

const actions = { toggle: () => undefined, close: () => undefined, isUltrawide: false }

test.each([
  ['positions', columnSets, positionsColumns(true, actions)],
  ['trades', tradeColumnSets, tradeColumns(actions)],
] as const)('every set of the %s names columns that there are, each once', (_, sets, columns) => {
  const known = columns.map(column => column.id)
  for (const { ids } of sets) {
    expect(ids.filter(id => !known.includes(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  }
})
test('stored words that mean nothing choose the first set', () => {
  for (const stored of [undefined, 'greeks', {}, { name: 'gone' }, { name: 'own', own: [] }])
    expect(parseChosenColumns(stored).name).toBe('monitor')
})
test('columns chosen by hand come back', () => {
  expect(parseChosenColumns({ name: 'own', own: ['size', 'vega', 7] })).toEqual({ name: 'own', own: ['size', 'vega'] })
})
