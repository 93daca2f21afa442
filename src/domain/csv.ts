/**
 * Text for spreadsheets (reliability): every cell is quoted, a strict decimal stays as it is, and any other cell that a spreadsheet would
 * take for a formula is prefixed with an apostrophe. Lines end by CR LF.
 */
import { isDecimal } from './decimal.ts'

/** `=`, `+`, `-`, `@`, their full-width forms, tab and line breaks begin a formula, also behind blanks. */
const formula = /^[\s\u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

export function csvCell(text: string): string {
  const safe = !isDecimal(text) && formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** One line, its end included; undefined is an empty cell. */
export const csvLine = (cells: readonly (string | undefined)[]): string => `${cells.map(cell => csvCell(cell ?? '')).join(',')}\r\n`

/** `2026-12-25T14:03:22.123Z` of ms since 1970 UTC. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString()
