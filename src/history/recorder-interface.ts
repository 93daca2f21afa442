/**
 * What a recorder tells over HTTP: the calls under the app's own server, and the shapes of their answers, once for the recorder that writes them and the
 * page that reads them. What is told are the very records that the browser keeps: rows and orders of the journal, notes, samples. All times are
 * ms since 1970 UTC, venue time; amounts are decimals as text.
 *
 * Every call carries, in the header of the venue's own private calls, a token that would do for `GET /v1/api/positions`: the recorder uses it for that call once,
 * and believes who it says it is only if the venue takes it. So where tokens name their endpoint in `uri`, it is that of the positions, and where one is good
 * for one call only, each call takes its own.
 *
 * An answer is JSON of the shape named here; a refusal is `{ "error": text }` with 400, 401, 403, 404, 409, 429 or 503.
 */
import { rowsOf } from '../contract/rows.ts'
import { alertFields, mostAlerts } from '../domain/alert-schema.ts'
import { journalKinds } from '../domain/journal-row.ts'
import { z } from '../domain/zod.ts'
import { noteSchema, orderSchema } from './backup-schema.ts'
import { rowSchema, sampleSchema } from './saved-schema.ts'

const recorderPath = '/recorder/v1'

const instant = z.int()

/** A stretch of time in which the recorder followed the account without a break; `toMs` grows while it does. */
const spanSchema = z.object({ fromMs: instant, toMs: instant })

/**
 * `GET /status`: the accounts that this token may read, and when the recorder saw them. No other parameter. Where `accounts` is empty the token
 * is good, and nothing is recorded for it.
 */
