/**
 * The recorder's HTTP API: calls under the app's own server, and schemas shared by recorder and page. Rows, orders,
 * notes and samples have the browser's stored form. All times are ms since 1970 UTC, venue time. Amounts are decimal
 * strings. Each call carries a token valid for `GET /v1/api/positions`, in the header of the venue's private calls. The
 * recorder uses it once and trusts its subject only if the venue accepts it. If tokens name an endpoint in `uri`, it is
 * that of the positions. If a token is valid for one call only, each call needs its own. The response is JSON. An error
 * is `{ "error": text }` with 400, 401, 403, 404, 409, 429 or 503.
 */
import { rowsOf } from '../contract/rows.ts'
import { alertFields, mostAlerts } from '../domain/alert-schema.ts'
import { journalKinds } from '../domain/journal-row.ts'
import { z } from '../domain/zod.ts'
import { noteSchema, orderSchema } from './backup-schema.ts'
import { rowSchema, sampleSchema } from './saved-schema.ts'

const recorderPath = '/recorder/v1'

const instant = z.int()

/** Time in which the recorder followed the account without a break. `toMs` grows while it does. */
const spanSchema = z.object({ fromMs: instant, toMs: instant })

/**
 * `GET /status`: the accounts that this token may read, and the times the recorder covered. No parameters. An empty
 * `accounts` means that the token is valid but nothing is recorded for it.
 */
export const statusAnswer = z.object({
  version: z.literal(1),
  nowMs: instant,
  accounts: z.array(
    z.object({
      account: z.string(),
      isFollowed: z.boolean(),
      /** Sorted by time. The time between two spans is a gap. */
      covered: z.array(spanSchema),
      mayWriteNotes: z.boolean(),
      sendsAlerts: z._default(z.boolean(), false),
    }),
  ),
})

function isEncoded(text: string): boolean {
  try {
    // No database stores U+0000 in a text.
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/** Query parameters are text. Lists are separated by commas. Times are rounded down to whole ms. */
const asked = z.number().check(z.minimum(0))
const wholeText = (value: number): string => String(Math.floor(value))
const whole = z.codec(z.string().check(z.regex(/^\d{1,15}$/, 'not a whole number')), asked, {
  decode: text => Number.parseInt(text, 10),
  encode: wholeText,
})
const listOf = <Item extends z.ZodMiniType<string, string>>(item: Item, most: number) =>
  z.codec(
    z.string().check(z.maxLength(100_000), z.refine(isEncoded, 'not a list of encoded texts')),
    z.array(item).check(z.maxLength(most)),
    {
      decode: text => (text === '' ? [] : text.split(',').map(each => decodeURIComponent(each) as z.input<Item>)),
      encode: items => items.map(each => encodeURIComponent(each)).join(','),
    },
  )
const times = z.codec(
  z.string().check(z.regex(/^\d{1,15}(?:,\d{1,15})*$/, 'not times')),
  z.array(asked).check(z.maxLength(500)),
  {
    decode: text => text.split(',').map(each => Number.parseInt(each, 10)),
    encode: items => items.map(wholeText).join(','),
  },
)
const account = z.string().check(z.minLength(1), z.maxLength(200))

/**
 * `GET /samples`: equity, cash, indexes and volatility, without positions, sorted by time; `from` inclusive, `to`
 * exclusive. `every` returns only the first sample of each hour, or of each day and at or after 08:00 UTC. With
 * `points` the recorder chooses the grain and reports it. It returns about that many samples (`isThinned`): first,
 * last, lowest and highest equity per interval. Over 12,000 samples (eight days of minutes): 400.
 */
const everySchema = z.enum(['minute', 'hour', 'day'])
export const samplesQuery = z.object({
  account,
  from: whole,
  to: whole,
  points: z.optional(whole),
  every: z.optional(everySchema),
})
export const mostSamples = 12_000
export const samplesAnswer = z.object({
  samples: rowsOf(z.omit(sampleSchema, { positions: true })),
  isThinned: z.boolean(),
  /** Grain of these samples; old ones are stored more coarsely. Earlier recorders omit it. */
  every: z.optional(everySchema),
})

/** `GET /full-samples`: samples with positions, for the minutes of `at`. Missing minutes are omitted. */
export const fullSamplesQuery = z.object({ account, at: times })
export const fullSamplesAnswer = z.object({ samples: rowsOf(sampleSchema) })

/** `GET /first-positions`: positions when the account was first recorded. Null if not recorded. */
export const firstPositionsQuery = z.object({ account })
export const firstPositionsAnswer = z.object({
  first: z.nullable(z.pick(z.required(sampleSchema, { positions: true }), { atMs: true, positions: true })),
})

/**
 * `GET /journal`: rows, newest first, at most `limit` (1 to 1,000). The next page uses `before` of the last response.
 * Kinds: `cash` for cash without an order (settlements, funding, transfers), `execution` for fills, `quote` for quotes
 * on an RFQ.
 */
export const mostRows = 1_000
export const journalQuery = z.object({
  account,
  limit: whole,
  before: z.optional(z.string().check(z.maxLength(500))),
  from: z.optional(whole),
  to: z.optional(whole),
  kinds: z.optional(listOf(z.enum(journalKinds), journalKinds.length)),
  /** `client_order_id`, or the row's id if it has none. */
  subjects: z.optional(listOf(z.string().check(z.maxLength(400)), 200)),
  text: z.optional(z.string().check(z.maxLength(200))),
})
export const journalAnswer = z.object({
  rows: rowsOf(rowSchema),
  before: z.optional(z.string()),
  total: instant,
})

/**
 * `GET /orders`: orders with executions and observed quotes. `which`: `filled` (at least one execution, by the first),
 * `open` (open at the venue), `rfqs` (by time sent); or `ids`, by client id. At most 2,000, newest first. `hasMore`
 * means that older ones exist; request them with `to` (exclusive, same time field).
 */
export const ordersQuery = z.object({
  account,
  which: z.optional(z.enum(['filled', 'open', 'rfqs'])),
  ids: z.optional(listOf(z.string().check(z.maxLength(400)), 200)),
  to: z.optional(whole),
})
export const ordersAnswer = z.object({ orders: rowsOf(orderSchema), hasMore: z.boolean() })

/** Limit per account: readers get all notes in one response. */
export const mostNotes = 5_000

/** `GET /notes`: all notes of the account. */
export const notesQuery = z.object({ account })
export const sharedNoteSchema = z.extend(noteSchema, {
  /** Subject of the token that wrote it. */
  by: z.string(),
})
export const notesAnswer = z.object({ notes: rowsOf(sharedNoteSchema) })

/**
 * `PUT /notes`: writes a note; one without text and tags is removed. `seenAtMs` is the time of the note that the writer
 * saw, or null. If another was written since, returns 409 with that note and changes nothing.
 */
export const noteBody = z.object({
  account,
  subject: noteSchema.shape.subject,
  text: noteSchema.shape.text,
  tags: noteSchema.shape.tags,
  seenAtMs: z.nullable(instant),
})
export const noteAnswer = z.object({ note: z.nullable(sharedNoteSchema) })

export const awayAlertSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  ...alertFields,
  isArmed: z.optional(z.boolean()),
  reportedMs: z.optional(z.number()),
  /** Time at which it was set, venue clock. */
  setMs: z.optional(z.number()),
  /** Subject of the token that set it. Empty for alerts of the recorder's file. */
  by: z.string(),
})

