/**
 * Static arbitrage executable at bids and asks. Each option's bid is compared with the cheapest cover: one or two
 * options of the same right, bought at their asks, worth at least as much in every case. A result is a profit before
 * fees under any model; mids and fitted curves are never used. Within an expiry (r = 0): prices are convex in the
 * strike (butterfly), a call is worth no more than one of a lower strike, and two differ by at most their strikes
 * (spread). Between expiries: at equal strike/forward, price/forward does not fall with time (calendar). That needs the
 * ratio of the forwards, so it is proven for every ratio that the quotes allow. A crossed quote is skipped.
 */
import type { Right } from '../../domain/instrument.ts'

export interface ExecutableOption {
  readonly symbol: string
  readonly strike: number
  readonly right: Right
  readonly bid: number | undefined
  readonly ask: number | undefined
}

export interface ExecutableExpiry {
  readonly expiryMs: number
  readonly options: readonly ExecutableOption[]
  /** Prices at which the forward can be sold and bought. Undefined if unquoted: then no calendar is proven. */
  readonly forward: { readonly low: number; readonly high: number } | undefined
}

export interface ViolationLeg {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  readonly price: number
}

export interface Violation {
  readonly kind: 'butterfly' | 'spread' | 'calendar'
  readonly expiryMs: number
  readonly legs: readonly ViolationLeg[]
  readonly profit: number
}

interface Ask {
  readonly symbol: string
  readonly strike: number
  readonly price: number
}

interface Cover {
  /** Price of the cover plus the amount by which it may fall short. */
  readonly cost: number
  readonly kind: 'butterfly' | 'spread'
  readonly legs: readonly { readonly ask: Ask; readonly quantity: number }[]
}

function lowerHull(asks: readonly Ask[]): readonly Ask[] {
  const hull: Ask[] = []
  for (const ask of asks) {
    for (let last = hull.at(-1); last !== undefined; last = hull.at(-1)) {
      const before = hull.at(-2)
      if (before === undefined) break
      const isAbove =
        (last.price - before.price) * (ask.strike - before.strike) >=
        (ask.price - before.price) * (last.strike - before.strike)
      if (!isAbove) break
      hull.pop()
    }
    hull.push(ask)
  }
  return hull
}

function coversOf(asks: readonly Ask[], right: Right): (strike: number) => Cover | undefined {
  const hull = lowerHull(asks)
  // A call covers higher strikes, and with the width in cash also lower ones. For puts it is the reverse.
  const sign = right === 'call' ? 1 : -1
  const cheapest = (candidates: readonly Ask[], costOf: (ask: Ask) => number): Cover | undefined => {
    const best = candidates.reduce<Ask | undefined>(
      (least, one) => (least === undefined || costOf(one) < costOf(least) ? one : least),
      undefined,
    )
    return best === undefined ? undefined : { cost: costOf(best), kind: 'spread', legs: [{ ask: best, quantity: 1 }] }
  }
  return strike => {
    const at = hull.findIndex(ask => ask.strike > strike)
    const [low, high] = [hull[at - 1], hull[at]]
    const share =
      low === undefined || high === undefined ? Number.NaN : (high.strike - strike) / (high.strike - low.strike)
    const between: Cover | undefined =
      low === undefined || high === undefined || low.strike === strike
        ? undefined
        : {
            cost: share * low.price + (1 - share) * high.price,
            kind: 'butterfly',
            legs: [
              { ask: low, quantity: share },
              { ask: high, quantity: 1 - share },
            ],
          }
    const deeper = cheapest(
      hull.filter(ask => sign * (strike - ask.strike) >= 0),
      ask => ask.price,
    )
    const further = cheapest(
      hull.filter(ask => sign * (ask.strike - strike) > 0),
      ask => ask.price + Math.abs(ask.strike - strike),
    )
    return [between, deeper, further]
      .filter(cover => cover !== undefined)
      .reduce<Cover | undefined>((best, one) => (best === undefined || one.cost < best.cost ? one : best), undefined)
  }
}

