/**
 * Text for spreadsheets (reliability): every cell is quoted, a strict decimal stays as it is, and any other cell that a spreadsheet would
 * take for a formula is prefixed with an apostrophe. Lines end by CR LF.
 */
import { isDecimal } from './decimal.ts'

/**
 * `=`, `+`, `-`, `@`, their full-width and small forms, tab and line breaks begin a formula, also behind blanks and behind what is not seen: controls,
 * zero-width and bidirectional marks, which a program that reads the file may leave out.
 */
const formula = /^[\p{Z}\p{C}\s]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]|^[\t\r\n]/u

export function csvCell(text: string): string {
  const safe = !isDecimal(text) && formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** One line, its end included; undefined is an empty cell. */
export const csvLine = (cells: readonly (string | undefined)[]): string => `${cells.map(cell => csvCell(cell ?? '')).join(',')}\r\n`

/** `2026-12-25T14:03:22.123Z` of ms since 1970 UTC. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString()
