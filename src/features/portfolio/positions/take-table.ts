/** Takes what a grid shows elsewhere: to the clipboard, or to a file. */
import type { RefObject } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { csvLine, isoTime } from '../../../domain/csv.ts'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import { tabbedText } from '../../../ui/grid/view-table.ts'
import { saveFile } from '../../../ui/save-file.ts'

/** The heads and at least a row; undefined, and said so, where nothing is shown. */
function tableOf(grid: RefObject<TableHandle | null>): ReturnType<TableHandle['table']> | undefined {
  const table = grid.current?.table() ?? []
  if (table.length > 1) return table
  showToast({ tone: 'neutral', title: 'Nothing to take', body: 'No row is shown.' })
  return undefined
}

export async function copyTable(grid: RefObject<TableHandle | null>): Promise<void> {
  const table = tableOf(grid)
  if (table === undefined || !(await copyText(tabbedText(table)))) return
  const count = table.length - 1
  showToast({ tone: 'ok', title: `Copied ${count} ${count === 1 ? 'row' : 'rows'} with ${count === 1 ? 'its' : 'their'} heads` })
}

/** `what` names the file: "closed-trades". */
export function saveTable(grid: RefObject<TableHandle | null>, what: string): void {
  const table = tableOf(grid)
  // A byte order mark, so that spreadsheets read UTF-8.
  if (table !== undefined) saveCsv(`\ufeff${table.map(line => csvLine(line)).join('')}`, what)
}

export function saveCsv(text: string, what: string): void {
  const blob = new Blob([text], { type: 'text/csv;charset=utf-8' })
  saveFile(blob, `legwork-${what}-${isoTime(serverNowMs()).slice(0, 19).replaceAll(':', '')}.csv`)
}
