/** Result of parsing rows: valid rows, and invalid ones with the field at fault. */

export interface UnreadRow {
  readonly index: number
  /** Path of the field at fault; empty for the row itself. */
  readonly path: string
  readonly message: string
  readonly raw?: string | undefined
}

export interface LoadedRows<Data> {
  readonly data: Data
  readonly rejectedRows: readonly UnreadRow[]
  /** Venue time, ms. Undefined for a response without a time. */
  readonly madeMs?: number | undefined
}