export const statusAnswer = z.object({
  version: z.literal(1),
  /** The recorder's clock, as estimated to be the venue's. */
  nowMs: instant,
  accounts: z.array(
    z.object({
      /** To be named in the other calls. */
      account: z.string(),
      /** Is a recorder writing now? */
      isFollowed: z.boolean(),
      /** When it was seen, by rising time; what lies between two is a gap. */
      covered: z.array(spanSchema),
      /** May this token change notes? */
      mayWriteNotes: z.boolean(),
      /** Does it send alerts somewhere while nobody looks? */
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

/** Texts of an address's query. Lists are separated by commas. Times are asked for in whole ms, whatever fraction a clock gave them. */
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
const times = z.codec(z.string().check(z.regex(/^\d{1,15}(?:,\d{1,15})*$/, 'not times')), z.array(asked).check(z.maxLength(500)), {
  decode: text => text.split(',').map(each => Number.parseInt(each, 10)),
  encode: items => items.map(wholeText).join(','),
})
const account = z.string().check(z.minLength(1), z.maxLength(200))

/**
 * `GET /samples`: equity, cash, indexes and volatility from `from` to before `to`, without positions, by rising time. `every` asks for the first of each hour, or of each
 * day and at or after 08:00 UTC, alone. With `points` the recorder chooses by the length of what is asked for, says which, and tells at most about so many, which
 * draw the same picture (`isThinned`): first, last, and lowest and highest equity of each of as many stretches of time as fit. More than
 * 12,000 samples are refused (400): eight days of minutes.
 */
const everySchema = z.enum(['minute', 'hour', 'day'])
export const samplesQuery = z.object({ account, from: whole, to: whole, points: z.optional(whole), every: z.optional(everySchema) })
export const mostSamples = 12_000
export const samplesAnswer = z.object({
  samples: rowsOf(z.omit(sampleSchema, { positions: true })),
  isThinned: z.boolean(),
  /** Of how fine samples these were taken; what has grown old is not kept so fine. An earlier recorder does not say. */
  every: z.optional(everySchema),
})

/** `GET /full-samples`: samples with their positions, of these minutes (`at`, any time within them); those not kept are left out. */
export const fullSamplesQuery = z.object({ account, at: times })
export const fullSamplesAnswer = z.object({ samples: rowsOf(sampleSchema) })

/** `GET /first-positions`: what was held when the account was first recorded; null where nothing is. */
export const firstPositionsQuery = z.object({ account })
export const firstPositionsAnswer = z.object({
  first: z.nullable(z.pick(z.required(sampleSchema, { positions: true }), { atMs: true, positions: true })),
})

/**
 * `GET /journal`: rows, newest first, at most `limit` (1 to 1,000). The next page is asked for with `before` of the last answer. Cash that moved by no order
 * (settlements, funding, transfers) is of kind `cash`, a fill of kind `execution`, quotes on an RFQ of kind `quote`.
 */
export const mostRows = 1_000
export const journalQuery = z.object({
  account,
  limit: whole,
  before: z.optional(z.string().check(z.maxLength(500))),
  from: z.optional(whole),
  to: z.optional(whole),
  kinds: z.optional(listOf(z.enum(journalKinds), journalKinds.length)),
  /** `client_order_id`, or a row's id where it has none. */
  subjects: z.optional(listOf(z.string().check(z.maxLength(400)), 200)),
  /** Words that a row must all hold, in any of its fields. */
  text: z.optional(z.string().check(z.maxLength(200))),
})
export const journalAnswer = z.object({
  rows: rowsOf(rowSchema),
  /** Undefined where there are no more. */
  before: z.optional(z.string()),
  /** Rows of the account, whether they pass or not. */
  total: instant,
})

/**
 * `GET /orders`: what is known of orders, with their executions and the quotes seen. `which`: `filled` (at least one execution, by the first), `open` (lives at
 * the venue), `rfqs` (by when they were sent); or `ids`, by client id. At most 2,000, the youngest; `hasMore` says that there are older ones, which
 * `to` (before that time, of the same order) asks for.
 */
export const ordersQuery = z.object({
  account,
  which: z.optional(z.enum(['filled', 'open', 'rfqs'])),
  ids: z.optional(listOf(z.string().check(z.maxLength(400)), 200)),
  to: z.optional(whole),
})
export const ordersAnswer = z.object({ orders: rowsOf(orderSchema), hasMore: z.boolean() })

/** Of an account: whoever reads gets all of them in one answer. */
export const mostNotes = 5_000

/** `GET /notes`: all of the account. */
export const notesQuery = z.object({ account })
export const sharedNoteSchema = z.extend(noteSchema, {
  /** Whose token wrote it. */
  by: z.string(),
})
export const notesAnswer = z.object({ notes: rowsOf(sharedNoteSchema) })

/**
 * `PUT /notes`: writes one; without text and tags it is removed. `seenAtMs` is the time of the note that was on the writer's screen, null where there was
 * none: where another was written since, the answer is 409 with that one, and nothing is changed.
 */
export const noteBody = z.object({
  account,
  subject: noteSchema.shape.subject,
  text: noteSchema.shape.text,
  tags: noteSchema.shape.tags,
  seenAtMs: z.nullable(instant),
})
/** As it is kept now; null where there is none. */
export const noteAnswer = z.object({ note: z.nullable(sharedNoteSchema) })

/** An alert that is watched while nobody looks. */
export const awayAlertSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  ...alertFields,
  isArmed: z.optional(z.boolean()),
  reportedMs: z.optional(z.number()),
  /** When it was set, by the venue's clock. */
  setMs: z.optional(z.number()),
  /** Whose token set it; empty: the recorder's file. */
  by: z.string(),
})

/**
 * `GET /alerts`: what is watched, and where it is sent. `PUT /alerts`: watches these too, under ids that the page made, and those of `drop` no more; an alert that is
 * watched already stays as it is. Those of `remove` were removed by the trader: who still has one and hands it over is told so in `removed`, unless it was set
 * later than that. 409, and nothing changed, where there would be over 100.
 */
export const alertsQuery = z.object({ account })
export const watchBody = z.object({
  account,
  watch: z.array(z.strictObject(z.omit(awayAlertSchema, { by: true, reportedMs: true }).shape)).check(z.maxLength(mostAlerts)),
  drop: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(mostAlerts * 10)),
  remove: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(mostAlerts * 10)), []),
})
export const alertsAnswer = z.object({
  alerts: z.array(awayAlertSchema),
  /** Of those handed over: ids of what was removed elsewhere, and is not watched. */
  removed: z._default(z.array(z.string()), []),
  /** Where they go: by its name, never its address. */
  to: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['webhook', 'email']),
      quiet: z.nullable(z.object({ from: z.string(), to: z.string(), zone: z.string() })),
    }),
  ),
  /** What is sent beside them. */
  events: z.array(z.string()),
  /** The last ones, youngest first. */
  sent: z.array(
    z.object({
      id: z.string(),
      atMs: z.number(),
      title: z.string(),
      destination: z.string(),
      state: z.enum(['waiting', 'quiet', 'delivered', 'summarised', 'failed']),
      /** What came of the last try. */
      said: z.string(),
    }),
  ),
})

/** `POST /test-alert`: sends one to each destination of the account at once, whatever the hour, and tells what each said. */
export const testBody = z.object({ account })
export const testAnswer = z.object({
  results: z.array(z.object({ name: z.string(), kind: z.enum(['webhook', 'email']), isDelivered: z.boolean(), said: z.string() })),
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
  fullSamples: { method: 'GET', path: `${recorderPath}/full-samples`, query: fullSamplesQuery, body: noBody, answer: fullSamplesAnswer },
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
