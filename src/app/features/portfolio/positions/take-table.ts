/** Copies a grid's visible content to the clipboard or a file. */
import type { RefObject } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { presentOwner } from '../../../api/venue/owner.ts'
import { csvFile, isoTime, tabbedText } from '../../../../core/domain/csv.ts'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import { saveCsv } from '../../../ui/save-file.ts'

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
  showToast({
    tone: 'ok',
    title: `Copied ${count} ${count === 1 ? 'row' : 'rows'} with ${count === 1 ? 'its' : 'their'} heads`,
  })
}

export function saveTable(grid: RefObject<TableHandle | null>, what: string): void {
  const table = tableOf(grid)
  if (table === undefined) return
  const [heads = [], ...lines] = table
  const account = presentOwner()?.account
  saveCsv(
    csvFile(account === undefined ? table : [['account', ...heads], ...lines.map(line => [account, ...line])]),
    sheetName(what),
  )
}

export const sheetName = (what: string): string =>
  `legwork-${what}-${isoTime(serverNowMs()).slice(0, 19).replaceAll(':', '')}.csv`
