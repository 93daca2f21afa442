/**
 * The solvers on the sandbox's own chain, in Node: each must answer within its goal. Also lists structures with cheaper
 * legs.
 */
import { dec, toNumber } from '../../src/core/domain/decimal.ts'
import { type InstrumentIndex, indexInstruments } from '../../src/core/domain/instrument-index.ts'
import { must } from '../../src/core/domain/must.ts'
import type { PackageLeg } from '../../src/core/domain/package/package-leg.ts'
import { runSteps } from '../../src/core/domain/steps.ts'
import { templates } from '../../src/core/domain/structures/templates.ts'
import { dayMs } from '../../src/core/domain/time.ts'
import { type BaseSurface, baseSurface } from '../../src/core/pricing/market/base-surface.ts'
import type { DrawnPayoff } from '../../src/core/pricing/solve/draw-fit.ts'
import { drawLegs } from '../../src/core/pricing/solve/draw.ts'
import type { HedgeBound } from '../../src/core/pricing/solve/hedge-measures.ts'
import { hedgeSteps } from '../../src/core/pricing/solve/hedge.ts'
import { type SolveMarket, samePayoff } from '../../src/core/pricing/solve/same-payoff.ts'
import { viewSteps } from '../../src/core/pricing/solve/view.ts'
import { placeStructure } from '../../src/core/pricing/structures/place-structure.ts'
import { createMarket } from '../../src/exchange/sandbox/market/create-market.ts'
import { lineOf, underlyingOf } from '../../src/testing/book.fixture.ts'
import { listedInstrument } from '../../src/testing/listed-instrument.ts'
import { createRandom } from '../../src/testing/order-desk/virtual-time.sim.ts'
import { nowMs as bookMs } from '../../src/testing/universe.fixture.ts'
import { type Bench, inTurn } from './bench.ts'

const atMs = Date.UTC(2026, 10, 23, 12)
const base = 'BTC'
/** Gives 984 options on BTC, all the strikes and expiries of the sandbox. */
const listedInAll = 5_000

interface Chain {
  readonly universe: InstrumentIndex
  readonly surface: BaseSurface
  readonly market: SolveMarket
}

function sandboxChain(): Chain {
  const market = createMarket({ seed: 'solve', mode: 'frozen', frozenAtMs: atMs, instruments: listedInAll })
  const universe = indexInstruments(market.listing(atMs).all.map(listed => listed.instrument))
  const quotes = new Map([...market.summary(atMs)].map(row => [row.symbol, row]))
  const surface = baseSurface({ universe, base, quotes, atMs })
  return { universe, surface, market: { quotes, sizes: new Map(), quantity: undefined, listed: universe } }
}

const monthOf = ({ universe }: Chain): number =>
  must(
    universe.expiries(base).find(expiryMs => expiryMs > atMs + 25 * dayMs),
    'an expiry about a month away',
  )

function middleOf(chain: Chain, count: number) {
  const expiryMs = monthOf(chain)
  const rows = chain.universe.chain(base, expiryMs)
  const forward = must(chain.surface.expiries.get(expiryMs)?.forward, 'a forward').price
  const middle = rows.findIndex(row => toNumber(row.strike) >= forward)
  return rows.slice(Math.max(0, middle - Math.floor(count / 2))).slice(0, count)
}

function tenLegs(chain: Chain): readonly PackageLeg[] {
  return middleOf(chain, 10).flatMap((row, at) => {
    const option = at % 2 === 0 ? row.call : row.put
    return option === undefined ? [] : [{ symbol: option.symbol, ratio: [1, -2, 1, 3, -1][at % 5] ?? 1 }]
  })
}

function zigzag(chain: Chain, lift: number): DrawnPayoff {
  const rows = middleOf(chain, 10)
  let value = 0
  const kinks = rows.map((row, at) => {
    const before = rows[at - 1]
    if (before !== undefined)
      value += (at % 2 === 0 ? -1 : 1) * (toNumber(row.strike) - toNumber(before.strike)) + (at % 3) * lift
    return { strike: row.strike, value: dec(value.toFixed(0)) }
  })
  return { base, expiryMs: monthOf(chain), kinks, low: 0, high: 0 }
}

