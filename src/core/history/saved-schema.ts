/** Schemas of rows and samples received from another tab, a recorder or a backup. */
import { type Decimal, isDecimal } from '../domain/decimal.ts'
import { journalKinds } from '../domain/journal-row.ts'
import { z } from '../domain/zod.ts'

export const decimal = z.custom<Decimal>(isDecimal, 'not a decimal')
export const time = z.number().check(z.minimum(0), z.maximum(8.64e15))
export const id = z.string().check(z.minLength(1), z.maxLength(400))
export const word = z.string().check(z.maxLength(400))
export const symbol = z.string().check(z.maxLength(4_000))
export const long = z.string().check(z.maxLength(20_000))

export const rowSchema = z.object({
  id,
  atMs: time,
  knownAtMs: z.optional(time),
  kind: z.enum(journalKinds),
  what: word,
  client_order_id: z.optional(id),
  order_id: z.optional(word),
  market_id: z.optional(word),
  title: z.optional(symbol),
  symbol: z.optional(symbol),
  side: z.optional(word),
  quantity: z.optional(decimal),
  price: z.optional(decimal),
  trade_id: z.optional(word),
  liquidity_flag: z.optional(word),
  amount: z.optional(decimal),
  asset: z.optional(word),
  isEstimated: z.optional(z.boolean()),
  detail: z.optional(long),
  seenBy: z.optional(z.literal('recorder')),
  raw: z.optional(z.unknown()),
})

const amounts = z.record(word, decimal)

export const sampleSchema = z.object({
  atMs: time,
  equity: z.object({
    cash: decimal,
    optionValue: decimal,
    optionUpnl: decimal,
    futuresUpnl: decimal,
    reference: z.optional(decimal),
    leftOut: z.array(word).check(z.maxLength(10_000)),
  }),
  cash: amounts,
  indexes: amounts,
  funds: z.optional(z.record(word, z.object({ reserved: decimal, available: decimal, withdrawable: decimal }))),
  underlyings: z.optional(amounts),
  volatility: z.optional(z.record(word, long)),
  mids: z.optional(amounts),
  cashFromMs: z.optional(time),
  positions: z.optional(
    z
      .array(
        z.object({
          symbol: word,
          product: z.optional(z.enum(['spot', 'perpetual', 'future', 'option', 'index'])),
          quote: z.optional(word),
          size: decimal,
          average_entry_price: decimal,
          mark_price: decimal,
          upnl: decimal,
          margin_value: z.optional(decimal),
          priced: z.optional(
            z.object({
              forward: z.number(),
              volatility: z.number(),
              source: z.enum(['mid', 'last', 'surface', 'typed']),
            }),
          ),
        }),
      )
      .check(z.maxLength(100_000)),
  ),
})
