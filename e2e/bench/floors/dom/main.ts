/** Floor of a poll: parse and write the two changing texts of the visible rows directly into the document. */
import { type FloorRow, fetchPositions } from '../positions.ts'

const inSight = 24
const cells: { readonly mark: HTMLElement; readonly upnl: HTMLElement }[] = []
const retained = new Map<string, FloorRow>()
const table = document.createElement('table')
table.dataset['shell'] = ''
document.getElementById('root')?.append(table)

function cellOf(row: HTMLTableRowElement, text: string): HTMLElement {
  const cell = row.insertCell()
  cell.textContent = text
  return cell
}

function draw(rows: readonly FloorRow[]): void {
  for (const each of rows) retained.set(each.symbol, each)
  for (const [index, each] of rows.slice(0, inSight).entries()) {
    const known = cells[index]
    if (known === undefined) {
      const row = table.insertRow()
      for (const text of [each.symbol, each.side, each.size, each.average_entry_price]) cellOf(row, text)
      const mark = cellOf(row, each.mark_price)
      const upnl = cellOf(row, each.upnl)
      mark.dataset['live'] = ''
      upnl.dataset['live'] = ''
      cells.push({ mark, upnl })
    } else {
      known.mark.textContent = each.mark_price
      known.upnl.textContent = each.upnl
    }
  }
}

const poll = async (): Promise<void> => draw(await fetchPositions())
setInterval(() => void poll(), 500)
void poll()
