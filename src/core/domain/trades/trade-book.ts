/**
 * The trades of an account since it was first observed, and the parts of its positions that they do not explain. Per
 * instrument, trades, initial positions and unexplained sizes add up to the position. The results of trades, initial
 * positions and loose funding add up to the account's result.
 */
import { abs, add, type Decimal, isZero, sub, zero } from '../decimal.ts'
import { type ExecutedPackage, byBookingOrder } from '../fill.ts'
import { shareOut } from '../grouping/share-out.ts'
import { expiryOf, isSpot } from '../instrument.ts'
import { lotHeld } from '../lot.ts'
import { must } from '../must.ts'
import { type AccountPast, type Funding, isSettled, type Settlement } from '../realised.ts'
import { type OpenTrades, takeExecution } from './match-order.ts'
import { OpenTrade } from './open-trade.ts'
import type { Trade } from './trade.ts'

export interface TradeBookInput extends AccountPast {
  readonly executions: readonly ExecutedPackage[]
}

/** Parts of one position; all three add up to it. */
export interface PositionProof {
  readonly symbol: string
  readonly traded: Decimal
  readonly before: Decimal
  /** Remainder: traded elsewhere, or not observed. */
  readonly unexplained: Decimal
  readonly held: Decimal
}

export interface TradeBook {
  /** Trades with an open leg, oldest first. Includes initial positions (see `kind`). */
  readonly open: readonly Trade[]
  readonly closed: readonly Trade[]
  /** Undefined until all positions are known. */
  readonly proof: readonly PositionProof[] | undefined
  readonly looseFunding: Decimal
}

class Ledger implements OpenTrades {
  readonly #byId = new Map<string, OpenTrade>()
  readonly #bySymbol = new Map<string, OpenTrade[]>()

  get all(): readonly OpenTrade[] {
    return [...this.#byId.values()]
  }

  withId(id: string): OpenTrade | undefined {
    return this.#byId.get(id)
  }

  freeId(id: string): string {
    let free = id
    for (let next = 2; this.#byId.has(free); next += 1) free = `${id} ${next}`
    return free
  }

  holding(symbol: string): readonly OpenTrade[] {
    const found = (this.#bySymbol.get(symbol) ?? []).filter(trade => trade.lots.has(symbol))
    this.#bySymbol.set(symbol, found)
    return found
  }

  add(trade: OpenTrade): void {
    this.#byId.set(trade.id, trade)
    for (const symbol of trade.lots.keys()) {
      const known = this.#bySymbol.get(symbol) ?? []
      if (!known.includes(trade)) this.#bySymbol.set(symbol, [...known, trade])
    }
  }
}

type Event =
  | { readonly kind: 'execution'; readonly atMs: number; readonly execution: ExecutedPackage }
  | { readonly kind: 'settlement'; readonly atMs: number; readonly settlement: Settlement }
  | { readonly kind: 'funding'; readonly atMs: number; readonly funding: Funding }

/** Order of simultaneous events: funding applies before trades, settlement after them. */
const ranks: Readonly<Record<Event['kind'], number>> = { funding: 0, execution: 1, settlement: 2 }

function eventsOf({ executions, settlements = [], fundings = [], ...past }: TradeBookInput): Event[] {
  const events: Event[] = executions.flatMap((given): Event[] => {
    const legs = given.legs.filter(leg => leg.ratio !== 0 && !isSpot(leg.symbol))
    const execution = legs.length === given.legs.length ? given : { ...given, legs }
    return legs.length === 0 || isZero(given.quantity) ? [] : [{ kind: 'execution', atMs: given.atMs, execution }]
  })
  for (const settlement of settlements) {
    if (isSettled(settlement.symbol, past)) events.push({ kind: 'settlement', atMs: settlement.atMs, settlement })
  }
  for (const funding of fundings) events.push({ kind: 'funding', atMs: funding.atMs, funding })
  return events.sort((a, b) => {
    if (a.kind === 'execution' && b.kind === 'execution') return byBookingOrder(a.execution, b.execution)
    return a.atMs - b.atMs || ranks[a.kind] - ranks[b.kind]
  })
}

function settle(trades: Ledger, { symbol, price, atMs, isEstimated }: Settlement): void {
  for (const trade of trades.holding(symbol))
    trade.close(symbol, abs(trade.sizeOf(symbol)), price, { order: undefined, atMs, isEstimated })
}

/** Splits a funding among the trades with the instrument, by signed size. Returns the part that belongs to no trade. */
function fund(trades: Ledger, { symbol, amount, atMs }: Funding): Decimal {
  const holders = trades.holding(symbol)
  const sizes = holders.map(trade => trade.sizeOf(symbol))
  const whole = sizes.reduce((total, size) => add(total, size), zero)
  if (isZero(whole)) return amount
  shareOut(amount, sizes, whole).forEach((share, at) => holders[at]?.fund(symbol, share, atMs))
  return zero
}

function loseEnds(trades: Ledger, past: AccountPast): void {
  for (const trade of trades.all) {
    for (const symbol of trade.lots.keys()) {
      if (isSettled(symbol, past)) trade.expireUnsettled(symbol, must(expiryOf(symbol), 'an expiry'))
    }
  }
}

function proofOf(trades: readonly Trade[], held: ReadonlyMap<string, Decimal>): PositionProof[] {
  const sizes = new Map<string, { traded: Decimal; before: Decimal }>()
  for (const { kind, legs } of trades) {
    for (const { symbol, size } of legs) {
      const known = sizes.get(symbol) ?? { traded: zero, before: zero }
      sizes.set(
        symbol,
        kind === 'before'
          ? { ...known, before: add(known.before, size) }
          : { ...known, traded: add(known.traded, size) },
      )
    }
  }
  return [...new Set([...sizes.keys(), ...held.keys()])]
    .filter(symbol => !isSpot(symbol))
    .map(symbol => {
      const { traded, before } = sizes.get(symbol) ?? { traded: zero, before: zero }
      const has = held.get(symbol) ?? zero
      return { symbol, traded, before, held: has, unexplained: sub(has, add(traded, before)) }
    })
}

export function tradeBook(input: TradeBookInput): TradeBook {
  const trades = new Ledger()
  for (const opening of input.openings ?? []) {
    const { symbol, size } = opening
    if (isZero(size) || isSpot(symbol)) continue
    const trade = new OpenTrade({ id: `before ${symbol}`, kind: 'before', isFromBefore: true, openedMs: undefined })
    trade.addLot(symbol, lotHeld(opening), undefined)
    trades.add(trade)
  }
  const ordered = new Map<string, Decimal>()
  for (const { order, quantity } of input.executions) ordered.set(order, add(ordered.get(order) ?? zero, quantity))
  let looseFunding = zero
  for (const event of eventsOf(input)) {
    if (event.kind === 'execution') takeExecution(trades, event.execution, ordered.get(event.execution.order) ?? zero)
    else if (event.kind === 'settlement') settle(trades, event.settlement)
    else looseFunding = add(looseFunding, fund(trades, event.funding))
  }
  loseEnds(trades, input)
  const all = trades.all.map(trade => trade.trade)
  return {
    open: all.filter(trade => trade.legs.length > 0),
    closed: all.filter(trade => trade.legs.length === 0),
    proof: input.held === undefined ? undefined : proofOf(all, input.held),
    looseFunding,
  }
}
