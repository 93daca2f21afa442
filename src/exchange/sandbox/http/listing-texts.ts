/**
 * The answers as long as the universe. Each is built on the first request of its version (a roll of the listing, a life
 * of the summary) in slices, so that orders get through, and then served from the cache.
 */
import { endpoints } from '../../../core/contract/endpoints.ts'
import { deliverableRecord, marketSummaryRecord, symbolRecord } from '../../../core/contract/records.ts'
import { eachRow, rowWriter, validRows } from '../../../core/contract/rows.ts'
import type { Plain } from '../../../core/contract/wire.ts'
import type { EntityId } from '../../../core/domain/ids.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import type { LeftOut } from '../left-out.ts'
import type { MarketActivity } from '../market/activity.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import { type CachedText, cacheText, type Compress, oneAtATime } from './cached-text.ts'

interface ListingTextsOptions {
  readonly market: SandboxMarket
  readonly activity?: MarketActivity | undefined
  readonly leftOut: LeftOut
  readonly compress?: Compress | undefined
  /**
   * Name of this run, part of every entity tag: another or restarted exchange at the same address has other texts for
   * the same version.
   */
  readonly run?: string | undefined
  /** Yields to other work; without it a text is built in one task. */
  readonly pause?: (() => Promise<void>) | undefined
}

const rowsPerSlice = 250

/**
 * The text of the market summary. All rows are built once per life, in slices; rows that clients change are rebuilt one
 * by one, so that a client sees its own order at the cost of one row.
 */

type WrittenRows = readonly (string | undefined)[]

interface Life {
  readonly number: number
  rows: WrittenRows
  readonly indexes: ReadonlyMap<EntityId, number>
  revision: number
  text: CachedText
}

const write = rowWriter(marketSummaryRecord)

function summaryText({
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
  const made = (now: EpochMicros, from: number, to: number) =>
    market.summary(msFromMicros(now), from, to, id => activity?.of(id, now))
  const textOfRow = (row: MarketSummary | undefined): string => JSON.stringify(write(row as never))
  const written = (now: EpochMicros, from: number, to: number): (string | undefined)[] => {
    try {
      return made(now, from, to).map(row => leaveOut(() => textOfRow(row)))
    } catch {
      // One row failed, so each is computed alone.
      const { length } = listingOf(now).slice(from, to)
      return Array.from({ length }, (_, offset) =>
        leaveOut(() => textOfRow(made(now, from + offset, from + offset + 1)[0])),
      )
    }
  }
  const listingOf = (now: EpochMicros) =>
    market.listing(Math.floor(msFromMicros(now) / market.summaryLifeMs) * market.summaryLifeMs).all
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
      // The next request tries again.
      made.catch(() => {
        if (life?.made === made) life = undefined
      })
    }
    const cached = await life.made
    // A later life has begun meanwhile; its rows are newer than `now`.
    if (cached.number === number) renew(cached, now)
    return cached.text
  }
}

export interface ListingTexts {
  exchangeInfo(now: EpochMicros): Promise<CachedText>
  deliverableInfo(now: EpochMicros): Promise<CachedText>
  marketSummary(now: EpochMicros): Promise<CachedText>
}

export function createListingTexts(options: ListingTextsOptions): ListingTexts {
  const { market, compress, pause, leftOut, run = '' } = options
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
  /** The codec encodes the envelope with an empty list, which the rows then replace. */
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
