/**
 * The text of the market summary. All its rows are written once in each of its lives, in slices; what clients change within a life is
 * written anew row by row, so that whoever asks sees his own order, and an order costs no more than its row when somebody asks.
 */
import { marketSummaryRecord } from '../../contract/records.ts'
import { rowWriter } from '../../contract/rows.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { EntityId } from '../../domain/ids.ts'
import { type EpochMicros, msFromMicros } from '../../domain/time.ts'
import { type CachedText, cacheText, oneAtATime } from './cached-text.ts'
import { type ListingTextsOptions, rowsPerSlice } from './listing-options.ts'

/** A row as it is written, by its place in the listing; undefined where one cannot be. */
type WrittenRows = readonly (string | undefined)[]

interface Life {
  readonly number: number
  rows: WrittenRows
  readonly indexes: ReadonlyMap<EntityId, number>
  revision: number
  text: CachedText
}

const write = rowWriter(marketSummaryRecord)

export function summaryText({
  market,
  activity,
  compress,
  pause,
  leftOut,
  run = '',
}: ListingTextsOptions): (now: EpochMicros) => Promise<CachedText> {
  let life: { readonly number: number; readonly made: Promise<Life> } | undefined
  const compressor = compress === undefined ? undefined : oneAtATime(compress)
  const leaveOut = leftOut.of('market summary')
  const made = (now: EpochMicros, from: number, to: number) => market.summary(msFromMicros(now), from, to, id => activity?.of(id, now))
  const textOfRow = (row: MarketSummary | undefined): string => JSON.stringify(write(row as never))
  const written = (now: EpochMicros, from: number, to: number): (string | undefined)[] => {
    try {
      return made(now, from, to).map(row => leaveOut(() => textOfRow(row)))
    } catch {
      // One of them cannot even be worked out: each for itself.
      const { length } = listingOf(now).slice(from, to)
      return Array.from({ length }, (_, offset) => leaveOut(() => textOfRow(made(now, from + offset, from + offset + 1)[0])))
    }
  }
  /** The listing as the summary of now has it. */
  const listingOf = (now: EpochMicros) => market.listing(Math.floor(msFromMicros(now) / market.summaryLifeMs) * market.summaryLifeMs).all
  const textOf = (number: number, revision: number, rows: WrittenRows): CachedText => {
    const version = `${run}.${number}.${revision}`
    return cacheText(`[${rows.filter(row => row !== undefined).join(',')}]`, version, compressor)
  }
  const make = async (now: EpochMicros, number: number): Promise<Life> => {
    const rows: (string | undefined)[] = []
    activity?.takeChanged()
    const indexes = new Map(listingOf(now).map((listed, index) => [listed.instrument.tradeable_entity_id, index]))
    for (;;) {
      const part = written(now, rows.length, rows.length + rowsPerSlice)
      rows.push(...part)
      if (part.length < rowsPerSlice) return { number, rows, indexes, revision: 0, text: textOf(number, 0, rows) }
      await pause?.()
    }
  }
  const renew = (cached: Life, now: EpochMicros): void => {
    const changed = (activity?.takeChanged() ?? []).flatMap(id => cached.indexes.get(id) ?? [])
    if (changed.length === 0) return
    const rows = [...cached.rows]
    for (const index of changed) rows[index] = written(now, index, index + 1)[0]
    cached.rows = rows
    cached.revision += 1
    cached.text = textOf(cached.number, cached.revision, cached.rows)
  }
  return async now => {
    const number = Math.floor(msFromMicros(now) / market.summaryLifeMs)
    if (life?.number !== number) {
      const made = make(now, number)
      life = { number, made }
      // What failed is tried anew by the next who asks.
      made.catch(() => {
        if (life?.made === made) life = undefined
      })
    }
    const cached = await life.made
    // One that came in the meantime has begun a later life: its rows are newer than `now`.
    if (cached.number === number) renew(cached, now)
    return cached.text
  }
}
