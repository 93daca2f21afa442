/**
 * Text for spreadsheets, in files and copied rows. Decimals are unchanged. Other cells that a spreadsheet would misread
 * (a formula, a date, a number that it rounds) start with an apostrophe. In files every cell is quoted, lines end with
 * CR LF, and a byte order mark indicates UTF-8.
 */
import { type Decimal, decimalFromNumber, isDecimal, zero } from './decimal.ts'

/**
 * `=`, `+`, `-`, `@`, their full-width and small forms, tabs and line breaks start a formula. Blanks and invisible
 * characters (controls, zero-width and bidirectional marks) before them may be dropped by the reading program.
 */
const formula = /^[\p{Z}\p{C}\s]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]|^[\t\r\n]/u

/** A spreadsheet keeps 15 digits of a number and drops leading zeros. */
const id = /^-?(?:\d{16,}|0\d+)$/
const exponent = /^\d+(?:\.\d*)?e[+-]?\d+$/i
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** "3/4", "80-85", "25DEC26", "Dec 25", "14:03", "91,720"; not "2026-12-25", which is a date everywhere. */
const date = new RegExp(
  String.raw`^(?:(?!\d{4}-\d{2}-\d{2}$)\d{1,4}[/.-]\d{1,4}(?:[/.-]\d{1,4})?|\d{1,2}:\d{2}.*|\d{1,2}[ -]?${month}(?:[ -]?\d{2,4})?(?: \d{1,2}:\d{2}.*)?|${month}[ -]?\d{1,4}|\d{1,3}(?:,\d{3})+(?:\.\d+)?)$`,
  'i',
)

/** Returns the text, with an apostrophe in front if a spreadsheet would misread it. */
export function sheetText(text: string): string {
  const isMisread = isDecimal(text) ? id.test(text) : formula.test(text) || exponent.test(text) || date.test(text)
  return isMisread ? `'${text}` : text
}

/** Smaller floats are rounding errors. */
const dust = 1e-12
/** Further digits of a float are rounding errors. */
const floatDigits = 12

export function sheetNumber(value: number | undefined): Decimal | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined
  return Math.abs(value) < dust ? zero : decimalFromNumber(Number(value.toPrecision(floatDigits)))
}

export const csvCell = (text: string): string => `"${sheetText(text).replaceAll('"', '""')}"`

type Cells = readonly (string | undefined)[]

/** Returns one line including its end. Undefined is an empty cell. */
export const csvLine = (cells: Cells): string => `${cells.map(cell => csvCell(cell ?? '')).join(',')}\r\n`

/** Byte order mark: without it spreadsheets misread UTF-8. */
export const csvMark = '\ufeff'

export const csvFile = (lines: readonly Cells[]): string => `${csvMark}${lines.map(csvLine).join('')}`

export const tabbedText = (lines: readonly (readonly string[])[]): string =>
  lines.map(line => line.map(cell => sheetText(cell.replace(/[\t\r\n]+/g, ' '))).join('\t')).join('\n')

export const isoTime = (atMs: number): string => new Date(atMs).toISOString()
