/**
 * The book a symbol of the order book call names, in the view of whoever asks: besides the contract's own form of a package also its mirror
 * image (`A@-1/B@1`), of which buying at p is selling the package at -p, and one leg alone (`A@1`), which is the instrument.
 */
import { neg } from '../../domain/decimal.ts'
import type { BookLevel, OrderBook } from '../../domain/market-data.ts'
import { joinedSymbol, parseJoinedSymbol } from '../../domain/order.ts'
import type { EpochMicros } from '../../domain/time.ts'
import type { Exchange } from '../exchange.ts'

/** undefined where no instrument and no package goes by the symbol. */
export function bookOfSymbol(exchange: Exchange, symbol: string, depth: number, now: EpochMicros): OrderBook | undefined {
  const book = exchange.orderBook(symbol, depth, now)
  if (book !== undefined) return book
  const legs = parseJoinedSymbol(symbol)
  const [first] = legs ?? []
  if (legs === undefined || first === undefined) return undefined
  if (legs.length === 1) return first.ratio === 1 ? exchange.orderBook(first.symbol, depth, now) : undefined
  if (first.ratio > 0) return undefined
  const mirrored = legs.map(leg => ({ ...leg, ratio: -leg.ratio }))
  const other = exchange.orderBook(joinedSymbol(mirrored), depth, now)
  if (other === undefined) return undefined
  const asked = joinedSymbol(legs)
  return { ...other, symbol: asked, buy: other.sell.map(mirror), sell: other.buy.map(mirror) }
}

const mirror = ({ price, quantity }: BookLevel): BookLevel => ({ price: neg(price), quantity })
