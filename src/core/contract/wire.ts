/**
 * Scalars on the wire. They are written as JSON strings; strings and numbers are read. An absent value may be missing,
 * null or "". A codec decodes wire to domain value and encodes back.
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

/** A reason or an error text is cut here, with "…". */
const maxWords = 500

const scalar = z.union([z.string().check(z.maxLength(maxText)), z.number()])

interface PlainWays {
  readonly read: ScalarReader
  readonly write: ScalarReader
}
const plainWays = new WeakMap<z.ZodMiniType, PlainWays>()

/** Fast reader and writer of `schema`; undefined if it has none. A test proves that they equal the codec. */
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

/**
 * Text of at most `most` characters. Hidden or reordering characters are marked on input (`markName`) and restored on
 * output.
 */
const wireTextUpTo = (most: number) =>
  plainly(
    z.codec(scalar, z.string(), { decode: (value, context) => markedWithin(value, most, context), encode: unmarkName }),
    readTextUpTo(most),
    readText,
  )

function markedWithin(value: string | number, most: number, context: Issues): string {
  // Beyond 2^53 JSON parsing rounds a number to a neighbour.
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return refuse(context, value, 'a whole number too large to be exact')
  const marked = markName(String(value))
  return marked.length <= most ? marked : refuse(context, value, `longer than ${most} characters`)
}

/** Text that is sent back or compared, so it is kept whole. Numbers become text. */
export const wireText = wireTextUpTo(maxText)
export const wireName = wireTextUpTo(maxName)

export const wireNames = plainly(z.array(wireName), readList(readTextUpTo(maxName)), readList(readText))

export const wireWord = wireTextUpTo(maxWord)

/** Text for reading only, such as a reason or an error: cleaned and cut, never refused. */
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

/**
 * Some writers print floats with an exponent or a plus ("1e-7", "+1"); they are decimals too. Blanks and words are not.
 */
function parseLoose(value: string): Decimal | undefined {
  if (value.length > 80 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?$/.test(value)) return undefined
  return expand(value)
}

function expand(value: string): Decimal | undefined {
  const [, mark = '', whole = '', fraction = '', exponentText = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(value) ?? []
  const exponent = Number.parseInt(exponentText, 10)
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const tail = padded.slice(at)
  return parseDecimal(`${mark === '-' ? '-' : ''}${padded.slice(0, at)}${tail === '' ? '' : `.${tail}`}`)
}

export const wireDecimal = wireDecimalAs(value => value)
/** Decimal that the venue computed: written with at least one decimal ("10.0"). */
export const wireComputed = wireDecimalAs(value => withPlaces(value, 1))

export const wireStep = wireDecimalAs(value => value, isAboveZero)
export const wireOffered = wireDecimalAs(value => withPlaces(value, 1), isAboveZero)

export const wireInteger = z.codec(scalar, z.int(), {
  decode: (value, context) => {
    const text = String(value)
    const number = /^[+-]?\d{1,16}(?:\.0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
    return Number.isSafeInteger(number) ? number : refuse(context, value, 'not a whole number')
  },
  encode: value => String(value),
})

/** Digits of a JSON number as µs. A number of ns exceeds 2^53, so its last digits are lost; the nearest µs is exact. */
const digitsOf = (value: number): string => (value >= 1e17 ? String((BigInt(value) + 500n) / 1_000n) : String(value))

const wireTimeAs = (print: (at: EpochMicros) => string) =>
  plainly(
    z.codec(scalar, z.custom<EpochMicros>(Number.isSafeInteger), {
      decode: (value, context) =>
        parseMicros(typeof value === 'number' ? digitsOf(value) : value) ??
        refuse(context, value, 'not a time in µs or ns'),
      encode: print,
    }),
    readTime,
    value => (Number.isSafeInteger(value) ? print(value as EpochMicros) : notPlain),
  )
/** Read as µs or ns, by the number of digits; written in µs. */
export const wireTime = wireTimeAs(at => String(at))
/** Like `wireTime`, but written in ns, as in executions, balances and positions. */
export const wireTimeNanos = wireTimeAs(at => `${at}000`)

const wireId = <Id extends string>() =>
  plainly(
    z.codec(
      scalar,
      z.custom<Id>(value => typeof value === 'string'),
      {
        decode: (value, context) =>
          (value === '' ? refuse(context, value, 'empty id') : markedWithin(value, maxText, context)) as Id,
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
/** Client id of a rejected request, which may have had none. */
export const wireEchoedClientOrderId = z.codec(
  scalar,
  z.custom<ClientOrderId>(value => typeof value === 'string'),
  {
    decode: (value, context) => markedWithin(value, maxText, context) as ClientOrderId,
    encode: value => unmarkName(value) as ClientOrderId,
  },
)

/**
 * A value that may be missing, null or "" on the wire: undefined inside, omitted on output.
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

/**
 * An optional field that narrows a command; missing or null means everything. A blank is refused, because a lost name
 * must not widen the command to all.
 */
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

function absentPlainly<Schema extends z.ZodMiniType>(
  codec: Schema,
  inner: z.ZodMiniType,
  nothing: null | '' | undefined,
): Schema {
  const ways = plainWays.get(inner)
  if (ways === undefined) return codec
  return plainly(codec, readAbsent(ways.read), value => (value === undefined ? nothing : ways.write(value)))
}

/** Like `absent`, but written as null, so that the field is always present. */
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

/**
 * Like `absent`, but written as "" where the contract requires the field (`prefault`: otherwise zod skips an absent
 * key).
 */
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

export const wireWordOrEmpty = z.codec(z.prefault(z.unknown(), ''), z.string(), {
  decode: (value, context) => {
    const parsed = z.safeDecode(wireWord, (value ?? '') as z.input<typeof wireWord>)
    return parsed.success ? parsed.data : refuse(context, value, parsed.error.issues[0]?.message ?? 'not text')
  },
  encode: value => z.encode(wireWord, value),
})

/** A list that may be missing or null on the wire, read as empty. `tidy` filters the rows. */
export function listOrEmpty<Schema extends z.ZodMiniType>(
  row: Schema,
  tidy: (rows: z.output<Schema>[]) => z.output<Schema>[],
) {
  const list = z.array(row)
  return z.codec(z.prefault(z.unknown(), []), z.custom<z.output<Schema>[]>(Array.isArray), {
    decode: (value, context) => {
      const parsed = z.safeDecode(list, (value ?? []) as z.input<Schema>[])
      if (parsed.success) return tidy(parsed.data)
      for (const { path, message } of parsed.error.issues)
        context.issues.push({ code: 'custom', path: [...path], input: value, message })
      return z.NEVER
    },
    encode: rows => z.encode(list, rows),
  })
}

export type Plain<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : { [Key in keyof Value as string extends Key ? never : Key]: Plain<Value[Key]> }
