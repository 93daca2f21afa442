/** A trade during the replay. Cash in, cash out and the cost of the open legs always add up. */
import { abs, add, dec, type Decimal, gt, isZero, lt, mul, neg, sign, sub, zero } from '../decimal.ts'
import { joined, type Lot, noLot, takenFrom } from '../lot.ts'
import { TradeSteps } from './trade-steps.ts'
import type { Trade, TradeFlow } from './trade.ts'

interface ClosedBy {
  readonly order: string | undefined
  readonly atMs: number
  readonly isEstimated?: boolean
}

export class OpenTrade {
  readonly id: string
  readonly kind: Trade['kind']
  isFromBefore: boolean
  openedMs: number | undefined
  readonly lots = new Map<string, Lot>()
  #orders = new Set<string>()
  #rolledBy = new Set<string>()
  #realised: Decimal = zero
  #funding: Decimal = zero
  #unsettled = new Set<string>()
  readonly #steps = new TradeSteps()
  readonly #flows: TradeFlow[] = []
  #isContinued = false
  #lastMs = 0

  constructor(about: Pick<Trade, 'id' | 'kind' | 'isFromBefore' | 'openedMs'>) {
    this.id = about.id
    this.kind = about.kind
    this.isFromBefore = about.isFromBefore
    this.openedMs = about.openedMs
  }

  get isOpen(): boolean {
    return this.lots.size > 0
  }

  get orders(): readonly string[] {
    return [...this.#orders]
  }

  hasOrder(order: string): boolean {
    return this.#orders.has(order)
  }

  sizeOf(symbol: string): Decimal {
    return this.lots.get(symbol)?.size ?? zero
  }

  /** Unsigned size of a leg that a trade with this sign would close. */
  closableBy(symbol: string, tradedSign: number): Decimal {
    const size = this.sizeOf(symbol)
    return isZero(size) || sign(size) === Math.sign(tradedSign) ? zero : abs(size)
  }

  open(symbol: string, lot: Lot, order: string, atMs: number): void {
    this.touch(order, atMs)
    this.#put(symbol, lot, atMs)
    this.#steps.opened(symbol, lot, order, atMs)
  }

  /** Adds a lot of an initial position (at an unknown time) or of another trade. Nothing is traded. */
  addLot(symbol: string, lot: Lot, atMs: number | undefined): void {
    this.#put(symbol, lot, atMs)
    this.#steps.brought(symbol, lot, this.openedMs)
  }

  #put(symbol: string, lot: Lot, atMs: number | undefined): void {
    this.#flows.push({ atMs, symbol, size: lot.size, cash: neg(lot.cost) })
    const held = this.lots.get(symbol)
    this.lots.set(symbol, held === undefined ? lot : joined(held, lot))
  }

  close(symbol: string, quantity: Decimal, price: Decimal, by: ClosedBy): void {
    this.touch(by.order, by.atMs)
    const taken = this.#take(symbol, quantity)
    this.#flows.push({ atMs: by.atMs, symbol, size: neg(taken.size), cash: mul(taken.size, price) })
    this.#realised = add(this.#realised, this.#steps.closed(symbol, taken, price, { isEstimated: false, ...by }))
  }

  /** Moves part of a leg, at its cost, to a trade that continues it. Nothing is realised. */
  takeLot(symbol: string, quantity: Decimal, atMs: number): Lot {
    this.touch(undefined, atMs)
    this.#isContinued = true
    const taken = this.#take(symbol, quantity)
    this.#flows.push({ atMs, symbol, size: neg(taken.size), cash: taken.cost })
    return taken
  }

  #take(symbol: string, quantity: Decimal): Lot {
    const held = this.lots.get(symbol) ?? noLot
    if (gt(quantity, abs(held.size))) throw new Error(`${this.id} holds less than ${quantity} of ${symbol}`)
    const { rest, taken } = takenFrom(held, sign(held.size) < 0 ? neg(quantity) : quantity)
    if (rest === undefined) this.lots.delete(symbol)
    else this.lots.set(symbol, rest)
    return taken
  }

  rolled(order: string): void {
    this.#rolledBy.add(order)
  }

  fund(symbol: string, amount: Decimal, atMs: number): void {
    this.#flows.push({ atMs, symbol, size: zero, cash: amount })
    this.#funding = add(this.#funding, amount)
  }

  expireUnsettled(symbol: string, atMs: number): void {
    this.lots.delete(symbol)
    this.#unsettled.add(symbol)
    this.#lastMs = Math.max(this.#lastMs, atMs)
  }

  touch(order: string | undefined, atMs: number): void {
    if (order !== undefined) this.#orders.add(order)
    this.#lastMs = Math.max(this.#lastMs, atMs)
  }

  isOlderThan(other: OpenTrade): boolean {
    return (this.openedMs ?? Number.NEGATIVE_INFINITY) < (other.openedMs ?? Number.NEGATIVE_INFINITY)
  }

  isMadeOf(legs: readonly { readonly symbol: string; readonly ratio: number }[]): boolean {
    const [first] = legs
    if (first === undefined || legs.length !== this.lots.size) return false
    const size = this.sizeOf(first.symbol)
    return legs.every(({ symbol, ratio }) => {
      const own = this.sizeOf(symbol)
      if (isZero(own) || lt(mul(own, dec(ratio)), zero)) return false
      return isZero(sub(mul(own, dec(first.ratio)), mul(size, dec(ratio))))
    })
  }

  get trade(): Trade {
    return {
      id: this.id,
      kind: this.kind,
      isFromBefore: this.isFromBefore,
      openedMs: this.openedMs,
      closedMs: this.isOpen ? undefined : this.#lastMs,
      orders: this.orders,
      rolls: this.#rolledBy.size,
      legs: [...this.lots].map(([symbol, lot]) => ({ symbol, ...lot })),
      realised: this.#realised,
      funding: this.#funding,
      unsettled: [...this.#unsettled],
      steps: this.#steps.all(this.#rolledBy),
      flows: this.#flows,
      isContinued: this.#isContinued,
    }
  }
}
