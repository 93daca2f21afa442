/** Name of a package for a card or a row: "Short iron condor BTC 25DEC26", of its legs as the side executes them. */
import type { Side } from '../../domain/order.ts'
import { structureLabel } from './structure-label.ts'

interface NamedLeg {
  readonly symbol: string
  readonly ratio: number
}

export const structureName = (legs: readonly NamedLeg[], side: Side | undefined): string =>
  structureLabel(side === 'sell' ? legs.map(leg => ({ symbol: leg.symbol, ratio: -leg.ratio })) : legs).title
