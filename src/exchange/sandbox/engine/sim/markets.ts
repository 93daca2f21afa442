/** Markets for the simulated histories. A market is a function of seed and time, so histories may share one. */
import { dec, mul } from '../../../../core/domain/decimal.ts'
import type { BookLevel } from '../../../../core/domain/market-data.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { createMarket, type SandboxMarket } from '../../market/create-market.ts'
import type { Market, Quotes } from '../../market/market.ts'
import { Random } from './random.ts'

/** Histories begin within three weeks of this. */
export const firstMs = Date.UTC(2026, 11, 1)
const lastMs = firstMs + 60 * dayMs

function remembering<Kind extends Market>(market: Kind): Kind {
  let life = Number.NaN
  const known = new Map<string, unknown>()
  const once = <Value>(key: string, nowMs: number, ask: () => Value): Value => {
    const present = Math.floor(nowMs / market.quoteLifeMs)
    if (present !== life) known.clear()
    life = present
    if (!known.has(key)) known.set(key, ask())
    return known.get(key) as Value
  }
  return {
    ...market,
    indexPrice: (base, nowMs) => once(`index ${base}`, nowMs, () => market.indexPrice(base, nowMs)),
    markPrice: (listed, nowMs) =>
      once(`mark ${listed.instrument.symbol}`, nowMs, () => market.markPrice(listed, nowMs)),
    quotes: (listed, nowMs) => once(`quotes ${listed.instrument.symbol}`, nowMs, () => market.quotes(listed, nowMs)),
  }
}

const live: readonly SandboxMarket[] = ['a', 'b', 'c'].map(seed =>
  remembering(createMarket({ seed, mode: 'live', instruments: 100 })),
)

/** The same market without makers, so that clients trade with each other only. */
const nobody = { buy: [], sell: [] }
const withoutMakers = <Kind extends Market>(market: Kind): Kind => ({
  ...market,
  quotes: () => nobody,
  packageQuotes: () => nobody,
})
const quiet = live.map(withoutMakers)

/** Makers take ten times as much, so that an account can bind all its cash. */
const ten = dec('10')
const tenfold = (levels: readonly BookLevel[]): BookLevel[] =>
  levels.map(({ price, quantity }) => ({ price, quantity: mul(quantity, ten) }))
const deepened = ({ buy, sell }: Quotes): Quotes => ({ buy: tenfold(buy), sell: tenfold(sell) })
const deep = <Kind extends Market>(market: Kind): Kind => ({
  ...market,
  quotes: (listed, nowMs) => deepened(market.quotes(listed, nowMs)),
  packageQuotes: (legs, nowMs) => deepened(market.packageQuotes(legs, nowMs)),
})

/** Prices jump every few hours, so that accounts are liquidated. */
const wild = ['d', 'e'].map((seed): SandboxMarket => {
  const market = createMarket({ seed, mode: 'live', instruments: 100 })
  const random = new Random(seed.charCodeAt(0))
  for (const base of ['BTC', 'ETH']) {
    for (let second = firstMs / 1_000; second < lastMs / 1_000; second += random.whole(600, 30_000)) {
      market.shift({ base, fromSecond: second, factor: random.pick([0.55, 0.8, 0.87, 0.93, 1.07, 1.15, 1.25, 1.8]) })
    }
  }
  return remembering(deep(market))
})

export const markets = { live, quiet, wild, wildAndQuiet: wild.map(withoutMakers) } as const
