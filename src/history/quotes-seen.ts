/**
 * What makers quoted on an RFQ, as far as this browser saw it: kept with the order, so that an RFQ that is over still tells how good its quotes were. Only the
 * side that whoever asked would trade against counts: asks for a buyer, bids for a seller.
 */
import type { QuotesSeen } from '../domain/journal-order.ts'
import type { BookLevel } from '../domain/market-data.ts'

const trailAtMost = 60

/** `levels` of the side traded against, the best first. The same object where they tell nothing new; none says nothing against what was quoted before. */
export function seeQuotes(known: QuotesSeen | undefined, levels: readonly BookLevel[], atMs: number): QuotesSeen | undefined {
  const [best, second] = levels
  if (best === undefined) return known
  if (known === undefined) return { firstMs: atMs, best, ...withSecond(second), lastMs: atMs, trail: [{ atMs, price: best.price }] }
  if (atMs < known.lastMs || (isSame(known.best, best) && isSame(known.second, second))) return known
  const trail = known.best.price === best.price ? known.trail : [...known.trail, { atMs, price: best.price }].slice(-trailAtMost)
  return { firstMs: known.firstMs, best, ...withSecond(second), lastMs: atMs, trail }
}

const withSecond = (second: BookLevel | undefined): Pick<QuotesSeen, 'second'> => (second === undefined ? {} : { second })

/** By price: sizes change all the time, and a price is what they are compared by. */
const isSame = (a: BookLevel | undefined, b: BookLevel | undefined): boolean => a?.price === b?.price
