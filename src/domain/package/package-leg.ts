/** A leg of a package by name, in the buyer's form; drafts, links and texts hold these. */
export interface PackageLeg {
  readonly symbol: string
  /** Signed, as bought. */
  readonly ratio: number
}
