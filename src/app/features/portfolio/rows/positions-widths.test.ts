import { expect, it } from 'vitest'
import { pnlColumn } from '../../../ui/grid/columns.ts'
import { withinCell } from '../../../ui/format/within-cell.ts'
import type { PositionsRow } from './positions-row.ts'
import { growing } from './positions-widths.tsx'

const leastOf = (id: string): number =>
  growing(pnlColumn<PositionsRow>({ id, header: '', value: () => undefined })).minWidth ?? 0

it.each([
  ['upnl', '−9,500.20'],
  ['realised', '−91,500.20'],
  ['pnl', '−91,500.20'],
])('the narrowest column %s has room for the cents of %s, so that sums can be added up by eye', (id, text) => {
  expect(withinCell(text, leastOf(id))).toBe(text)
})
