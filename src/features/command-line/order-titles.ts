/** What an open order is called in the list of what was found. */
import { shortName } from '../../domain/instrument.ts'
import { type OrderRecord, isRfqMarket, parseJoinedSymbol } from '../../domain/order.ts'
import { sideFreeName } from '../../domain/structures/sold-name.ts'
import { structureLabel } from '../../ui/order/structure-label.ts'

export const isRfqOrder = ({ market_id }: OrderRecord): boolean => isRfqMarket(market_id)

export function shortOrderTitle({ legs, symbol, side }: OrderRecord): string {
  const all = legs ?? parseJoinedSymbol(symbol)
  if (all === undefined || all.length < 2) return shortName(all?.[0]?.symbol ?? symbol)
  const sign = side === 'sell' ? -1 : 1
  return sideFreeName(structureLabel(all.map(leg => ({ symbol: leg.symbol, ratio: leg.ratio * sign }))).title, side)
}
