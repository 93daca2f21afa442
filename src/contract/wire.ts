/**
 * How scalars travel: every value is a JSON string on the way out; strings and numbers are taken on the way in. An absent value may be
 * missing, null or "". A codec decodes wire to domain value and encodes back.
 */
import { type Decimal, decimalFromNumber, isDecimal, parseDecimal, withPlaces } from '../domain/decimal.ts'
import type { ClientOrderId, DeliverableId, EntityId, OrderId, TradeId } from '../domain/ids.ts'
import { markName, stripHostile, unmarkName } from '../domain/safe-text.ts'
import { type EpochMicros, parseMicros } from '../domain/time.ts'
import { z } from '../domain/zod.ts'
import {
  notPlain,
  isAboveZero,
  maxName,
  maxText,
  maxWord,
  type ScalarReader,
  readAbsent,
  readId,
  readList,
  readText,
  readTextUpTo,
  readTime,
} from './plain-scalars.ts'

/** Words to be read, a reason or an error, end here with "…". */
const maxWords = 500

const scalar = z.union([z.string().check(z.maxLength(maxText)), z.number()])

/** What a scalar as it usually comes is read, or a value as it usually is is written as; `doubt` wherever its codec must judge. */
interface PlainWays {
  readonly read: ScalarReader
  readonly write: ScalarReader
}
const plainWays = new WeakMap<z.ZodMiniType, PlainWays>()

/** The quick ways of what `schema` decodes and encodes; undefined where there are none. They and the codec never differ (a test holds them together). */
export const plainWaysOf = (schema: z.ZodMiniType): PlainWays | undefined => plainWays.get(schema)

function plainly<Schema extends z.ZodMiniType>(schema: Schema, read: ScalarReader, write: ScalarReader): Schema {
  plainWays.set(schema, { read, write })
  return schema
}

type Issues = { issues: unknown[] }
const refuse = (context: Issues, input: unknown, message: string): never => {
  context.issues.push({ code: 'custom', input, message })
  return z.NEVER
}

/** Text of at most `most` characters as it is shown: what hides or reorders is marked (`markName`), and unmarked on its way out. */
const wireTextUpTo = (most: number) =>
  plainly(
    z.codec(scalar, z.string(), { decode: (value, context) => markedWithin(value, most, context), encode: unmarkName }),
    readTextUpTo(most),
    readText,
  )

function markedWithin(value: string | number, most: number, context: Issues): string {
  // Beyond 2^53 a JSON number is read as a neighbour of what was written.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return refuse(context, value, 'a whole number too large to be exact')
  const marked = markName(String(value))
  return marked.length <= most ? marked : refuse(context, value, `longer than ${most} characters`)
}

/** Text that is sent back or compared: stored whole, marked. Numbers become text. */
export const wireText = wireTextUpTo(maxText)
/** Name of one instrument or asset, or a tag of it. */
export const wireName = wireTextUpTo(maxName)

export const wireNames = plainly(z.array(wireName), readList(readTextUpTo(maxName)), readList(readText))

/** A short word of the contract: a side, a type, a state, a market's id. */
export const wireWord = wireTextUpTo(maxWord)

/** Words that are only read, as a reason or an error: cleaned and cut, never refused for what they say. */
export const wireWords = plainly(
  z.codec(z.union([z.string(), z.number()]), z.string(), {
    decode: value =>
      stripHostile(
        String(value)
          .slice(0, maxWords * 4)
          .replace(/\s+/g, ' ')
          .trim(),
        maxWords,
      ),
    encode: value => value,
  }),
  readTextUpTo(maxWords),
  readTextUpTo(maxWords),
)

const wireDecimalAs = (print: (value: Decimal) => string, accepts: (value: Decimal) => boolean = () => true) =>
  plainly(
    z.codec(scalar, z.custom<Decimal>(isDecimal), {
      decode: (value, context) => {
        const text = typeof value === 'number' ? decimalFromNumber(value) : (parseDecimal(value) ?? parseLoose(value))
        if (text === undefined) return refuse(context, value, 'not a decimal number')
        return accepts(text) ? text : refuse(context, value, 'not above zero')
      },
      encode: print,
    }),
    value => (isDecimal(value) && accepts(value) ? value : notPlain),
    value => (isDecimal(value) ? print(value) : notPlain),
  )

