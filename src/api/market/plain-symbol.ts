/**
 * Rows of the listing that are by the contract's schema their own decoded value, told by plain comparisons (a test holds the two together). Free
 * of schemas, so that a page can read its listing before its program is there.
 */
import { isAboveZero, maxName, maxWord } from '../../contract/plain-scalars.ts'
import { isDecimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { isPlainText } from '../../domain/safe-text.ts'

/** What is not plain is for the codec to mark. */
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= maxName && isPlainText(value)
const isWord = (value: unknown): boolean => typeof value === 'string' && value.length <= maxWord && isPlainText(value)
const isId = (value: unknown): boolean => isText(value) && value !== ''

/** Rule texts repeat from row to row: those seen to be decimals need no second look. */
let known = new Set<unknown>()
const mostKnown = 4_000

function isPlainDecimal(value: unknown): boolean {
  if (known.has(value)) return true
  if (!isDecimal(value)) return false
  if (known.size >= mostKnown) known = new Set()
  known.add(value)
  return true
}

const isPlainStep = (value: unknown): boolean => isPlainDecimal(value) && isAboveZero(value as string)

const nothing: Readonly<Partial<Instrument>> = {}

/**
 * Does this row decode to itself? `above` is a row that does, as the one before it in the listing: what stands there too needs no second look,
 * and rows that follow one another differ in little but their names.
 */
export function isPlainSymbol(value: unknown, above: Readonly<Partial<Instrument>> = nothing): value is Instrument {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Record<keyof Instrument, unknown>
  return (
    isText(row.symbol) &&
    isId(row.tradeable_entity_id) &&
    (isAgain(row.status, above.status) || isWord(row.status)) &&
    // Of all but spot the name itself stands here too.
    (row.base_asset === row.symbol || isAgain(row.base_asset, above.base_asset) || isText(row.base_asset)) &&
    (isAgain(row.quote_asset, above.quote_asset) || isText(row.quote_asset)) &&
    (isAgain(row.minimum_quantity, above.minimum_quantity) || isPlainDecimal(row.minimum_quantity)) &&
    (isAgain(row.maximum_quantity, above.maximum_quantity) || isPlainDecimal(row.maximum_quantity)) &&
    (isAgain(row.minimum_value, above.minimum_value) || isPlainDecimal(row.minimum_value)) &&
    (isAgain(row.maximum_value, above.maximum_value) || isPlainDecimal(row.maximum_value)) &&
    (isAgain(row.quantity_step, above.quantity_step) || isPlainStep(row.quantity_step)) &&
    (isAgain(row.price_step, above.price_step) || isPlainStep(row.price_step)) &&
    areTexts(row.tags, above.tags)
  )
}

/** A field that is missing is missing, though it is so above too. */
const isAgain = (value: unknown, above: string | undefined): boolean => value === above && value !== undefined

function areTexts(tags: unknown, above: readonly string[] = noTags): boolean {
  if (!Array.isArray(tags)) return false
  for (let index = 0; index < tags.length; index += 1) {
    const tag: unknown = tags[index]
    if (!isAgain(tag, above[index]) && !isText(tag)) return false
  }
  return true
}
const noTags: readonly string[] = []
