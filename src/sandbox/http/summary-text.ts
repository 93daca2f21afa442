/**
 * The text of the market summary. All its rows are written once in each of its lives, in slices; what clients change within a life is
 * written anew row by row, so that whoever asks sees his own order, and an order costs no more than its row when somebody asks.
 */
import { marketSummaryRecord } from '../../contract/records.ts'
import type { EntityId } from '../../domain/ids.ts'
import { type EpochMicros, msFromMicros } from '../../domain/time.ts'
import { type KeptText, keepText } from './kept-text.ts'
import { type ListingTextsOptions, rowsPerSlice } from './listing-options.ts'

interface Life {
  readonly number: number
  /** By place in the listing. */
  readonly rows: string[]
  readonly places: ReadonlyMap<EntityId, number>
  revision: number
  text: KeptText
}

export function summaryText({ market, activity, pause }: ListingTextsOptions): (now: EpochMicros) => Promise<KeptText> {
  let life: { readonly number: number; readonly made: Promise<Life> } | undefined
  const written = (now: EpochMicros, from: number, to: number): string[] =>
    market
      .summary(msFromMicros(now), from, to, id => activity?.of(id, now))
      .map(row => JSON.stringify(marketSummaryRecord.encode(row as never)))
  const textOf = (number: number, revision: number, rows: readonly string[]): KeptText =>
    keepText(`[${rows.join(',')}]`, `${number}.${revision}`, undefined)
  const make = async (now: EpochMicros, number: number): Promise<Life> => {
    const rows: string[] = []
    activity?.takeChanged()
    const { all } = market.listing(Math.floor(msFromMicros(now) / market.summaryLifeMs) * market.summaryLifeMs)
    const places = new Map(all.map((listed, place) => [listed.instrument.tradeable_entity_id, place]))
    for (;;) {
      const part = written(now, rows.length, rows.length + rowsPerSlice)
      rows.push(...part)
      if (part.length < rowsPerSlice) return { number, rows, places, revision: 0, text: textOf(number, 0, rows) }
      await pause?.()
    }
  }
  const renew = (kept: Life, now: EpochMicros): void => {
    const changed = (activity?.takeChanged() ?? []).flatMap(id => kept.places.get(id) ?? [])
    if (changed.length === 0) return
    for (const place of changed) kept.rows[place] = written(now, place, place + 1)[0] ?? ''
    kept.revision += 1
    kept.text = textOf(kept.number, kept.revision, kept.rows)
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
    const kept = await life.made
    // One that came in the meantime has begun a later life: its rows are newer than `now`.
    if (kept.number === number) renew(kept, now)
    return kept.text
  }
}
