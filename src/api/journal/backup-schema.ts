/** What a backup must look like to be taken. Rows are checked one by one: a bad one is set aside, by the path of its field. */
import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import { z } from '../../domain/zod.ts'
import { journalKinds } from '../../domain/journal-row.ts'

const decimal = z.custom<Decimal>(isDecimal, 'not a decimal')
const time = z.number().min(0).max(8.64e15)
const id = z.string().min(1).max(400)
const word = z.string().max(400)
const symbol = z.string().max(4_000)
const long = z.string().max(20_000)
const instant = z.number().int().safe()

export const rowSchema = z.object({
  id,
  atMs: time,
  kind: z.enum(journalKinds),
  what: word,
  client_order_id: id.optional(),
  order_id: word.optional(),
  market_id: word.optional(),
  title: symbol.optional(),
  symbol: symbol.optional(),
  side: word.optional(),
  quantity: decimal.optional(),
  price: decimal.optional(),
  trade_id: word.optional(),
  liquidity_flag: word.optional(),
  amount: decimal.optional(),
  asset: word.optional(),
  isEstimated: z.boolean().optional(),
  detail: long.optional(),
  seenBy: z.literal('recorder').optional(),
  raw: z.unknown().optional(),
})

const leg = z.object({ tradeable_entity_id: word, symbol: word, ratio: z.number().int().safe() })
const execution = z.object({
  utc_timestamp: instant,
  executed_quantity: decimal,
  executed_price: decimal,
  trade_id: word,
  liquidity_flag: word,
})

const level = z.object({ price: decimal, quantity: decimal })
const quotesSeen = z.object({
  firstMs: time,
  best: level,
  second: level.optional(),
  lastMs: time,
  trail: z.array(z.object({ atMs: time, price: decimal })).max(1_000),
})

const legBooking = z.object({ price: decimal, isEstimated: z.literal(true).optional() })

export const orderSchema = z.object({
  client_order_id: id,
  order_id: word.optional(),
  title: symbol,
  market_id: word,
  symbol,
  legs: z.array(leg).max(100).optional(),
  side: word,
  type: word,
  time_in_force: word.optional(),
  quantity: decimal,
  price: decimal.optional(),
  recv_window: z.number().int().safe().optional(),
  sentAtMs: time,
  acceptedAtMs: time.optional(),
  ioi_cache_timeout: z.number().safe().optional(),
  refreshedAtMs: time.optional(),
  order_state: word.optional(),
  cancel_state: word.optional(),
  openSinceMs: time.optional(),
  endedAtMs: time.optional(),
  listedAgainMs: time.optional(),
  executions: z.array(execution).max(100_000),
  firstFillMs: time.optional(),
  steps: z.array(word).max(10_000),
  quote: word.optional(),
  quotes: quotesSeen.optional(),
  bookings: z.record(word, z.array(legBooking).max(100)).optional(),
})

export const noteSchema = z.object({ subject: id, text: long, tags: z.array(z.string().min(1).max(40)).max(100), atMs: time })

const amounts = z.record(word, decimal)

export const sampleSchema = z.object({
  atMs: time,
  equity: z.object({
    cash: decimal,
    optionValue: decimal,
    optionUpnl: decimal,
    futuresUpnl: decimal,
    reference: decimal.optional(),
    leftOut: z.array(word).max(10_000),
  }),
  cash: amounts,
  indexes: amounts,
  positions: z
    .array(
      z.object({
        symbol: word,
        product: z.enum(['spot', 'perpetual', 'future', 'option', 'index']).optional(),
        quote: word.optional(),
        size: decimal,
        average_entry_price: decimal,
        mark_price: decimal,
        upnl: decimal,
      }),
    )
    .max(100_000)
    .optional(),
})

export const backupFormat = 'legwork-backup'
export const backupVersion = 1

/** The envelope; its lists are checked row by row. */
export const backupSchema = z.object({
  format: z.literal(backupFormat),
  version: z.literal(backupVersion),
  venue: z.string(),
  account: z.string(),
  rows: z.array(z.unknown()),
  orders: z.array(z.unknown()),
  notes: z.array(z.unknown()),
  samples: z.array(z.unknown()),
})
