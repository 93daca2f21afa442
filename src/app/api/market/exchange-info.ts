/**
 * Reads the listing without blocking the page: parses a long text in pieces and validates rows like every list
 * (`rowReader`).
 */
import type { CallResult } from '../../../core/client/client-types.ts'
import { driftFault } from '../../../core/client/fault.ts'
import { exchangeInfoAnswer } from '../../../core/contract/answers.ts'
import { symbolRecord } from '../../../core/contract/records.ts'
import { type BadRow, createRowList, type RowList, rowReader } from '../../../core/contract/rows.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import { parseJson } from '../../../core/domain/json.ts'
import { z } from '../../../core/domain/zod.ts'
import { startSlice, yieldToPage } from '../browser/pause.ts'

export interface Listing {
  readonly instruments: readonly Instrument[]
  readonly rejectedRows: readonly BadRow[]
}

export async function readListing(text: string, pieceLength = usualPiece): Promise<CallResult<Listing>> {
  const read = (await readPieces(text, pieceLength)) ?? readWhole(text)
  if (read === undefined) return { ok: false, fault: driftFault('', 'not JSON') }
  const decoded = z.safeDecode(exchangeInfoAnswer, read.envelope as z.input<typeof exchangeInfoAnswer>)
  if (!decoded.success) {
    const issue = decoded.error.issues[0]
    return { ok: false, fault: driftFault(issue?.path.join('.') ?? '', issue?.message ?? 'not valid') }
  }
  const { rows: instruments, rejected: rejectedRows } = read.listing.rows()
  return { ok: true, answer: { instruments, rejectedRows } }
}

const readRow = rowReader(symbolRecord)
const newListing = (): RowList<Instrument> => createRowList(readRow, row => row.symbol)

/** Validates rows right after parsing, while they are in the processor's cache. */
function addRows(rows: readonly unknown[], listing: RowList<Instrument>): void {
  let above: Instrument | undefined
  for (const value of rows) {
    const row = listing.take(value)
    if (row === undefined) continue
    holdOnce(row, above)
    above = row
  }
}

/**
 * Shares equal strings within a row and with the row above, which saves two fifths of memory for tens of thousands of
 * rows. The engine already shares strings of up to ten characters.
 */
function holdOnce(
  row: { -readonly [Name in keyof Instrument]: Instrument[Name] },
  above: Instrument | undefined,
): void {
  if (row.base_asset === row.symbol) row.base_asset = row.symbol
  if (above === undefined) return
  if (row.maximum_value === above.maximum_value) row.maximum_value = above.maximum_value
  if (areSame(row.tags, above.tags)) row.tags = above.tags
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false
  return true
}

interface ListingAnswer {
  readonly listing: RowList<Instrument>
  readonly envelope: unknown
}

/**
 * Characters per piece. Short pieces stay in the processor's cache; below about 130,000 the engine copies strings as
 * short-lived, above about 250,000 it requests memory from the system each time.
 */
const usualPiece = 180_000
/** Each piece is a copy; below this many pieces parsing the whole text is faster. */
const fewPieces = 3
const rowsBegin = /"symbols"\s*:\s*\[/
const headLength = 2_000

/**
 * Parses a long text in pieces. Undefined if it is short or cannot be cut: a cut between `}` and `{` inside a string
 * makes that piece invalid.
 */
async function readPieces(text: string, pieceLength: number): Promise<ListingAnswer | undefined> {
  const begins = text.length > fewPieces * pieceLength ? rowsBegin.exec(text.slice(0, headLength)) : null
  if (begins === null) return undefined
  const from = begins.index + begins[0].length
  const listing = newListing()
  let slice = startSlice()
  let start = from
  for (;;) {
    const cut = text.indexOf('},{', start + pieceLength)
    if (cut < 0) break
    const piece = parseJson(`[${text.slice(start, cut + 1)}]`)
    if (piece === undefined) return undefined
    addRows(piece as unknown[], listing)
    start = cut + 2
    if (slice.isUsedUp()) {
      await yieldToPage()
      slice = startSlice()
    }
  }
  return readWhole(text.slice(0, from) + text.slice(start), listing)
}

function readWhole(text: string, listing = newListing()): ListingAnswer | undefined {
  const parsed = parseJson(text)
  if (parsed === undefined) return undefined
  const inner = innerOf(parsed)
  if (!Array.isArray(inner?.['symbols'])) return { listing, envelope: parsed }
  addRows(inner['symbols'] as unknown[], listing)
  return { listing, envelope: { entities_and_rules_response: { ...inner, symbols: [] } } }
}

const innerOf = (value: unknown): Record<string, unknown> | undefined =>
  (value as { readonly entities_and_rules_response?: Record<string, unknown> } | null)?.entities_and_rules_response

const stamp = /"server_utc_timestamp"\s*:\s*"?\d+"?/

export function isSameListing(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 20) return false
  const inA = stamp.exec(a.slice(0, headLength))
  const inB = stamp.exec(b.slice(0, headLength))
  if (inA === null || inB === null) return false
  return (
    a.slice(0, inA.index) === b.slice(0, inB.index) &&
    a.slice(inA.index + inA[0].length) === b.slice(inB.index + inB[0].length)
  )
}
