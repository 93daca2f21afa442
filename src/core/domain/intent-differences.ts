/**
 * Compares the venue's order with the order sent under its id. The order is accepted by id even if its terms differ. A
 * field that the response omits is not a difference.
 */
import { type Decimal, eq, gt } from './decimal.ts'
import type { Intent } from './intent.ts'
import { filledQuantity } from './order-state.ts'
import {
  type Execution,
  isPackage,
  isRfqMarket,
  isSameSymbol,
  joinedSymbol,
  type NewOrder,
  parseJoinedSymbol,
  type RequestLeg,
} from './order.ts'

interface VenueOrder {
  readonly symbol: string
  readonly tradeable_entity_id?: string | undefined
  readonly market_id: string
  readonly side?: string | undefined
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly legs?: readonly RequestLeg[] | undefined
  readonly executions?: readonly Execution[] | undefined
}

export function orderDifferences(sent: NewOrder, said: VenueOrder): readonly string[] {
  const differing = (
    what: string,
    wanted: string | undefined,
    got: string | undefined,
    isSame: (a: string, b: string) => boolean,
  ) =>
    wanted === undefined || wanted === '' || got === undefined || got === '' || isSame(wanted, got)
      ? []
      : [`${what} ${got} instead of ${wanted}`]
  const isSameAmount = (a: string, b: string): boolean => eq(a as Decimal, b as Decimal)
  const filled = filledQuantity({ executions: said.executions ?? [] })
  return [
    ...differing('side', sent.side, said.side, (a, b) => a === b),
    ...differing('instrument', ...instruments(sent, said), isSameSymbol),
    ...differing('quantity', sent.quantity, said.quantity, isSameAmount),
    ...differing('price', sent.price, said.price, isSameAmount),
    ...differing('market', sent.market_id, said.market_id, (a, b) => a === b || (isRfqMarket(a) && isRfqMarket(b))),
    ...(gt(filled, sent.quantity) ? [`${filled} filled, more than the ${sent.quantity} ordered`] : []),
  ]
}

function instruments(sent: NewOrder, said: VenueOrder): readonly [string | undefined, string | undefined] {
  const [single] = sent.legs ?? []
  if (!isPackage(sent)) {
    const { symbol, tradeable_entity_id: id } = single ?? sent
    return symbol === undefined ? [id, said.tradeable_entity_id] : [symbol, said.symbol]
  }
  const isBySymbol = sent.legs?.every(leg => leg.symbol !== undefined) === true
  const named = (legs: readonly RequestLeg[]): string =>
    joinedSymbol(
      legs.map(leg => ({ symbol: (isBySymbol ? leg.symbol : leg.tradeable_entity_id) ?? '?', ratio: leg.ratio })),
    )
  if (said.legs !== undefined) return [named(sent.legs ?? []), named(said.legs)]
  return [
    isBySymbol ? named(sent.legs ?? []) : undefined,
    parseJoinedSymbol(said.symbol) === undefined ? undefined : said.symbol,
  ]
}

export function intentDifferences(
  { order, state }: Pick<Intent, 'order' | 'state'>,
  latest?: VenueOrder,
): readonly string[] {
  if (state.kind !== 'accepted') return []
  const said = [state.accepted, state.order, latest].filter(each => each !== undefined)
  return [...new Set(said.flatMap(each => orderDifferences(order, each)))]
}

export const differenceText = (differences: readonly string[]): string =>
  `The venue has another order than was sent: ${differences.join('; ')}.`
