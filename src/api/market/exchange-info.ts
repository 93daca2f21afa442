/**
 * The listing, read without ever holding up the page: the text is parsed in pieces, and each row is checked by plain comparisons instead of
 * schemas. A row that passes them is by the contract's schema its own decoded value (a test holds the two together); any other row
 * goes through the schema, which takes numbers for text or sets the row aside.
 */
import { exchangeInfoAnswer } from '../../contract/answers.ts'
import { symbolRecord } from '../../contract/records.ts'
import type { BadRow } from '../../contract/rows.ts'
import { isDecimal } from '../../domain/decimal.ts'
import { isPlainText } from '../../domain/safe-text.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { z } from '../../domain/zod.ts'
import type { Answered } from '../venue/client-types.ts'
import { driftFault } from '../venue/fault.ts'
import { startSlice, yieldToPage } from '../browser/pause.ts'

export interface Listing {
  readonly instruments: readonly Instrument[]
  readonly setAside: readonly BadRow[]
}

/** The contract's bound on names (`wireName`); what is not plain is for the codec to mark. */
const longestName = 200
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= longestName && isPlainText(value)
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
    (isAgain(row.status, above.status) || isText(row.status)) &&
    // Of all but spot the name itself stands here too.
    (row.base_asset === row.symbol || isAgain(row.base_asset, above.base_asset) || isText(row.base_asset)) &&
    (isAgain(row.quote_asset, above.quote_asset) || isText(row.quote_asset)) &&
    (isAgain(row.minimum_quantity, above.minimum_quantity) || isPlainDecimal(row.minimum_quantity)) &&
    (isAgain(row.maximum_quantity, above.maximum_quantity) || isPlainDecimal(row.maximum_quantity)) &&
    (isAgain(row.minimum_value, above.minimum_value) || isPlainDecimal(row.minimum_value)) &&
    (isAgain(row.maximum_value, above.maximum_value) || isPlainDecimal(row.maximum_value)) &&
    (isAgain(row.quantity_step, above.quantity_step) || isPlainDecimal(row.quantity_step)) &&
    (isAgain(row.price_step, above.price_step) || isPlainDecimal(row.price_step)) &&
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

/** A listing's text as instruments. */
export async function readListing(text: string, pieceLength = usualPiece): Promise<Answered<Listing>> {
  const read = (await readPieces(text, pieceLength)) ?? readWhole(text)
  if (read === undefined) return { ok: false, fault: driftFault('', 'not JSON') }
  const decoded = exchangeInfoAnswer.safeDecode(read.envelope as z.input<typeof exchangeInfoAnswer>)
  if (!decoded.success) {
    const issue = decoded.error.issues[0]
    return { ok: false, fault: driftFault(issue?.path.join('.') ?? '', issue?.message ?? 'not valid') }
  }
  return { ok: true, answer: read.listing }
}

interface Growing {
  readonly instruments: Instrument[]
  readonly setAside: BadRow[]
}

/** Rows are judged right after they were parsed, while they are at hand for the processor. */
function addRows(rows: readonly unknown[], { instruments, setAside }: Growing): void {
  let above: Instrument | undefined
  for (const row of rows) {
    if (isPlainSymbol(row, above)) {
      instruments.push(row)
      above = row
      continue
    }
    const index = instruments.length + setAside.length
    const slow = symbolRecord.safeDecode(row as z.input<typeof symbolRecord>)
    if (slow.success) instruments.push(slow.data)
    else setAside.push({ index, path: slow.error.issues[0]?.path.join('.') ?? '', message: slow.error.issues[0]?.message ?? 'not valid' })
  }
}

interface Read {
  readonly listing: Growing
  /** The answer, its `symbols` taken out. */
  readonly envelope: unknown
}

/**
 * Characters parsed at a time. Short pieces are read while the processor still has them at hand; what is shorter than about 130,000 the engine
 * takes for soon forgotten and moves about, and for more than about 250,000 it asks the system for memory each time.
 */
const usualPiece = 180_000
const rowsBegin = /"symbols"\s*:\s*\[/
const headLength = 2_000

/**
 * A long text piece by piece. Undefined where it is short or cannot be cut: a cut between `}` and `{` that falls inside a string leaves it
 * open, so that piece does not parse.
 */
async function readPieces(text: string, pieceLength: number): Promise<Read | undefined> {
  const begins = text.length > pieceLength ? rowsBegin.exec(text.slice(0, headLength)) : null
  if (begins === null) return undefined
  const from = begins.index + begins[0].length
  const listing: Growing = { instruments: [], setAside: [] }
  let slice = startSlice()
  let start = from
  for (;;) {
    const cut = text.indexOf('},{', start + pieceLength)
    if (cut < 0) break
    const piece = parseJson(`[${text.slice(start, cut + 1)}]`)
    if (piece === undefined) return undefined
    addRows(piece.value as unknown[], listing)
    start = cut + 2
    if (slice.isUsedUp()) {
      await yieldToPage()
      slice = startSlice()
    }
  }
  return readWhole(text.slice(0, from) + text.slice(start), listing)
}

function readWhole(text: string, listing: Growing = { instruments: [], setAside: [] }): Read | undefined {
  const parsed = parseJson(text)
  if (parsed === undefined) return undefined
  const inner = innerOf(parsed.value)
  if (!Array.isArray(inner?.['symbols'])) return { listing, envelope: parsed.value }
  addRows(inner['symbols'] as unknown[], listing)
  return { listing, envelope: { entities_and_rules_response: { ...inner, symbols: [] } } }
}

const innerOf = (value: unknown): Record<string, unknown> | undefined =>
  (value as { readonly entities_and_rules_response?: Record<string, unknown> } | null)?.entities_and_rules_response

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const stamp = /"server_utc_timestamp"\s*:\s*"?\d+"?/

/** Do two texts list the same, whenever they were made? */
export function isSameListing(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 20) return false
  const inA = stamp.exec(a.slice(0, headLength))
  const inB = stamp.exec(b.slice(0, headLength))
  if (inA === null || inB === null) return false
  return a.slice(0, inA.index) === b.slice(0, inB.index) && a.slice(inA.index + inA[0].length) === b.slice(inB.index + inB[0].length)
}
