/**
 * Reference matching: all books in one flat list, searched completely for every fill. Slow, simple and independent of
 * the engine. Contains firm orders and makers' quotes, no money.
 */
import type { Side } from '../../../../core/domain/order.ts'
import type { HouseQuotes } from './house-quotes.ts'
import { type Units, units } from './units.ts'

export interface ReferenceOrder {
  readonly id?: string
  readonly rfq?: string | undefined
  readonly book: string
  readonly side: Side
  readonly price?: Units
  readonly minimum: Units
  left: Units
  hasTraded: boolean
}

export interface ReferenceFill {
  readonly added?: string
  readonly taken?: string
  readonly price: Units
  readonly quantity: Units
}

export class ReferenceBook {
  resting: ReferenceOrder[] = []
  readonly #lives = new Map<string, number>()
  /** The house's quotes at the start of a book's quote life, or as set since. */
  readonly #shown = new Map<string, ReferenceOrder[]>()

  quote(book: string, life: number, quotes: () => HouseQuotes): ReferenceFill[] {
    if (this.#lives.get(book) === life) return []
    this.#lives.set(book, life)
    this.resting = this.resting.filter(order => order.book !== book || order.id !== undefined)
    const { buy, sell } = quotes()
    const all = [
      ...buy.map(level => ({ ...level, side: 'buy' as const })),
      ...sell.map(level => ({ ...level, side: 'sell' as const })),
    ]
    const orders = all.map(
      ({ price, quantity, side, rfq }): ReferenceOrder => ({
        rfq,
        book,
        side,
        price: units(price),
        minimum: 0n,
        left: units(quantity),
        hasTraded: false,
      }),
    )
    this.#shown.set(book, orders)
    return orders.flatMap(order => this.#enter(order))
  }

  #enter(order: ReferenceOrder): ReferenceFill[] {
    const fills = this.take(order)
    this.rest(order)
    return fills
  }

  offer({ book, side, price: limit }: ReferenceOrder, quantity: Units): ReferenceFill[] {
    const sign = side === 'buy' ? 1n : -1n
    const shown = this.#shown.get(book) ?? []
    const best = shown.find(order => order.side !== side)?.price
    this.resting = this.resting.filter(order => !shown.includes(order))
    const isReached = best !== undefined && (limit === undefined || best * sign <= limit * sign)
    const price = isReached ? best : limit
    const orders: ReferenceOrder[] =
      price === undefined || quantity === 0n
        ? []
        : [{ book, side: side === 'buy' ? 'sell' : 'buy', price, minimum: 0n, left: quantity, hasTraded: false }]
    this.#shown.set(book, orders)
    return orders.flatMap(order => this.#enter(order))
  }

  rest(order: ReferenceOrder): void {
    if (order.left > 0n) this.resting.push(order)
  }

  remove(id: string): void {
    this.resting = this.resting.filter(order => order.id !== id && order.rfq !== id)
    for (const [book, shown] of this.#shown)
      this.#shown.set(
        book,
        shown.filter(order => order.rfq !== id),
      )
  }

  clientBooks(): Set<string> {
    return new Set(this.resting.filter(order => order.id !== undefined).map(order => order.book))
  }

  take(taker: ReferenceOrder): ReferenceFill[] {
    const passed = new Set<ReferenceOrder>()
    const planned: { order: ReferenceOrder; quantity: Units }[] = []
    let left = taker.left
    for (let best = this.#best(taker, passed); best !== undefined && left > 0n; best = this.#best(taker, passed)) {
      passed.add(best)
      const quantity = left < best.left ? left : best.left
      const least = best.minimum < best.left ? best.minimum : best.left
      if (!best.hasTraded && quantity < least) continue
      planned.push({ order: best, quantity })
      left -= quantity
    }
    if (!taker.hasTraded && taker.left - left < taker.minimum) return []
    const waiting = planned.map(plan => plan.order).filter(order => order.minimum > 0n && !order.hasTraded)
    const fills = planned.map(({ order, quantity }) => {
      order.left -= quantity
      taker.left -= quantity
      order.hasTraded = true
      taker.hasTraded = true
      if (order.left === 0n) this.resting = this.resting.filter(other => other !== order)
      return {
        ...(order.id === undefined ? {} : { added: order.id }),
        ...(taker.id === undefined ? {} : { taken: taker.id }),
        price: order.price ?? 0n,
        quantity,
      }
    })
    if (taker.left === 0n) this.resting = this.resting.filter(order => order !== taker)
    return [...fills, ...waiting.flatMap(order => (order.left > 0n ? this.take(order) : []))]
  }

  #best(taker: ReferenceOrder, passed: ReadonlySet<ReferenceOrder>): ReferenceOrder | undefined {
    const sign = taker.side === 'buy' ? 1n : -1n
    let best: ReferenceOrder | undefined
    for (const order of this.resting) {
      if (order.book !== taker.book || order.side === taker.side || passed.has(order) || order.price === undefined)
        continue
      if (taker.price !== undefined && order.price * sign > taker.price * sign) continue
      if (best?.price === undefined || order.price * sign < best.price * sign) best = order
    }
    return best
  }
}
