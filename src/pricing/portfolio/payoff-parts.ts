/** What is looked at: the draft (one package), the book of its base, or the book with the whole draft in it. */
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { toNumber } from '../../domain/decimal.ts'
import type { Position } from '../../domain/account.ts'
import { parseInstrumentName, valuedProduct } from '../../domain/instrument.ts'
import { signedSize } from '../../domain/pnl.ts'

export type PayoffView = 'draft' | 'book' | 'both'

/** A closing has no payoff of its own: alone it would be drawn as the opposite, naked. What it leaves is looked at in its place. */
export const viewShown = (asked: PayoffView, isClosing: boolean): PayoffView => (isClosing && asked === 'draft' ? 'both' : asked)

export interface PayoffPart {
  readonly legs: readonly PackageLeg[]
  readonly cost: number | undefined
}

/** Positions of a base at their marks: what they make from now on. Without those whose rule is not known. */
export function portfolioPart(positions: readonly Position[], base: string): PayoffPart {
  const own = positions.filter(
    ({ symbol, product_type }) =>
      parseInstrumentName(symbol)?.base === base && valuedProduct(symbol, undefined, product_type) !== undefined,
  )
  const legs = own.map(position => ({ symbol: position.symbol, ratio: toNumber(signedSize(position)) })).filter(leg => leg.ratio !== 0)
  const cost = own.reduce((sum, position) => sum + toNumber(signedSize(position)) * toNumber(position.mark_price), 0)
  return { legs, cost }
}

/** Both together, the draft so many times; equal symbols are one leg. */
export function combinedPart(book: PayoffPart, draft: PayoffPart, quantity: number | undefined): PayoffPart {
  const ratios = new Map<string, number>()
  for (const { symbol, ratio } of book.legs) ratios.set(symbol, (ratios.get(symbol) ?? 0) + ratio)
  for (const { symbol, ratio } of draft.legs) ratios.set(symbol, (ratios.get(symbol) ?? 0) + ratio * (quantity ?? 0))
  const known = book.cost !== undefined && quantity !== undefined && (draft.cost !== undefined || draft.legs.length === 0)
  return {
    legs: [...ratios].filter(([, ratio]) => ratio !== 0).map(([symbol, ratio]) => ({ symbol, ratio })),
    cost: known ? (book.cost ?? 0) + (draft.cost ?? 0) * (quantity ?? 0) : undefined,
  }
}
