/** Backup schema. Rows are checked one by one: an invalid one is set aside, with the path of its field. */
import { pointKinds } from '../domain/reference-point.ts'
import { z } from '../domain/zod.ts'
import { decimal, id, long, symbol, time, word } from './saved-schema.ts'

const instant = z.int()

const leg = z.object({ tradeable_entity_id: word, symbol: word, ratio: z.int() })
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
  second: z.optional(level),
  lastMs: time,
  trail: z.array(z.object({ atMs: time, price: decimal })).check(z.maxLength(1_000)),
})

const figure = z.nullable(decimal)
const orNothing = z.nullish(decimal)
const legFigures = z.union([
  z.tuple([figure, figure]),
  z.tuple([figure, figure, orNothing, orNothing, z.optional(time)]),
])
const point = z.object({
  kind: z.enum(pointKinds),
  atMs: time,
  wanted: decimal,
  bid: z.optional(level),
  ask: z.optional(level),
  trades: z.optional(z.array(word).check(z.maxLength(1_000))),
  market: z.optional(
    z.object({
      readMs: z.optional(time),
      legs: z.array(legFigures).check(z.maxLength(100)),
      indexes: z.record(word, decimal),
      forwards: z.record(word, decimal),
    }),
  ),
})

const knownTimes = z.record(word, time)
const legBooking = z.object({ price: decimal, isEstimated: z.optional(z.literal(true)) })

export const orderSchema = z.object({
  client_order_id: id,
  order_id: z.optional(word),
  title: symbol,
  market_id: word,
  symbol,
  legs: z.optional(z.array(leg).check(z.maxLength(100))),
  side: word,
  type: word,
  time_in_force: z.optional(word),
  quantity: decimal,
  price: z.optional(decimal),
  recv_window: z.optional(z.int()),
  sentAtMs: time,
  acceptedAtMs: z.optional(time),
  ioi_cache_timeout: z.optional(z.int()),
  refreshedAtMs: z.optional(time),
  order_state: z.optional(word),
  cancel_state: z.optional(word),
  openSinceMs: z.optional(time),
  endedAtMs: z.optional(time),
  listedAgainMs: z.optional(time),
  executions: z.array(execution).check(z.maxLength(100_000)),
  firstFillMs: z.optional(time),
  steps: z.array(word).check(z.maxLength(10_000)),
  quote: z.optional(word),
  quotes: z.optional(quotesSeen),
  bookings: z.optional(z.record(word, z.array(legBooking).check(z.maxLength(100)))),
  fillsKnownMs: z.optional(knownTimes),
  bookingsKnownMs: z.optional(knownTimes),
  rfq: z.optional(id),
  points: z.optional(z.array(point).check(z.maxLength(200))),
})

export const noteSchema = z.object({
  subject: id,
  text: long,
  tags: z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(100)),
  atMs: time,
})

export const backupFormat = 'legwork-backup'
export const backupVersion = 1

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