/** Floats that some writers print with an exponent or a plus ("1e-7", "+1") are still decimals; blanks and words are not. */
function parseLoose(value: string): Decimal | undefined {
  if (value.length > 80 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?$/.test(value)) return undefined
  return expand(value)
}

/** Plain digits of a text with an optional exponent, nothing rounded. */
function expand(value: string): Decimal | undefined {
  const [, mark = '', whole = '', fraction = '', exponentText = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(value) ?? []
  const exponent = Number.parseInt(exponentText, 10)
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const tail = padded.slice(at)
  return parseDecimal(`${mark === '-' ? '-' : ''}${padded.slice(0, at)}${tail === '' ? '' : `.${tail}`}`)
}

/** Decimal, printed unchanged. */
export const wireDecimal = wireDecimalAs(value => value)
/** Decimal that the venue computed: printed with at least one decimal ("10.0"). */
export const wireComputed = wireDecimalAs(value => withPlaces(value, 1))

/** A step, which nothing can be a multiple of unless it is above zero. */
export const wireStep = wireDecimalAs(value => value, isAboveZero)
/** A quantity on offer. */
export const wireOffered = wireDecimalAs(value => withPlaces(value, 1), isAboveZero)

/** Whole number, safe, signed. */
export const wireInteger = z.codec(scalar, z.int(), {
  decode: (value, context) => {
    const text = String(value)
    const number = /^[+-]?\d{1,16}(?:\.0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
    return Number.isSafeInteger(number) ? number : refuse(context, value, 'not a whole number')
  },
  encode: value => String(value),
})

/** Digits of a JSON number as µs. Beyond 2^53, where ns are, its last digits are lost and the nearest µs is the true one. */
const digitsOf = (value: number): string => (value >= 1e17 ? String((BigInt(value) + 500n) / 1_000n) : String(value))

const wireTimeAs = (print: (at: EpochMicros) => string) =>
  plainly(
    z.codec(scalar, z.custom<EpochMicros>(Number.isSafeInteger), {
      decode: (value, context) =>
        parseMicros(typeof value === 'number' ? digitsOf(value) : value) ?? refuse(context, value, 'not a time in µs or ns'),
      encode: print,
    }),
    readTime,
    value => (Number.isSafeInteger(value) ? print(value as EpochMicros) : notPlain),
  )
/** µs or ns, by the number of digits; printed in µs. */
export const wireTime = wireTimeAs(at => String(at))
/** The same, printed in ns, as the times of executions, balances and positions are. */
export const wireTimeNanos = wireTimeAs(at => `${at}000`)

const wireId = <Id extends string>() =>
  plainly(
    z.codec(
      scalar,
      z.custom<Id>(value => typeof value === 'string'),
      {
        decode: (value, context) => (value === '' ? refuse(context, value, 'empty id') : markedWithin(value, maxText, context)) as Id,
        encode: value => unmarkName(value) as Id,
      },
    ),
    readId,
    readText,
  )
export const wireEntityId = wireId<EntityId>()
export const wireDeliverableId = wireId<DeliverableId>()
export const wireOrderId = wireId<OrderId>()
export const wireClientOrderId = wireId<ClientOrderId>()
export const wireTradeId = wireId<TradeId>()
/** The client id of a rejected request, which may have had none. */
export const wireEchoedClientOrderId = z.codec(
  scalar,
  z.custom<ClientOrderId>(value => typeof value === 'string'),
  {
    decode: (value, context) => markedWithin(value, maxText, context) as ClientOrderId,
    encode: value => unmarkName(value) as ClientOrderId,
  },
)

/**
 * A value that may be missing, null or "" on the wire; undefined inside, left out on the way out.
 * @example absent(wireDecimal) // '' and null decode to undefined
 */
export function absent<Schema extends z.ZodMiniType>(schema: Schema) {
  const codec = z.codec(z.optional(z.unknown()), z.optional(z.custom<z.output<Schema> | undefined>(() => true)), {
    decode: (value, context) => {
      if (value === undefined || value === null || value === '') return undefined
      const parsed = z.safeDecode(schema, value as z.input<Schema>)
      return parsed.success ? parsed.data : refuse(context, value, parsed.error.issues[0]?.message ?? 'not valid')
    },
    encode: value => (value === undefined ? undefined : z.encode(schema, value)),
  })
  return absentPlainly(codec, schema, undefined)
}

/** What narrows a command, missing or null where it is meant for everything: a blank one is refused, since somebody's missing name must not widen it to all. */
export function notBlank<Schema extends z.ZodMiniType>(schema: Schema) {
  const inner = absent(schema)
  return z.codec(z.optional(z.unknown()), z.optional(z.custom<z.output<Schema> | undefined>(() => true)), {
    decode: (value, context) => {
      if (value === '') return refuse(context, value, 'blank: leave it out, or say which')
      const parsed = z.safeDecode(inner, value)
      return parsed.success ? parsed.data : refuse(context, value, parsed.error.issues[0]?.message ?? 'not valid')
    },
    encode: value => z.encode(inner, value),
  })
}

/** The quick ways of a codec around `inner` that writes `nothing` for an absent value. */
function absentPlainly<Schema extends z.ZodMiniType>(codec: Schema, inner: z.ZodMiniType, nothing: null | '' | undefined): Schema {
  const ways = plainWays.get(inner)
  if (ways === undefined) return codec
  return plainly(codec, readAbsent(ways.read), value => (value === undefined ? nothing : ways.write(value)))
}

/** Like `absent`, but written as null: a field that is always there, with or without a value. */
export function nullable<Schema extends z.ZodMiniType>(schema: Schema) {
  const inner = absent(schema)
  const codec = z.codec(z.prefault(z.unknown(), null), z.optional(z.custom<z.output<Schema> | undefined>(() => true)), {
    decode: (value, context) => {
      const parsed = z.safeDecode(inner, value)
      return parsed.success ? parsed.data : refuse(context, value, parsed.error.issues[0]?.message ?? 'not valid')
    },
    encode: value => z.encode(inner, value) ?? null,
  })
  return absentPlainly(codec, schema, null)
}

/** Like `absent`, but written as "" where the contract says that the field is there and empty (`prefault`: zod skips an absent key otherwise). */
export function blank<Schema extends z.ZodMiniType>(schema: Schema) {
  const inner = absent(schema)
  const codec = z.codec(z.prefault(z.unknown(), ''), z.optional(z.custom<z.output<Schema> | undefined>(() => true)), {
    decode: (value, context) => {
      const parsed = z.safeDecode(inner, value)
      return parsed.success ? parsed.data : refuse(context, value, parsed.error.issues[0]?.message ?? 'not valid')
    },
    encode: value => z.encode(inner, value) ?? '',
  })
  return absentPlainly(codec, schema, '')
}

/** A word that may be missing or null on the wire: then it is "". */
export const wireWordOrEmpty = z.codec(z.prefault(z.unknown(), ''), z.string(), {
  decode: (value, context) => {
    const parsed = z.safeDecode(wireWord, (value ?? '') as z.input<typeof wireWord>)
    return parsed.success ? parsed.data : refuse(context, value, parsed.error.issues[0]?.message ?? 'not text')
  },
  encode: value => z.encode(wireWord, value),
})

/** A list that may be missing or null on the wire: then it is empty. `tidy` filters the rows that were read. */
export function listOrEmpty<Schema extends z.ZodMiniType>(
  row: Schema,
  tidy: (rows: z.output<Schema>[]) => z.output<Schema>[] = rows => rows,
) {
  const list = z.array(row)
  return z.codec(z.prefault(z.unknown(), []), z.custom<z.output<Schema>[]>(Array.isArray), {
    decode: (value, context) => {
      const parsed = z.safeDecode(list, (value ?? []) as z.input<Schema>[])
      if (parsed.success) return tidy(parsed.data)
      for (const { path, message } of parsed.error.issues) context.issues.push({ code: 'custom', path: [...path], input: value, message })
      return z.NEVER
    },
    encode: rows => z.encode(list, rows),
  })
}

/** What a writer has to bring: the fields of a decoded value without the unknown ones that readers keep, lists read-only. */
export type Plain<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : { [Key in keyof Value as string extends Key ? never : Key]: Plain<Value[Key]> }
