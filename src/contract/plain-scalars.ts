/**
 * What scalars of the wire are read as where they come as they usually do: text as text, nothing to be cleaned, cut or
 * converted. `notPlain` if their codec (`wire.ts`) must decide. Free of zod.
 */
import { isPlainText } from '../domain/safe-text.ts'
import { parseMicros } from '../domain/time.ts'

export const notPlain = Symbol('doubt')
export type ScalarReader = (value: unknown) => unknown

/** Longest name or identifier taken, as it is shown; a longer one is hostile or broken. */
export const maxText = 2_000
/** Of the name of one instrument, asset or tag. */
export const maxName = 200
/** Of a word of the contract, as a side, a type or a state. */
export const maxWord = 100

export const readTextUpTo =
  (most: number): ScalarReader =>
  value =>
    typeof value === 'string' && value.length <= most && isPlainText(value) ? value : notPlain
export const readText = readTextUpTo(maxText)
export const isAboveZero = (value: string): boolean => !value.startsWith('-') && /[1-9]/.test(value)
export const readId: ScalarReader = value => (value === '' ? notPlain : readText(value))

/** As µs since 1970 UTC. */
export const readTime: ScalarReader = value => (typeof value === 'string' ? parseMicros(value) : undefined) ?? notPlain

/** A list of what `read` converts to itself. */
export const readList =
  (read: ScalarReader): ScalarReader =>
  value =>
    Array.isArray(value) && value.every(each => each !== undefined && read(each) === each) ? value : notPlain

/** What may be missing, null or "" is undefined then. */
export const readAbsent =
  (read: ScalarReader): ScalarReader =>
  value =>
    value === undefined || value === null || value === '' ? undefined : read(value)

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__')

/** Tokens of JSON that may hold digits: texts and numbers. */
const textsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** More digits than a number is sure to keep. */
const longNumber = /^-?\d[\d.]{15,}$/
const mayHoldLongNumber = /[[:,]\s*-?\d[\d.]{15}/

/**
 * Undefined for what is no JSON. A number of more digits than a double keeps is read as a text of the same digits: parsed, an id beyond
 * 2^53 would be another id.
 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(
      mayHoldLongNumber.test(text) ? text.replace(textsAndNumbers, token => (longNumber.test(token) ? `"${token}"` : token)) : text,
    )
  } catch {
    return undefined
  }
}

/** A field with the scalar that it last held: rows that follow one another differ in little but their names. */
export interface PlainField {
  readonly name: string
  readonly read: ScalarReader
  last: unknown
  lastRead: unknown
}

/** A row by its plain field readers, with unknown fields included: the same object where nothing is converted. Undefined if any field is not plain. */
export function readPlainRow(fields: readonly PlainField[], value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(value)) return undefined
  let row: Record<string, unknown> | undefined
  for (const field of fields) {
    const given = value[field.name]
    const isAgain = given === field.last && typeof given === 'string'
    const decoded = isAgain ? field.lastRead : field.read(given)
    if (decoded === notPlain) return undefined
    if (!isAgain) {
      field.last = given
      field.lastRead = decoded
    }
    if (decoded !== given) (row ??= { ...value })[field.name] = decoded
  }
  return row ?? value
}
