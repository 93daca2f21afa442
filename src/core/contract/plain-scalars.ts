/**
 * Fast readers for scalars in their usual form: text that needs no cleaning, cutting or conversion. They return
 * `notPlain` if the codec (`wire.ts`) must decide. Does not import zod.
 */
import { isPlainText } from '../domain/safe-text.ts'
import { parseMicros } from '../domain/time.ts'

export const notPlain = Symbol('doubt')
export type ScalarReader = (value: unknown) => unknown

/** Longest name or identifier accepted; a longer one is hostile or broken. */
export const maxText = 2_000
export const maxName = 200
export const maxWord = 100

export const readTextUpTo =
  (most: number): ScalarReader =>
  value =>
    typeof value === 'string' && value.length <= most && isPlainText(value) ? value : notPlain
export const readText = readTextUpTo(maxText)
export const isAboveZero = (value: string): boolean => !value.startsWith('-') && /[1-9]/.test(value)
export const readId: ScalarReader = value => (value === '' ? notPlain : readText(value))

export const readTime: ScalarReader = value => (typeof value === 'string' ? parseMicros(value) : undefined) ?? notPlain

export const readList =
  (read: ScalarReader): ScalarReader =>
  value =>
    Array.isArray(value) && value.every(each => each !== undefined && read(each) === each) ? value : notPlain

export const readAbsent =
  (read: ScalarReader): ScalarReader =>
  value =>
    value === undefined || value === null || value === '' ? undefined : read(value)

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__')

const textsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** More digits than a double keeps exactly. */
const longNumber = /^-?\d[\d.]{15,}$/
const mayHoldLongNumber = /[[:,]\s*-?\d[\d.]{15}/

/**
 * Parses JSON; undefined if it is invalid. A number with more digits than a double keeps becomes a string of the same
 * digits, because an id beyond 2^53 would change.
 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(
      mayHoldLongNumber.test(text)
        ? text.replace(textsAndNumbers, token => (longNumber.test(token) ? `"${token}"` : token))
        : text,
    )
  } catch {
    return undefined
  }
}

export interface PlainField {
  readonly name: string
  readonly read: ScalarReader
  last: unknown
  lastRead: unknown
}

export function readPlainRow(
  fields: readonly PlainField[],
  value: unknown,
): Readonly<Record<string, unknown>> | undefined {
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
