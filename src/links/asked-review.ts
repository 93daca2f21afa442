/**
 * A review asked for on the way to the builder: the command line loads a draft there and wants it reviewed at once. Held in memory alone, so that no link can
 * open a review; for one draft, by its address, and for a short while.
 */
import type { Search } from './search-text.ts'

/** As long as the builder may take to come. */
const waitMs = 10_000

let asked: { readonly search: Search; readonly atMs: number } | undefined

export const askReview = (search: Search): void => {
  asked = { search, atMs: performance.now() }
}

/** The address of the draft that is to be reviewed; undefined where none is. */
export const askedReview = (): Search | undefined =>
  asked !== undefined && performance.now() - asked.atMs < waitMs ? asked.search : undefined

export const dropAskedReview = (): void => {
  asked = undefined
}
