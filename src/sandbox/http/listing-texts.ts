/**
 * The answers that are as long as the universe. Each is made when first asked for in its version (a roll of the listing, a life of the
 * summary), in slices so that orders get through in between, and served from then on without touching an instrument.
 */
import { z } from '../../domain/zod.ts'
import { msFromMicros, type EpochMicros } from '../../domain/time.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { deliverableRecord, symbolRecord } from '../../contract/records.ts'
import type { Plain } from '../../contract/plain.ts'
import { eachRow, validRows, rowWriter } from '../../contract/rows.ts'
import { type Compress, type CachedText, cacheText } from './cached-text.ts'
import { type ListingTextsOptions, rowsPerSlice } from './listing-options.ts'
import { summaryText } from './summary-text.ts'

export interface ListingTexts {
  exchangeInfo(now: EpochMicros): Promise<CachedText>
  deliverableInfo(now: EpochMicros): Promise<CachedText>
  marketSummary(now: EpochMicros): Promise<CachedText>
}

export function createListingTexts(options: ListingTextsOptions): ListingTexts {
  const { market, compress, pause, leftOut, run = '' } = options
  /** `part(from, to)` gives rows by index; fewer than asked for end the list. */
  const rows = async <Schema extends z.ZodMiniType>(
    list: string,
    schema: Schema,
    part: (from: number, to: number) => readonly Plain<z.output<Schema>>[],
  ): Promise<string> => {
    const written: string[] = []
    const write = rowWriter(schema)
    for (let from = 0; ; from += rowsPerSlice) {
      const values = part(from, from + rowsPerSlice)
      written.push(...eachRow(values, leftOut.of(list), value => JSON.stringify(write(value as z.output<Schema>))))
      if (values.length < rowsPerSlice) return written.join(',')
      await pause?.()
    }
  }
  /** The envelope comes from the endpoint's own codec, encoded without rows; the rows go where its empty list stands. */
  const fill = (envelope: unknown, list: string): string => JSON.stringify(envelope).replace('[]', () => `[${list}]`)
  const cached = (
    versionOf: (now: EpochMicros) => string,
    make: (now: EpochMicros) => Promise<string>,
    compressor: Compress | undefined,
  ) => {
    let cached: { readonly version: string; readonly text: Promise<CachedText> } | undefined
    return (now: EpochMicros): Promise<CachedText> => {
      const version = versionOf(now)
      if (cached?.version === version) return cached.text
      const text = make(now).then(made => cacheText(made, version, compressor))
      cached = { version, text }
      // What failed is tried anew by the next who asks.
      text.catch(() => {
        if (cached?.text === text) cached = undefined
      })
      return text
    }
  }
  const listingVersion = (now: EpochMicros): string => `${run}.${market.listing(msFromMicros(now)).version}`

  return {
    exchangeInfo: cached(
      listingVersion,
      async now => {
        const symbols = market.listing(msFromMicros(now)).all.map(listed => listed.instrument)
        const envelope = z.encode(endpoints.exchangeInfo.answer, {
          entities_and_rules_response: { server_utc_timestamp: now, symbols: validRows([]) },
        })
        return fill(envelope, await rows('listing', symbolRecord, (from, to) => symbols.slice(from, to)))
      },
      compress,
    ),
    deliverableInfo: cached(
      listingVersion,
      async now => {
        const envelope = z.encode(endpoints.deliverableInfo.answer, {
          deliverables_response: { server_utc_timestamp: now, deliverables: validRows([]) },
        })
        const deliverables = market.deliverables(msFromMicros(now))
        return fill(envelope, await rows('deliverables', deliverableRecord, (from, to) => deliverables.slice(from, to)))
      },
      compress,
    ),
    marketSummary: summaryText(options),
  }
}
