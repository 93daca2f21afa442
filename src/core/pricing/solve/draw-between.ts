/**
 * Finds legs that earn if the price ends between two prices and never lose more than a bound: a rising spread, a
 * falling spread above it, or both, of calls or puts, at asks and bids. All pairs of spreads over the listed strikes
 * are compared; the one with the best worst case between the prices wins.
 */
import { type Decimal, places } from '../../domain/decimal.ts'
import { exactText } from '../../domain/effect-label.ts'
import type { ChainStrike } from '../../domain/instrument-index.ts'
import { shortExpiry } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { fromUnits, quotedPrice, toUnits } from './quoted.ts'
import { cheapestLegs, type SolveMarket } from './same-payoff.ts'

export interface PriceBand {
  readonly base: string
  readonly expiryMs: number
  readonly from: Decimal | undefined
  readonly to: Decimal | undefined
  /** Maximum loss per package, above zero. */
  readonly loss: Decimal
}

export type BetweenLegs =
  | {
      readonly ok: true
      readonly legs: readonly PackageLeg[]
      /** Profit per package: the least between the prices, and the least anywhere. */
      readonly earns: Decimal
      readonly loses: Decimal
    }
  | { readonly ok: false; readonly why: string }

interface Spread {
  readonly low: number
  readonly high: number
  readonly bends: readonly (readonly [strike: Decimal, bend: number])[]
  /** Cost minus value at price 0. */
  readonly cost: number
}

const none: Spread = { low: 0, high: 0, bends: [], cost: 0 }

export function legsBetween({ base, expiryMs, from, to, loss }: PriceBand, market: SolveMarket): BetweenLegs {
  const rows = market.listed.chain(base, expiryMs)
  if (rows.length === 0) return { ok: false, why: `No options on ${base} are listed at ${shortExpiry(expiryMs)}.` }
  const scale = scaleOf(rows, [from, to, loss], market)
  const units = (value: Decimal | undefined, otherwise: number): number =>
    value === undefined ? otherwise : toUnits(value, scale)
  const bounds = { from: units(from, 0), to: units(to, Infinity), most: units(loss, 0) }
  if (!(bounds.from < bounds.to)) return { ok: false, why: 'The lower price is not below the upper one.' }
  if (!(bounds.most > 0)) return { ok: false, why: 'A loss is a number above zero.' }
  const { pair, leastLoss } = bestPair(
    [none, ...spreadsOf(rows, market, scale, 1)],
    [none, ...spreadsOf(rows, market, scale, -1)],
    bounds,
  )
  if (pair === undefined) {
    const why =
      leastLoss === Infinity
        ? 'No two strikes are quoted.'
        : `The least loss of any quoted spreads is ${textOf(leastLoss, scale)}.`
    return { ok: false, why }
  }
  if (pair.earns <= 0) {
    const most = exactText(loss)
    return {
      ok: false,
      why: `No quoted spreads that lose at most ${most} earn at every price there: the best loses ${textOf(-pair.earns, scale)}.`,
    }
  }
  const bends = new Map<Decimal, number>()
  for (const [strike, bend] of [...pair.up.bends, ...pair.down.bends])
    bends.set(strike, (bends.get(strike) ?? 0) + bend)
  for (const [strike, bend] of bends) if (bend === 0) bends.delete(strike)
  const found = cheapestLegs({ base, expiryMs, bends, slope: 0 }, market)
  // The two spreads together may be cheaper than separately, or quoted for less.
  const saved = found === undefined ? -Infinity : pair.up.cost + pair.down.cost - toUnits(found.cost, scale)
  const [earns, loses] = [pair.earns + saved, Math.max(0, pair.loses - saved)]
  if (found === undefined || earns <= 0 || loses > bounds.most)
    return { ok: false, why: 'The quotes are for less than this size.' }
  return { ok: true, legs: found.legs, earns: fromUnits(earns, scale), loses: fromUnits(loses, scale) }
}

const textOf = (units: number, scale: number): string => exactText(fromUnits(units, scale))

function scaleOf(
  rows: readonly ChainStrike[],
  typed: readonly (Decimal | undefined)[],
  { quotes }: SolveMarket,
): number {
  const prices = rows.flatMap(({ strike, call, put }) => {
    const own = [call, put].map(one => (one === undefined ? undefined : quotes.get(one.symbol)))
    return [strike, ...own.flatMap(quote => [quote?.best_bid, quote?.best_ask])]
  })
  return [...typed, ...prices].reduce((most, price) => (price === undefined ? most : Math.max(most, places(price))), 0)
}

function spreadsOf(rows: readonly ChainStrike[], market: SolveMarket, scale: number, sign: 1 | -1): readonly Spread[] {
  const costs = rows.map(({ strike, call, put }) => {
    const at = toUnits(strike, scale)
    const cost = (right: 'call' | 'put', ratio: number): number => {
      const instrument = right === 'call' ? call : put
      const quoted = instrument === undefined ? undefined : quotedPrice(instrument, ratio, market)
      if (quoted === undefined || !('price' in quoted)) return Infinity
      return ratio * (toUnits(quoted.price, scale) - (right === 'put' ? at : 0))
    }
    return {
      strike,
      at,
      first: [cost('call', sign), cost('put', sign)],
      second: [cost('call', -sign), cost('put', -sign)],
    }
  })
  return costs.flatMap((low, index) =>
    costs.slice(index + 1).flatMap((high): Spread[] => {
      const cost = Math.min(...low.first.map((each, right) => each + (high.second[right] ?? Infinity)))
      if (!(cost < Infinity)) return []
      const bends = [[low.strike, sign] as const, [high.strike, -sign] as const]
      return [{ low: low.at, high: high.at, bends, cost }]
    }),
  )
}

interface Bounds {
  readonly from: number
  readonly to: number
  readonly most: number
}

interface Pair {
  readonly up: Spread
  readonly down: Spread
  readonly earns: number
  readonly loses: number
}

const worth = ({ low, high }: Spread, price: number): number => Math.min(Math.max(price - low, 0), high - low)

function bestPair(ups: readonly Spread[], downs: readonly Spread[], { from, to, most }: Bounds) {
  let pair: Pair | undefined
  let leastLoss = Infinity
  const falls = downs.map(down => ({ down, from: -worth(down, from), to: -worth(down, to), all: down.low - down.high }))
  for (const up of ups) {
    const [atFrom, atTo, rise] = [worth(up, from), worth(up, to), up.high - up.low]
    for (const fall of falls) {
      const { down } = fall
      if (down === none ? up === none : up !== none && down.low < up.high) continue
      const cost = up.cost + down.cost
      const loses = Math.max(cost, cost - rise - fall.all)
      if (loses < leastLoss) leastLoss = loses
      if (loses > most) continue
      // The payoff rises, then falls, so between the prices its minimum is at one of them.
      const earns = Math.min(atFrom + fall.from, atTo + fall.to) - cost
      if (pair === undefined || earns > pair.earns || (earns === pair.earns && loses < pair.loses))
        pair = { up, down, earns, loses }
    }
  }
  return { pair, leastLoss }
}
