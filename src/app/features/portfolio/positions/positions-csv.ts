/** Net positions for spreadsheets: one line per position, no subtotals, all columns. */
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { csvFile, isoTime } from '../../../../core/domain/csv.ts'
import { groupPositions } from '../../../../core/domain/grouping/group-positions.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import type { OwnGroup } from '../../../../core/domain/grouping/own-groups.ts'
import type { Column } from '../../../ui/grid/column.ts'
import { plainTable } from '../../../ui/grid/view-table.ts'
import { structureName } from '../risk/structure-lines.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import { flatRows } from './positions-tree.ts'

interface PositionsCsvInputs {
  readonly positions: readonly PositionRow[]
  readonly all: readonly PositionRow[]
  readonly trades: readonly PackageTrade[]
  readonly own?: readonly OwnGroup[]
  readonly columns: readonly Column<PositionsRow>[]
  readonly account: string | undefined
  readonly atMs: number
}

function structuresOf({ all, trades, own }: PositionsCsvInputs): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const structure of groupPositions(all, trades, own)) {
    const name = structureName(structure)
    if (name === undefined) continue
    for (const { id } of structure.parts) names.set(id, names.has(id) ? `${names.get(id)}; ${name}` : name)
  }
  return names
}

export function positionsCsv(inputs: PositionsCsvInputs): string {
  const { positions, columns, account, atMs } = inputs
  const structures = structuresOf(inputs)
  // The symbol has its own column.
  const figures = columns
    .filter(column => column.quietHeader !== true)
    .map(column => (column.id === 'instrument' ? { ...column, sheet: undefined } : column))
  const [heads = [], ...lines] = plainTable(figures, flatRows(positions))
  const head = ['account', 'time_utc', 'symbol', 'structure', 'quote', ...heads]
  const rows = positions.map(({ id, symbol, quote }, index) => [
    account,
    isoTime(atMs),
    symbol,
    structures.get(id),
    quote,
    ...(lines[index] ?? []),
  ])
  return csvFile([head, ...rows])
}
