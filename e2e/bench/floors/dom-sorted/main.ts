/**
 * Floor of a poll that reorders every row: parse, sort by uPnL, and write the visible rows' texts directly into the
 * document.
 */
import { type FloorRow, fetchPositions } from '../positions.ts'

const inSight = 24
const fields = ['symbol', 'side', 'size', 'average_entry_price', 'mark_price', 'upnl'] as const
const live: ReadonlySet<string> = new Set(['mark_price', 'upnl'])
const cells: HTMLElement[][] = []
const retained = new Map<string, FloorRow>()
const table = document.createElement('table')
table.dataset['shell'] = ''
document.getElementById('root')?.append(table)

function cellsOfRow(): HTMLElement[] {
  const row = table.insertRow()
  return fields.map(field => {
    const cell = row.insertCell()
    if (live.has(field)) cell.dataset['live'] = ''
    return cell
  })
}

function draw(rows: readonly FloorRow[]): void {
  for (const each of rows) retained.set(each.symbol, each)
  // Converts each figure once, not at each comparison.
  const upnls = Float64Array.from(rows, each => Number(each.upnl))
  const order = Uint32Array.from(rows.keys()).sort((a, b) => (upnls[b] ?? 0) - (upnls[a] ?? 0))
  for (const [place, index] of order.subarray(0, inSight).entries()) {
    const row = (cells[place] ??= cellsOfRow())
    for (const [at, field] of fields.entries()) {
      const cell = row[at]
      if (cell !== undefined) cell.textContent = rows[index]?.[field] ?? ''
    }
  }
}

const poll = async (): Promise<void> => draw(await fetchPositions())
setInterval(() => void poll(), 500)
void poll()
