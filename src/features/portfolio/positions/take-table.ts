/** Takes what a grid shows elsewhere: to the clipboard, or to a file. */
import type { RefObject } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { csvLine, isoTime } from '../../../domain/csv.ts'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import type { GridHandle } from '../../../ui/grid/data-grid-props.ts'
import { tabbedText } from '../../../ui/grid/view-table.ts'
import { saveFile } from '../../../ui/save-file.ts'

export async function copyTable(grid: RefObject<GridHandle | null>): Promise<void> {
  const table = grid.current?.table() ?? []
  if (await copyText(tabbedText(table))) showToast({ tone: 'ok', title: `Copied ${table.length - 1} rows with their heads` })
}

/** `what` names the file: "positions". */
export function saveTable(grid: RefObject<GridHandle | null>, what: string): void {
  const table = grid.current?.table() ?? []
  const blob = new Blob([table.map(line => csvLine(line)).join('')], { type: 'text/csv;charset=utf-8' })
  saveFile(blob, `legwork-${what}-${isoTime(serverNowMs()).slice(0, 19).replaceAll(':', '')}.csv`)
}
