/** The market summary, thousands of rows a poll: read in slices of time. */
import type { Answered } from '../../client/client-types.ts'
import { decodeAnswer } from '../../client/create-client.ts'
import { driftFault } from '../../client/fault.ts'
import type { HttpAnswer } from '../../client/http.ts'
import { systemTimers } from '../../client/timers.ts'
import { marketSummaryRecord } from '../../contract/records.ts'
import { type BadRow, rowReader } from '../../contract/rows.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Loaded } from '../../domain/unread-row.ts'
import { forEachInSlices } from '../browser/pause.ts'
import { parseArray } from './parse-array.ts'

const readRow = rowReader(marketSummaryRecord)

export async function readSummary(answer: HttpAnswer): Promise<Answered<Loaded<ReadonlyMap<string, MarketSummary>>>> {
  const values = answer.status === 200 ? await parseArray(answer.text) : undefined
  if (values === undefined) {
    const decoded = decodeAnswer('marketSummary', answer, {}, systemTimers.wallMs())
    return decoded.ok ? { ok: false, fault: driftFault('', 'not a list') } : decoded
  }
  const data = new Map<string, MarketSummary>()
  const setAside: BadRow[] = []
  await forEachInSlices(values, (value, index) => {
    const row = readRow(value, (path, message) => setAside.push({ index, path, message }))
    if (row !== undefined) data.set(row.symbol, row)
  })
  return { ok: true, answer: { data, setAside } }
}
