import { describe, expect, it } from 'vitest'
import { surfacesAt } from '../../../../core/account/surfaces.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import { indexInstruments } from '../../../../core/domain/instrument-index.ts'
import type { Instrument } from '../../../../core/domain/instrument.ts'
import type { MarketSummary } from '../../../../core/domain/market-data.ts'
import { must } from '../../../../core/domain/must.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { listedInstrument } from '../../../../testing/listed-instrument.ts'
import { hedgeCandidates } from './hedge-candidates.ts'

const nowMs = Date.UTC(2026, 10, 25, 8)
const expiryMs = Date.UTC(2026, 11, 25, 8)
const perpetual = 'BTC-USD-PERPETUAL'
const option = (strike: number, right: 'C' | 'P') => `BTC-20261225-${strike}${right}`

type Quoted = Readonly<Record<string, readonly [string | undefined, string | undefined]>>
const usual: Quoted = {
  [perpetual]: ['99990', '100010'],
  'BTC-20261225': ['99995', '100005'],
  [option(90_000, 'C')]: ['11900', '12100'],
  [option(90_000, 'P')]: ['1900', '2100'],
  [option(110_000, 'C')]: ['1950', '2150'],
  [option(110_000, 'P')]: ['11900', '12100'],
}

function candidates(quoted: Quoted = usual, untilMs = nowMs, more: Readonly<Record<string, Partial<Instrument>>> = {}) {
  const symbols = Object.keys(usual)
  const index = indexInstruments(symbols.map((symbol, at) => listedInstrument(symbol, at + 1, more[symbol])))
  const quotes = new Map(
    symbols.map((symbol, at): [string, MarketSummary] => {
      const [bid, ask] = quoted[symbol] ?? []
      const id = must(index.all[at], 'an instrument').tradeable_entity_id
      return [
        symbol,
        {
          id,
          symbol,
          product_type: '',
          best_bid: bid === undefined ? bid : dec(bid),
          best_ask: ask === undefined ? ask : dec(ask),
        },
      ]
    }),
  )
  return hedgeCandidates(must(surfacesAt(index, quotes, nowMs).of('BTC'), 'a surface'), index, quotes, untilMs)
}
const symbolsOf = (found: ReturnType<typeof candidates>): string[] => found.map(each => each.line.symbol).sort()
const allOfThem = [option(90_000, 'P'), option(110_000, 'C'), perpetual].sort()

describe('what could hedge', () => {
  it('is the perpetual and the options out of the money', () => expect(symbolsOf(candidates())).toEqual(allOfThem))

  it('is a line of one unit at its mid, with its quotes, its step, and of an option its forward and volatility', () => {
    const [first, ...options] = candidates(usual, nowMs, { [perpetual]: { quantity_step: dec('0.0001') } })
    expect(first).toMatchObject({
      bid: 99_990,
      ask: 100_010,
      step: 0.0001,
      line: { size: 1, mark: 100_000, entry: 100_000, kind: 'linear' },
    })
    const call = options.find(each => each.line.kind === 'call')
    expect(call).toMatchObject({ bid: 1_950, ask: 2_150, step: 0.1, line: { mark: 2_050, strike: 110_000, expiryMs } })
    expect(call?.line.priced?.forward).toBeCloseTo(100_000, 6)
    // From Black's formula by bisection, 30 days of a 365-day year: 47.624 %.
    expect(call?.line.priced?.volatility).toBeCloseTo(0.47624, 3)
  })

  it('lives three days past the date of the cell at least', () => {
    expect(symbolsOf(candidates(usual, expiryMs - 3 * dayMs))).toEqual(allOfThem)
    expect(symbolsOf(candidates(usual, expiryMs - 3 * dayMs + 1))).toEqual([perpetual])
  })

  it('is quoted on both sides, for neither the price to buy at nor that to sell at may be guessed', () => {
    const [noAsk, noBid] = [
      { [option(110_000, 'C')]: ['1950', undefined] },
      { [perpetual]: [undefined, '100010'] },
    ] as const
    expect(symbolsOf(candidates({ ...usual, ...noAsk }))).toEqual([option(90_000, 'P'), perpetual].sort())
    expect(symbolsOf(candidates({ ...usual, ...noBid }))).toEqual([option(110_000, 'C'), option(90_000, 'P')].sort())
  })

  it('is traded now: what is suspended is left out', () => {
    const suspended = { [perpetual]: { status: 'suspended' }, [option(90_000, 'P')]: { status: 'suspended' } }
    expect(symbolsOf(candidates(usual, nowMs, suspended))).toEqual([option(110_000, 'C')])
  })
})
