/**
 * The quotes of makers and dealers as real orders. Quotes live for `market.quoteLifeMs`; when a book is touched, or holds orders of clients at a tick,
 * those of the present life replace those of the former, coming in like any other order: they meet what rests, at the resting price,
 * and stand behind older orders at their own. A book nobody rests in is forgotten with its quotes, so an idle instrument costs nothing.
 */
import { cmp, type Decimal, isZero, max, roundToStep } from '../../domain/decimal.ts'
import { clientOrderId, type OrderId } from '../../domain/ids.ts'
import type { BookLevel } from '../../domain/market-data.ts'
import { firmMarket, opposite, type Side } from '../../domain/order.ts'
import { atLeastAsGood, createBook, hasClientOrders, removeFromBook } from './book.ts'
import type { Contract } from './contracts.ts'
import { dealerQuotes, makersQuotes } from './dealers.ts'
import { match, rest } from './matching.ts'
import type { Book, Order, State } from './model.ts'
import { quantityStepUnder } from './rules.ts'
import { accountOf, answerId, house, nextOrderId, nowMsOf } from './state.ts'

export const quoteLifeOf = (state: State): number => Math.floor(nowMsOf(state) / state.market.quoteLifeMs)

/** A level of the house, with the account that shows it and, for a dealer's, the request it answers. */
interface HouseLevel extends BookLevel {
  readonly by: string
  readonly rfq?: OrderId
}

/** What the house shows in a contract now: dealers for the requests that live in it, and makers; each side best first. */
export function quotesOf(state: State, contract: Contract): { readonly buy: readonly HouseLevel[]; readonly sell: readonly HouseLevel[] } {
  const nowMs = nowMsOf(state)
  const makers = makersQuotes(state.market, contract, nowMs)
  const requests = state.rfqs.get(contract.key)
  const dealers = requests === undefined ? [] : dealerQuotes(state.market, requests, makers, nowMs)
  const side = (which: Side): HouseLevel[] => {
    const answers = dealers
      .filter(quote => quote.side === which)
      .map(({ price, quantity, dealer, rfq }) => ({ price, quantity, by: dealer, rfq }))
    return [
      // Dealers are better than makers, so the best come first.
      ...answers.toSorted((a, b) => (which === 'buy' ? cmp(b.price, a.price) : cmp(a.price, b.price))),
      ...makers[which].map(level => ({ ...level, by: house.makers })),
    ]
  }
  return { buy: side('buy'), sell: side('sell') }
}

/** An order of the house; it is dropped when it leaves its book. */
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

/** The book of a contract with the quotes of now in it. */
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

/** The best price that makers showed on a side since their present quotes began, taken or not. */
export function bestShown(state: State, contract: Contract, side: Side): Decimal | undefined {
  const book = state.books.get(contract.key)
  if (book === undefined || book.quoteLife !== quoteLifeOf(state)) return quotesOf(state, contract)[side][0]?.price
  return book.quotes.find(quote => quote.side === side)?.price
}

/**
 * For as long as the present quotes live, makers show `quantity` (down to a step) across from an order about to come and nothing else: at
 * the best price they had where the order reaches it, else at the order's own.
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
  const offered = roundToStep(quantity, book.contract.legs.map(leg => quantityStepUnder(state.rules, leg.listed)).reduce(max), 'down')
  book.quotes = price === undefined || isZero(offered) ? [] : enter(state, book, side, [{ price, quantity: offered }])
}

/** At a tick: quotes meet the orders that rest, and books without any are forgotten. */
export function refreshBooks(state: State): void {
  const life = quoteLifeOf(state)
  for (const [key, book] of state.books) {
    if (hasClientOrders(book)) touchBook(state, book.contract)
    else if (book.quoteLife !== life) state.books.delete(key)
  }
}
