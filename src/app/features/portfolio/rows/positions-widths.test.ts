import { expect, it } from 'vitest'
import { withinCell } from '../../../ui/format/within-cell.ts'
import { tradeColumns } from '../trades/trade-columns.tsx'
import { phoneColumns } from './positions-widths.tsx'

const columns = tradeColumns({ toggle: () => undefined, close: () => undefined, isUltrawide: false })

it.each([
  ['upnl', '−9,500.20'],
  ['realised', '−91,500.20'],
  ['pnl', '−91,500.20'],
])('the narrowest column %s has room for the cents of %s, so that sums can be added up by eye', (id, text) => {
  expect(withinCell(text, columns.find(column => column.id === id)?.minWidth ?? 0)).toBe(text)
})

it('on a phone the name takes the room that the figures leave', () => {
  const growing = phoneColumns(columns, 'pnl').filter(({ flex }) => flex !== undefined)
  expect(growing.map(({ id }) => id)).toEqual(['instrument'])
})
