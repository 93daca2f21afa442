import { expect, test } from 'vitest'
import { tradeColumns } from '../trades/trade-columns.tsx'
import { positionsColumns } from '../rows/positions-columns.tsx'
import { columnSets, tradeColumnSets, parseChosenColumns } from './column-sets.ts'

test('every set names columns that there are, each once', () => {
  const known = positionsColumns(true, { toggle: () => undefined, close: () => undefined, isUltrawide: false }).map(
    column => column.id,
  )
  for (const { ids } of columnSets) {
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
test('every set of the trades names columns that trades have, each once', () => {
  const known = tradeColumns({ toggle: () => undefined, close: () => undefined, isUltrawide: false }).map(
    column => column.id,
  )
  for (const { ids } of tradeColumnSets) {
    expect(ids.filter(id => !known.includes(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  }
})
