/**
 * The venue's deliverables: shown from the cache and revalidated, like the listing. There may be one per instrument,
 * so tens of thousands of rows are read in slices.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallResult } from '../../../core/client/client-types.ts'
import { statusFault } from '../../../core/client/fault.ts'
import type { HttpAnswer } from '../../../core/client/http.ts'
import { deliverableRecord } from '../../../core/contract/records.ts'
import { type BadRow, rowReader } from '../../../core/contract/rows.ts'
import type { Deliverable } from '../../../core/domain/account.ts'
import type { DeliverableId } from '../../../core/domain/ids.ts'
import { byLastCharacters, lazyLookup } from '../../../core/domain/lazy-lookup.ts'
import type { LoadedRows } from '../../../core/domain/unread-row.ts'
import { type CachedText, database, timely } from '../browser/db.ts'
import { forEachInSlices, yieldToPage } from '../browser/pause.ts'
import { queryClient } from '../polling/query-client.ts'
import { queryOptionsOf, type Resource, type ResourceSpec, useResource } from '../polling/resource.ts'
import { shareRows } from '../polling/share-rows.ts'
import { client } from '../venue/client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { readVenue, useVenue } from '../venue/venue.ts'
import { parseArray } from './parse-array.ts'

type Deliverables = readonly Deliverable[]

const intervalMs = 600_000
/** For tens of thousands of rows; orders do not wait for it. */
const timeoutMs = 30_000
const textKey = (venueKey: string): string => `${venueKey} deliverableInfo`
const queryKey = (venueKey: string): readonly unknown[] => ['deliverables', venueKey]

const readRow = rowReader(deliverableRecord)
const rowsBegin = /"deliverables"\s*:\s*\[/

async function read(answer: HttpAnswer): Promise<CallResult<LoadedRows<Deliverables>>> {
  const begins = rowsBegin.exec(answer.text.slice(0, 2_000))
  const from = begins === null ? -1 : begins.index + begins[0].length - 1
  const to = answer.text.lastIndexOf(']')
  const values = from < 0 || answer.status !== 200 ? undefined : await parseArray(answer.text.slice(from, to + 1))
  const text = values === undefined ? answer.text : `${answer.text.slice(0, from)}[]${answer.text.slice(to + 1)}`
  const envelope = client.decode('deliverableInfo', { ...answer, text }, {})
  if (!envelope.ok) return envelope
  const decoded = envelope.answer.deliverables_response.deliverables
  if (values === undefined) return { ok: true, answer: { data: decoded.rows, rejectedRows: decoded.rejected } }
  const data: Deliverable[] = []
  const rejectedRows: BadRow[] = []
  await forEachInSlices(values, (value, index) => {
    const row = readRow(value, (path, message) => rejectedRows.push({ index, path, message }))
    if (row !== undefined) data.push(row)
  })
  return { ok: true, answer: { data, rejectedRows } }
}

async function readSaved(venueKey: string): Promise<CachedText | undefined> {
  try {
    return await timely(database().then(db => db.get('texts', textKey(venueKey))))
  } catch {
    // Without a cache, asks the venue.
    return undefined
  }
}

async function save(venueKey: string, saved: CachedText): Promise<void> {
  // Storing a long text gets its own task.
  await yieldToPage()
  try {
    await (await database()).put('texts', saved, textKey(venueKey))
  } catch {
    // The cache only saves time.
  }
}

const ofText = (text: string): HttpAnswer => ({ status: 200, text, header: () => undefined })

async function showSaved(venueKey: string, saved: CachedText): Promise<void> {
  if (queryClient.getQueryData(queryKey(venueKey)) !== undefined) return
  const known = await read(ofText(saved.text))
  if (known.ok && queryClient.getQueryData(queryKey(venueKey)) === undefined)
    queryClient.setQueryData(queryKey(venueKey), known.answer)
}

async function load(venueKey: string, signal: AbortSignal): Promise<CallResult<LoadedRows<Deliverables>>> {
  const saved = await readSaved(venueKey)
  if (saved !== undefined) await showSaved(venueKey, saved)
  const etag = readVenue().baseUrl === '' ? saved?.etag : undefined
  const headers = etag === undefined ? {} : { 'if-none-match': etag }
  const answered = await client.text('deliverableInfo', { signal, timeoutMs, headers, mayBeLong: true })
  if (!answered.ok) return answered
  const { status, text } = answered.answer
  if (status === 304)
    return saved === undefined
      ? { ok: false, fault: statusFault(304, false, undefined, undefined) }
      : await read(ofText(saved.text))
  const fresh = await read(answered.answer)
  if (fresh.ok) void save(venueKey, { text, etag: answered.answer.header('etag'), savedAtMs: serverNowMs() })
  return fresh
}

const spec = (venueKey: string, enabled: boolean): ResourceSpec<Deliverables> => ({
  name: 'deliverables',
  key: queryKey(venueKey),
  intervalMs,
  enabled,
  load: signal => load(venueKey, signal),
  share: (old, fresh) => shareRows(old, fresh, ['symbol']),
})

export const useDeliverables = (): Resource<Deliverables> => useResource(spec(useVenue().key, true))

export type DeliverableName = (id: DeliverableId) => string | undefined

/**
 * Names of deliverables; undefined until the venue or the cache provides them. No figure depends on it, so a failure
 * does not affect the connection state.
 */
export function useDeliverableName(enabled = true): DeliverableName {
  const venueKey = useVenue().key
  const { data } = useQuery({ ...queryOptionsOf(spec(venueKey, enabled), 1), staleTime: intervalMs }, queryClient)
  return useMemo(() => {
    // The first of a shared id wins: `USD-REFERENCE` has the id of USD. Few of tens of thousands are looked up.
    const find = lazyLookup(data?.data ?? [], each => each.deliverable_id, byLastCharacters)
    return id => find(id)?.symbol
  }, [data])
}
