/**
 * Makers' and dealers' quotes as real orders. They live for `market.quoteLifeMs`. When a book is touched, or has
 * clients' orders at a tick, present quotes replace older ones and match like any order: against resting orders at
 * their price, and behind older orders at equal price. A book without clients' orders is dropped with its quotes, so
 * that an idle instrument costs nothing.
 */
import { cmp, type Decimal, isZero, max, roundToStep } from '../../../core/domain/decimal.ts'
import { clientOrderId, type OrderId } from '../../../core/domain/ids.ts'
import type { BookLevel } from '../../../core/domain/market-data.ts'
import { firmMarket, opposite, type Side } from '../../../core/domain/order.ts'
import { atLeastAsGood, createBook, hasClientOrders, removeFromBook } from './book.ts'
import type { Contract } from './contracts.ts'
import { dealerQuotes, makersQuotes } from './dealers.ts'
import { match, rest } from './matching.ts'
import type { Book, Order, State } from './model.ts'
import { quantityStepUnder } from './rules.ts'
import { accountOf, answerId, house, nextOrderId, nowMsOf } from './state.ts'

export const quoteLifeOf = (state: State): number => Math.floor(nowMsOf(state) / state.market.quoteLifeMs)

interface HouseLevel extends BookLevel {
  readonly by: string
  readonly rfq?: OrderId
}

export function quotesOf(
  state: State,
  contract: Contract,
): { readonly buy: readonly HouseLevel[]; readonly sell: readonly HouseLevel[] } {
  const nowMs = nowMsOf(state)
  const makers = makersQuotes(state.market, contract, nowMs)
  const requests = state.rfqs.get(contract.key)
  const dealers = requests === undefined ? [] : dealerQuotes(state.market, requests, makers, nowMs)
  const side = (which: Side): HouseLevel[] => {
    const answers = dealers
      .filter(quote => quote.side === which)
      .map(({ price, quantity, dealer, rfq }) => ({ price, quantity, by: dealer, rfq }))
    return [
      // Dealers are better than makers, so they come first.
      ...answers.toSorted((a, b) => (which === 'buy' ? cmp(b.price, a.price) : cmp(a.price, b.price))),
      ...makers[which].map(level => ({ ...level, by: house.makers })),
    ]
  }
  return { buy: side('buy'), sell: side('sell') }
}

export function houseOrder(
  state: State,
  contract: Contract,
  side: Side,
  { price, quantity, by = house.makers, rfq }: BookLevel & Partial<HouseLevel>,
): Order {
  const id = nextOrderId(state)
  return {
    order_id: id,
    client_order_id: rfq === undefined ? clientOrderId(id) : answerId(rfq),
    account: accountOf(state, by),
    contract,
    market_id: firmMarket,
    side,
    type: 'LIMIT',
    time_in_force: 'GTC',
    quantity,
    price,
    placedAt: state.now,
    executions: [],
    remaining: quantity,
  }
}

export function touchBook(state: State, contract: Contract): Book {
  const book = state.books.get(contract.key) ?? createBook(contract)
  state.books.set(contract.key, book)
  const life = quoteLifeOf(state)
  if (book.quoteLife === life) return book
  for (const order of book.quotes) removeFromBook(book, order)
  const quotes = quotesOf(state, contract)
  book.quoteLife = life
  book.quotes = [...enter(state, book, 'buy', quotes.buy), ...enter(state, book, 'sell', quotes.sell)]
  return book
}

function enter(state: State, book: Book, side: Side, levels: readonly (BookLevel & Partial<HouseLevel>)[]): Order[] {
  return levels.map(level => {
    const order = houseOrder(state, book.contract, side, level)
    match(state, book, order)
    rest(book, order)
    return order
  })
}

/** The makers' best price on a side since their present quotes began, even if taken. */
export function bestShown(state: State, contract: Contract, side: Side): Decimal | undefined {
  const book = state.books.get(contract.key)
  if (book === undefined || book.quoteLife !== quoteLifeOf(state)) return quotesOf(state, contract)[side][0]?.price
  return book.quotes.find(quote => quote.side === side)?.price
}

/**
 * Until the present quotes end, makers offer only `quantity` (rounded down to a step) against a coming order: at their
 * best price if the order reaches it, else at the order's price.
 */
export function offerOnly(
  state: State,
  book: Book,
  { side: orderSide, price: limit }: Pick<Order, 'side' | 'price'>,
  quantity: Decimal,
): void {
  const side = opposite(orderSide)
  const best = bestShown(state, book.contract, side)
  for (const quote of book.quotes) removeFromBook(book, quote)
  const isReached = best !== undefined && (limit === undefined || atLeastAsGood(side, best, limit))
  const price = isReached ? best : limit
  const offered = roundToStep(
    quantity,
    book.contract.legs.map(leg => quantityStepUnder(state.rules, leg.listed)).reduce(max),
    'down',
  )
  book.quotes = price === undefined || isZero(offered) ? [] : enter(state, book, side, [{ price, quantity: offered }])
}

/** Called at a tick: matches quotes with resting orders and drops books without any. */
export function refreshBooks(state: State): void {
  const life = quoteLifeOf(state)
  for (const [key, book] of state.books) {
    if (hasClientOrders(book)) touchBook(state, book.contract)
    else if (book.quoteLife !== life) state.books.delete(key)
  }
}
