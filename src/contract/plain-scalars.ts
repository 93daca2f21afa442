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

/** The rows of an answer mostly bear one time: it is read once. */
let lastTime: { readonly text: string; readonly at: unknown } = { text: '', at: notPlain }
/** As µs since 1970 UTC. */
export const readTime: ScalarReader = value => {
  if (typeof value !== 'string') return notPlain
  if (value !== lastTime.text) lastTime = { text: value, at: parseMicros(value) ?? notPlain }
  return lastTime.at
}

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

export interface PlainField {
  readonly name: string
  readonly read: ScalarReader
}

/** A row by its plain field readers, with unknown fields included; undefined if any field is not plain. */
export function readPlainRow(fields: readonly PlainField[], value: unknown): Record<string, unknown> | undefined {
  if (!isPlainObject(value)) return undefined
  const row: Record<string, unknown> = { ...value }
  for (const { name, read } of fields) {
    const given = row[name]
    const decoded = read(given)
    if (decoded === notPlain) return undefined
    if (decoded !== given) row[name] = decoded
  }
  return row
}
