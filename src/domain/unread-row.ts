/** What is read row by row: rows that could be read, and rows that could not, with the field at fault. */

/** A row that could not be read. */
export interface UnreadRow {
  readonly index: number
  /** Of the field at fault; empty for the row itself. */
  readonly path: string
  readonly message: string
  /** As it came, as JSON: nothing of it was checked. */
  readonly raw?: string | undefined
}

export interface Loaded<Data> {
  readonly data: Data
  readonly setAside: readonly UnreadRow[]
  /** When the venue made it, ms by its clock; undefined for an answer without its time. */
  readonly madeMs?: number | undefined
}
