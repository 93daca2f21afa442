/**
 * Pricing without a browser: a chain recomputed beside a bare loop of the exponentials and logarithms it needs, implied volatilities by the million, a
 * heat map, and the step of a drag with everything that is derived from it.
 */
import { draggedLegs } from '../../src/domain/package/drag-strikes.ts'
import { emptyDraft } from '../../src/features/builder/draft/draft.ts'
import { summarise } from '../../src/features/builder/draft/draft-summary.ts'
import { baseSurface } from '../../src/pricing/market/base-surface.ts'
import { commonHorizon, partEffect } from '../../src/pricing/portfolio/part-effect.ts'
import { payoffModel, presentScenario } from '../../src/pricing/portfolio/payoff-model.ts'
import { call, listed, lookup, nowMs, put, quote } from '../../src/testing/universe.fixture.ts'
import { type OptionChain, blackChainInto, greekSlot } from '../../src/pricing/black-chain.ts'
import { blackPriceOf } from '../../src/pricing/black.ts'
import { impliedVolatilityOf } from '../../src/pricing/implied-volatility.ts'
import { type ModelLeg, scenarioGrid } from '../../src/pricing/payoff-before.ts'
import { type Bench, type BenchRow, inTurn } from './bench.ts'

const years = 30 / 365
const forward = 100_000

interface Chain {
  readonly strikes: Float64Array
  readonly prices: Float64Array
  readonly isCall: readonly boolean[]
}

/** Strikes from half the forward to twice it, calls and puts in turn, on a smile. */
function makeChain(size: number): Chain {
  const strikes = Float64Array.from({ length: size }, (_, index) => forward * (0.5 + (1.5 * index) / size))
  const isCall = Array.from({ length: size }, (_, index) => index % 2 === 0)
  const prices = strikes.map((strike, index) => {
    const volatility = 0.6 + 0.3 * Math.log(strike / forward) ** 2
    return blackPriceOf(forward, strike, volatility * Math.sqrt(years), isCall[index] === true)
  })
  return { strikes, prices, isCall }
}

/** One logarithm and one exponential an option: what its price and greeks cannot do without. */
function floorOf({ strikes }: Chain): number {
  let sum = 0
  for (let index = 0; index < strikes.length; index++) {
    const moneyness = Math.log((strikes[index] as number) / forward)
    sum += Math.exp(-0.5 * moneyness * moneyness)
  }
  return sum
}

const optionsOf = ({ strikes, isCall }: Chain): OptionChain => ({
  forward,
  years,
  strikes,
  volatilities: new Float64Array(strikes.length).fill(0.6),
  calls: Uint8Array.from(isCall, each => (each ? 1 : 0)),
})

function recompute({ strikes, prices, isCall }: Chain, options: OptionChain, out: Float64Array): void {
  for (let index = 0; index < strikes.length; index++) {
    const [strike, right] = [strikes[index] as number, isCall[index] === true]
    options.volatilities[index] = impliedVolatilityOf(prices[index] as number, forward, strike, years, right)
  }
  blackChainInto(options, out)
}

/** The goal of 8 ms for 4,000 options, for each size alike. */
const limitPerOptionMs = 8 / 4_000

async function chainRows(): Promise<BenchRow[]> {
  const greeks: BenchRow[] = []
  const whole: BenchRow[] = []
  for (const size of [1_000, 4_000, 16_000]) {
    const chain = makeChain(size)
    const out = new Float64Array(size * greekSlot.width)
    const [flat, implied] = [optionsOf(chain), optionsOf(chain)]
    const jobs = [() => floorOf(chain), () => blackChainInto(flat, out), () => recompute(chain, implied, out)]
    const [floor = 0, priced = 0, recomputed = 0] = await inTurn(jobs, 40, 20)
    greeks.push({ name: 'chain: price and greeks', size, unit: 'ms', floor, measured: priced, goal: { ratio: 3 } })
    const limit = limitPerOptionMs * size
    whole.push({ name: 'chain: implied volatility too', size, unit: 'ms', floor, measured: recomputed, goal: { limit } })
  }
  return [...greeks, ...whole]
}

async function volatilityRow(): Promise<BenchRow> {
  const { strikes, prices, isCall } = makeChain(10_000)
  const million = () => {
    let sum = 0
    for (let round = 0; round < 100; round++)
      for (let index = 0; index < strikes.length; index++)
        sum += impliedVolatilityOf(prices[index] as number, forward, strikes[index] as number, years, isCall[index] === true)
    return sum
  }
  const [measured = 0] = await inTurn([million], 3, 1)
  return { name: 'implied volatilities, a million', unit: 'ms', measured, goal: { limit: 1000 } }
}

async function heatMapRow(): Promise<BenchRow> {
  const legs = Array.from(
    { length: 10 },
    (_, index): ModelLeg => ({
      kind: index % 2 === 0 ? 'call' : 'put',
      strike: 90_000 + index * 2_000,
      ratio: index % 3 === 0 ? -1 : 1,
      expiryMs: 30 * 86_400_000,
      volatility: 0.6,
    }),
  )
  const prices = Float64Array.from({ length: 60 }, (_, index) => 80_000 + index * 700)
  const scenarios = Array.from({ length: 40 }, (_, index) => ({ atMs: index * 17_000_000, volatilityShift: 0 }))
  const out = new Float64Array(prices.length * scenarios.length)
  const [measured = 0] = await inTurn([() => scenarioGrid(legs, 0, scenarios, prices, out)], 30, 10)
  return { name: 'heat map, 60 × 40 × 10 legs', unit: 'ms', measured, goal: { limit: 6 } }
}

/** From the pointer's price to everything that the panels draw. */
async function dragRow(): Promise<BenchRow> {
  const thousands = [90, 95, 100, 105, 110]
  const legs = thousands.flatMap((thousand, index) => [
    { symbol: call(thousand), ratio: index % 2 === 0 ? 1 : -1 },
    { symbol: put(thousand), ratio: index % 2 === 0 ? -1 : 2 },
  ])
  const quotes = new Map([quote('BTC-USD-PERPETUAL', '99990', '100010'), ...legs.map(leg => quote(leg.symbol, '11000', '11100'))])
  const universe = { ...listed, bases: () => ['BTC'], spot: () => undefined, perpetual: () => lookup.bySymbol('BTC-USD-PERPETUAL') }
  const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
  let turn = 0
  const step = () => {
    turn += 1
    const moved = draggedLegs(legs, 2, turn % 2 === 0 ? 95_100 : 104_900, 'one', listed)
    const summary = summarise({ ...emptyDraft, legs: moved }, { lookup, quotes, nowMs })
    const part = { legs: moved, cost: 100 }
    const scenario = { timePart: 0.5, volatilityShift: 0.01 }
    payoffModel({ ...part, surface, nowMs, scenario })
    payoffModel({ ...part, surface, nowMs, scenario: presentScenario })
    const horizonMs = commonHorizon([part], surface, nowMs)
    for (let view = 0; view < 3; view++) partEffect(part, surface, nowMs, horizonMs)
    return summary
  }
  const [measured = 0] = await inTurn([step], 60, 20)
  return { name: 'drag step of ten legs, all derived', unit: 'ms', measured, goal: { limit: 4 } }
}

export const bench: Bench = {
  name: 'pricing',
  about: 'chains, implied volatilities, heat map and the step of a drag, without a browser',
  run: async say => {
    say('chains of 1,000 to 16,000 options, then a million implied volatilities')
    return [...(await chainRows()), await volatilityRow(), await heatMapRow(), await dragRow()]
  },
}