function hedgeInputs(bounds: readonly HedgeBound[], mostLegs: number) {
  const random = createRandom(7)
  const stamps = [
    '20261204',
    '20261211',
    '20261225',
    '20270129',
    '20270226',
    '20270326',
    '20270625',
    '20270924',
    '20271231',
  ]
  const strikes = Array.from({ length: 23 }, (_, at) => 60 + 4 * at)
  const options = stamps.flatMap(stamp => strikes.map(strike => `BTC-${stamp}-${strike}000${strike < 100 ? 'P' : 'C'}`))
  const instruments = ['BTC-USD-PERPETUAL', ...options].slice(0, 200).map((symbol, at) => {
    const line = lineOf(symbol, 1)
    const half =
      line.kind === 'linear'
        ? 2.5
        : Math.max(5, Math.round(((line.greeks?.vegaPerVolPoint ?? 0) * (0.3 + 0.5 * random())) / 5) * 5) / 2
    const bid = Math.max(5, Math.round((line.mark - half) / 5) * 5)
    const size = (): ReturnType<typeof dec> => dec(line.kind === 'linear' ? 50 : Math.ceil(random() * 400) / 10)
    return {
      line: { ...line, mark: bid + half },
      instrument: listedInstrument(symbol, at + 1),
      bid: dec(bid),
      ask: dec(bid + 2 * half),
      sizes: { bid: size(), ask: size() },
    }
  })
  const lines = [
    lineOf('BTC-20261225-100000C', -20),
    lineOf('BTC-20270326-88000P', -15),
    lineOf('BTC-20270625-120000C', 10),
    lineOf('BTC-USD-PERPETUAL', 4),
  ]
  const tenths = (values: readonly number[]): number[] => values.map(value => value / 100)
  const axes = {
    moves: tenths([30, 20, 10, 5, 0, -5, -10, -20, -30]),
    shifts: tenths([-20, -10, 0, 10, 20]),
    nowMs: bookMs,
    laterMs: 0,
  }
  const holdings = lines.flatMap(({ kind, ...line }) => (kind === 'other' ? [] : [{ ...line, kind, upnl: 0 }]))
  const account = { holdings, orders: [], collateral: 1_500_000, indexOf: (of: string) => underlyingOf(of)?.price }
  return { lines, isOneBase: true, underlyingOf, axes, account, instruments, bounds, mostLegs }
}

const bound = (measure: HedgeBound['measure'], low: number, high: number): HedgeBound => ({ measure, low, high })
const greekBounds = [
  bound('delta', -0.5, 0.5),
  bound('gamma', -0.1, 0.1),
  bound('vega', -500, 500),
  bound('theta', -800, 800),
]

function cheaperByStructure({ universe, surface, market }: Chain): readonly string[] {
  const placed = templates.flatMap(({ name, forms }) => {
    const [form] = forms
    const legs =
      form &&
      placeStructure(form, 'long', {
        universe,
        surface,
        expiryMs: surface.expiries.keys().next().value,
        distance: { by: 'delta', size: 0.25 },
      })
    return legs?.ok === true ? [{ name, found: samePayoff(legs.legs, market) }] : []
  })
  const cheaper = placed.flatMap(({ name, found }) => (found.kind === 'cheaper' ? [`${name} ${found.by}`] : []))
  return [
    `${cheaper.length} of ${placed.length} structures placed at 25 delta have cheaper legs, by so much a package:`,
    ...cheaper,
  ]
}

export const bench: Bench = {
  name: 'solve',
  about: 'cheaper legs, a drawn payoff, structures for a view and the cheapest hedge',
  async run(say) {
    const chain = sandboxChain()
    say(
      `${chain.universe.expiries(base).reduce((sum, expiryMs) => sum + 2 * chain.universe.chain(base, expiryMs).length, 0)} options on ${base}`,
    )
    for (const line of cheaperByStructure(chain)) say(line)
    const legs = tenLegs(chain)
    const { universe, surface, market } = chain
    const forward = must(surface.expiries.get(monthOf(chain))?.forward, 'a forward').price
    const view = { low: forward * 1.05, high: forward * 1.2, byMs: monthOf(chain), points: 2, loss: dec('5000') }
    const jobs = [
      ['cheaper legs for ten legs', 4, () => samePayoff(legs, market)],
      ['drawn payoff, exact on ten kinks', 16, () => drawLegs(zigzag(chain, 0), market)],
      ['drawn payoff, freehand', 100, () => drawLegs(zigzag(chain, 137), market)],
      [
        'structures for a view',
        300,
        () => runSteps(viewSteps(view, { universe, surface, quotes: market.quotes, lookup: universe })),
      ],
      ['hedge of vega, three legs of 200', 250, () => runSteps(hedgeSteps(hedgeInputs([bound('vega', -500, 500)], 3)))],
      ['hedge of four greeks, three legs of 200', 250, () => runSteps(hedgeSteps(hedgeInputs(greekBounds, 3)))],
    ] as const
    const times = await inTurn(
      jobs.map(([, , job]) => job),
      7,
    )
    return jobs.map(([name, limit], at) => ({ name, unit: 'ms', measured: must(times[at], 'a time'), goal: { limit } }))
  },
}
