/** The market summary, thousands of rows a poll: checked by plain comparisons, and by the contract's codecs where a value is no plain text. */
import type { Answered } from '../../client/client-types.ts'
import { decodeAnswer } from '../../client/create-client.ts'
import { driftFault } from '../../client/fault.ts'
import type { HttpAnswer } from '../../client/http.ts'
import { systemTimers } from '../../client/timers.ts'
import { marketSummaryRecord } from '../../contract/records.ts'
import type { BadRow } from '../../contract/rows.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Loaded } from '../../domain/unread-row.ts'
import { z } from '../../domain/zod.ts'
import { forEachInSlices } from '../browser/pause.ts'
import { parseArray } from './parse-array.ts'
import { dropNulls, isPlainSummary } from './plain-summary.ts'

export async function readSummary(answer: HttpAnswer): Promise<Answered<Loaded<ReadonlyMap<string, MarketSummary>>>> {
  const values = answer.status === 200 ? await parseArray(answer.text) : undefined
  if (values === undefined) {
    const decoded = decodeAnswer('marketSummary', answer, {}, systemTimers.wallMs())
    return decoded.ok ? { ok: false, fault: driftFault('', 'not a list') } : decoded
  }
  const data = new Map<string, MarketSummary>()
  const setAside: BadRow[] = []
  await forEachInSlices(values, (value, index) => {
    const row = dropNulls(value)
    if (isPlainSummary(row)) data.set(row.symbol, row)
    else {
      const slow = z.safeDecode(marketSummaryRecord, row as z.input<typeof marketSummaryRecord>)
      if (slow.success) data.set(slow.data.symbol, slow.data)
      else setAside.push({ index, path: slow.error.issues[0]?.path.join('.') ?? '', message: slow.error.issues[0]?.message ?? 'not valid' })
    }
  })
  return { ok: true, answer: { data, setAside } }
}