/** Smaller profits, as a share of the strike, are rounding errors. */
const rounding = 1e-9

const isCrossed = ({ bid, ask }: ExecutableOption): boolean => bid !== undefined && ask !== undefined && bid > ask
const rights = ['call', 'put'] as const

interface Side {
  readonly expiry: ExecutableExpiry
  readonly right: Right
  readonly coverOf: (strike: number) => Cover | undefined
  readonly sold: readonly (ExecutableOption & { readonly bid: number })[]
}

function sideOf(expiry: ExecutableExpiry, right: Right): Side {
  const options = expiry.options
    .filter(option => option.right === right && !isCrossed(option))
    .toSorted((a, b) => a.strike - b.strike)
  const asks = options.flatMap(({ symbol, strike, ask }) => (ask === undefined ? [] : [{ symbol, strike, price: ask }]))
  const sold = options.flatMap(option => (option.bid === undefined ? [] : [{ ...option, bid: option.bid }]))
  return { expiry, right, coverOf: coversOf(asks, right), sold }
}

const bought = ({ legs }: Cover, ratio = 1): ViolationLeg[] =>
  legs.map(({ ask, quantity }) => ({ symbol: ask.symbol, side: 'buy', quantity: quantity / ratio, price: ask.price }))

function within({ expiry: { expiryMs }, sold, coverOf }: Side): Violation[] {
  return sold.flatMap(({ symbol, strike, bid }) => {
    const cover = coverOf(strike)
    const profit = cover === undefined ? 0 : bid - cover.cost
    if (cover === undefined || !(profit > rounding * strike)) return []
    return [
      {
        kind: cover.kind,
        expiryMs,
        profit,
        legs: [{ symbol, side: 'sell', quantity: 1, price: bid }, ...bought(cover)],
      },
    ]
  })
}

/**
 * Calendar arbitrage: sells the near option and buys far ones. With r the far forward divided by the near, r near
 * options of strike K are worth at most one far option of strike rK. The profit is concave in r, so it is least at an
 * end of its range.
 */
function between(near: Side, far: Side): Violation[] {
  const [nearForward, farForward] = [near.expiry.forward, far.expiry.forward]
  if (nearForward === undefined || farForward === undefined) return []
  const ratios = [farForward.low / nearForward.high, farForward.high / nearForward.low]
  return near.sold.flatMap(({ symbol, strike, bid }): Violation[] => {
    const covers = ratios.flatMap(ratio => {
      const cover = far.coverOf(strike * ratio)
      return cover === undefined ? [] : [{ cover, ratio, profit: bid - cover.cost / ratio }]
    })
    if (covers.length < ratios.length) return []
    const worst = covers.reduce((least, one) => (one.profit < least.profit ? one : least))
    if (!(worst.profit > rounding * strike)) return []
    const legs: ViolationLeg[] = [
      { symbol, side: 'sell', quantity: 1, price: bid },
      ...bought(worst.cover, worst.ratio),
    ]
    return [{ kind: 'calendar', expiryMs: near.expiry.expiryMs, profit: worst.profit, legs }]
  })
}

/** Executable profits, largest first; for each option sold the best of each kind. */
export function findArbitrage(expiries: readonly ExecutableExpiry[]): readonly Violation[] {
  const rising = expiries.toSorted((a, b) => a.expiryMs - b.expiryMs)
  const found = rights.flatMap(right => {
    const sides = rising.map(expiry => sideOf(expiry, right))
    return sides.flatMap((side, index) => [
      ...within(side),
      ...sides.slice(index + 1).flatMap(later => between(side, later)),
    ])
  })
  const best = new Map<string, Violation>()
  for (const violation of found) {
    const key = `${violation.legs[0]?.symbol ?? ''} ${violation.kind === 'calendar' ? 'calendar' : 'within'}`
    if ((best.get(key)?.profit ?? 0) < violation.profit) best.set(key, violation)
  }
  return [...best.values()].sort((a, b) => b.profit - a.profit)
}
