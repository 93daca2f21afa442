/**
 * Text for spreadsheets, in files and in copied rows. A decimal stays as it is. Any other cell that a spreadsheet would take for something else (a formula,
 * a date, a number that it rounds) has an apostrophe before it. In files every cell is quoted, lines end by CR LF, and a byte order mark says UTF-8.
 */
import { type Decimal, decimalFromNumber, isDecimal, zero } from './decimal.ts'

/**
 * `=`, `+`, `-`, `@`, their full-width and small forms, tab and line breaks begin a formula, also behind blanks and behind what is not seen: controls,
 * zero-width and bidirectional marks, which a program that reads the file may leave out.
 */
const formula = /^[\p{Z}\p{C}\s]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]|^[\t\r\n]/u

/** A spreadsheet keeps 15 digits of a number, and drops zeros in front. */
const id = /^-?(?:\d{16,}|0\d+)$/
const exponent = /^\d+(?:\.\d*)?e[+-]?\d+$/i
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** "3/4", "80-85", "25DEC26", "Dec 25", "14:03", "91,720"; not "2026-12-25", which is a date everywhere. */
const date = new RegExp(
  String.raw`^(?:(?!\d{4}-\d{2}-\d{2}$)\d{1,4}[/.-]\d{1,4}(?:[/.-]\d{1,4})?|\d{1,2}:\d{2}.*|\d{1,2}[ -]?${month}(?:[ -]?\d{2,4})?(?: \d{1,2}:\d{2}.*)?|${month}[ -]?\d{1,4}|\d{1,3}(?:,\d{3})+(?:\.\d+)?)$`,
  'i',
)

/** The text as a spreadsheet shows it, unchanged but for an apostrophe in front. */
export function sheetText(text: string): string {
  const isMisread = isDecimal(text) ? id.test(text) : formula.test(text) || exponent.test(text) || date.test(text)
  return isMisread ? `'${text}` : text
}

/** Below it a float is dust of arithmetic. */
const dust = 1e-12
/** Digits of a float that are more than arithmetic left in it. */
const floatDigits = 12

/** A computed figure as a plain decimal; undefined if it is not known. */
export function sheetNumber(value: number | undefined): Decimal | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined
  return Math.abs(value) < dust ? zero : decimalFromNumber(Number(value.toPrecision(floatDigits)))
}

export const csvCell = (text: string): string => `"${sheetText(text).replaceAll('"', '""')}"`

type Cells = readonly (string | undefined)[]

/** One line, its end included; undefined is an empty cell. */
export const csvLine = (cells: Cells): string => `${cells.map(cell => csvCell(cell ?? '')).join(',')}\r\n`

/** Spreadsheets read UTF-8 by it. */
export const csvMark = '\ufeff'

/** A whole file, its heads first. */
export const csvFile = (lines: readonly Cells[]): string => `${csvMark}${lines.map(csvLine).join('')}`

/** For the clipboard: what spreadsheets take apart into cells. */
export const tabbedText = (lines: readonly (readonly string[])[]): string =>
  lines.map(line => line.map(cell => sheetText(cell.replace(/[\t\r\n]+/g, ' '))).join('\t')).join('\n')

/** `2026-12-25T14:03:22.123Z` of ms since 1970 UTC. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString()