/**
 * `GET /alerts`: watched alerts and their destinations. `PUT /alerts`: also watches these, under ids made by the page,
 * and stops watching `drop`. An alert that is already watched is unchanged. `remove` lists alerts that the trader
 * removed. A client that sends one again gets its id in `removed`, unless it was set later. Over 100 alerts: 409,
 * unchanged.
 */
export const alertsQuery = z.object({ account })
export const watchBody = z.object({
  account,
  watch: z
    .array(z.strictObject(z.omit(awayAlertSchema, { by: true, reportedMs: true }).shape))
    .check(z.maxLength(mostAlerts)),
  drop: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(mostAlerts * 10)),
  remove: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(mostAlerts * 10)),
    [],
  ),
})
export const alertsAnswer = z.object({
  alerts: z.array(awayAlertSchema),
  /** Ids of submitted alerts that were removed elsewhere and are not watched. */
  removed: z._default(z.array(z.string()), []),
  /** Destinations by name, never by address. */
  to: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['webhook', 'email']),
      quiet: z.nullable(z.object({ from: z.string(), to: z.string(), zone: z.string() })),
    }),
  ),
  events: z.array(z.string()),
  /** Last deliveries, newest first. */
  sent: z.array(
    z.object({
      id: z.string(),
      atMs: z.number(),
      title: z.string(),
      destination: z.string(),
      state: z.enum(['waiting', 'quiet', 'delivered', 'summarised', 'failed']),
      said: z.string(),
    }),
  ),
})

/** `POST /test-alert`: sends one alert to each destination immediately, also in quiet hours. Returns each result. */
export const testBody = z.object({ account })
export const testAnswer = z.object({
  results: z.array(
    z.object({ name: z.string(), kind: z.enum(['webhook', 'email']), isDelivered: z.boolean(), said: z.string() }),
  ),
})

export interface RecorderCall {
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly path: string
  readonly query: z.ZodMiniType
  readonly body: z.ZodMiniType
  readonly answer: z.ZodMiniType
}

const none = z.object({})
const noBody = z.undefined()

export const recorderCalls = {
  status: { method: 'GET', path: `${recorderPath}/status`, query: none, body: noBody, answer: statusAnswer },
  samples: { method: 'GET', path: `${recorderPath}/samples`, query: samplesQuery, body: noBody, answer: samplesAnswer },
  fullSamples: {
    method: 'GET',
    path: `${recorderPath}/full-samples`,
    query: fullSamplesQuery,
    body: noBody,
    answer: fullSamplesAnswer,
  },
  firstPositions: {
    method: 'GET',
    path: `${recorderPath}/first-positions`,
    query: firstPositionsQuery,
    body: noBody,
    answer: firstPositionsAnswer,
  },
  journal: { method: 'GET', path: `${recorderPath}/journal`, query: journalQuery, body: noBody, answer: journalAnswer },
  orders: { method: 'GET', path: `${recorderPath}/orders`, query: ordersQuery, body: noBody, answer: ordersAnswer },
  notes: { method: 'GET', path: `${recorderPath}/notes`, query: notesQuery, body: noBody, answer: notesAnswer },
  alerts: { method: 'GET', path: `${recorderPath}/alerts`, query: alertsQuery, body: noBody, answer: alertsAnswer },
  watchAlerts: { method: 'PUT', path: `${recorderPath}/alerts`, query: none, body: watchBody, answer: alertsAnswer },
  testAlert: { method: 'POST', path: `${recorderPath}/test-alert`, query: none, body: testBody, answer: testAnswer },
  writeNote: { method: 'PUT', path: `${recorderPath}/notes`, query: none, body: noteBody, answer: noteAnswer },
} as const satisfies Record<string, RecorderCall>

export type RecorderCallName = keyof typeof recorderCalls
export type RecorderAnswer<Name extends RecorderCallName> = z.output<(typeof recorderCalls)[Name]['answer']>
