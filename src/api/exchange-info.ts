/**
 * The listing, read without ever holding up the page: the text is parsed in pieces, and each row is checked by plain comparisons instead of
 * schemas. A row that passes them is by the contract's schema its own decoded value (a test holds the two together); any other row
 * goes through the schema, which takes numbers for text or sets the row aside.
 */
import { exchangeInfoAnswer } from '../contract/answers.ts'
import { symbolRecord } from '../contract/records.ts'
import type { BadRow } from '../contract/rows.ts'
import { isDecimal } from '../domain/decimal.ts'
import type { Instrument } from '../domain/instrument.ts'
import type { z } from '../domain/zod.ts'
import type { Answered } from './client.ts'
import { driftFault } from './fault.ts'
import { forEachInSlices, yieldToPage } from './pause.ts'

export interface Listing {
  readonly instruments: readonly Instrument[]
  readonly setAside: readonly BadRow[]
}

/** The contract's bound on text (`wireText`). */
const longestText = 2_000
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= longestText
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

/** Does this row decode to itself? */
export function isPlainSymbol(value: unknown): value is Instrument {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Record<keyof Instrument, unknown>
  return (
    isText(row.symbol) &&
    isId(row.tradeable_entity_id) &&
    isText(row.status) &&
    isText(row.base_asset) &&
    isText(row.quote_asset) &&
    isPlainDecimal(row.minimum_quantity) &&
    isPlainDecimal(row.maximum_quantity) &&
    isPlainDecimal(row.minimum_value) &&
    isPlainDecimal(row.maximum_value) &&
    isPlainDecimal(row.quantity_step) &&
    isPlainDecimal(row.price_step) &&
    Array.isArray(row.tags) &&
    row.tags.every(isText)
  )
}

/** A listing's text as instruments. */
export async function readListing(text: string): Promise<Answered<Listing>> {
  const parsed = await parsePieces(text)
  if (parsed === undefined) return { ok: false, fault: driftFault('', 'not JSON') }
  const { envelope, rows } = parsed
  const decoded = exchangeInfoAnswer.safeDecode(envelope as z.input<typeof exchangeInfoAnswer>)
  if (!decoded.success) {
    const issue = decoded.error.issues[0]
    return { ok: false, fault: driftFault(issue?.path.join('.') ?? '', issue?.message ?? 'not valid') }
  }
  const instruments: Instrument[] = []
  const setAside: BadRow[] = []
  await forEachInSlices(rows, (row, index) => {
    if (isPlainSymbol(row)) instruments.push(row)
    else {
      const slow = symbolRecord.safeDecode(row as z.input<typeof symbolRecord>)
      if (slow.success) instruments.push(slow.data)
      else setAside.push({ index, path: slow.error.issues[0]?.path.join('.') ?? '', message: slow.error.issues[0]?.message ?? 'not valid' })
    }
  })
  return { ok: true, answer: { instruments, setAside } }
}

interface Parsed {
  /** The answer, its `symbols` taken out. */
  readonly envelope: unknown
  readonly rows: readonly unknown[]
}

const pieceLength = 2_000_000
const rowsBegin = /"symbols"\s*:\s*\[/
const headLength = 2_000

/** The whole text as JSON, parsed piece by piece where it is long; undefined when it is not JSON. */
async function parsePieces(text: string): Promise<Parsed | undefined> {
  const begins = text.length > pieceLength ? rowsBegin.exec(text.slice(0, headLength)) : null
  const pieces = begins === null ? undefined : await cutRows(text, begins.index + begins[0].length)
  const parsed = parseJson(pieces === undefined ? text : pieces.rest)
  if (parsed === undefined) return undefined
  const inner = innerOf(parsed.value)
  if (!Array.isArray(inner?.['symbols'])) return { envelope: parsed.value, rows: [] }
  const last: readonly unknown[] = inner['symbols']
  return {
    envelope: { entities_and_rules_response: { ...inner, symbols: [] } },
    rows: pieces === undefined ? last : [...pieces.rows, ...last],
  }
}

const innerOf = (value: unknown): Record<string, unknown> | undefined =>
  (value as { readonly entities_and_rules_response?: Record<string, unknown> } | null)?.entities_and_rules_response

/**
 * All rows but those of the last piece, and the text without them. A cut between `}` and `{` that falls inside a string leaves it
 * open, so that piece does not parse; then there are no pieces.
 */
async function cutRows(text: string, from: number): Promise<{ readonly rows: readonly unknown[]; readonly rest: string } | undefined> {
  const rows: unknown[] = []
  let start = from
  for (;;) {
    const cut = text.indexOf('},{', start + pieceLength)
    if (cut < 0) return { rows, rest: text.slice(0, from) + text.slice(start) }
    await yieldToPage()
    const piece = parseJson(`[${text.slice(start, cut + 1)}]`)
    if (piece === undefined) return undefined
    for (const row of piece.value as unknown[]) rows.push(row)
    start = cut + 2
  }
}

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
