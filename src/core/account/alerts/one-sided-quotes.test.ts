import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, toNumber } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { must } from '../../domain/must.ts'
import { blackPrice } from '../../pricing/black.ts'
import { call, farMs, listed, nearMs, nowMs, put, quote, surfaceOf } from '../../../testing/universe.fixture.ts'
import { AccountModel } from '../account-model.ts'
import type { Surfaces } from '../surfaces.ts'
import { figureOf } from './figures.ts'

const forward = 100_000
const yearMs = 365 * 86_400_000
type Sides = 'both' | 'bid' | 'ask' | 'none'

/** Quotes of all options at one volatility, with a spread of a tenth of the price. `changed` alters one of them. */
function quotesWith(changed: {
  readonly symbol: string
  readonly sides: Sides
  readonly last?: number | undefined
}): Map<string, MarketSummary> {
  const quotes = new Map([
    quote('BTC-20261225', '99990', '100010'),
    quote('BTC-20270326', '99990', '100010'),
    quote('BTC-USD-PERPETUAL', '99990', '100010'),
  ])
  for (const expiryMs of [nearMs, farMs])
    for (const row of listed.chain('BTC', expiryMs))
      for (const right of ['call', 'put'] as const) {
        const symbol = must(row[right], 'listed').symbol
        const inputs = {
          forward,
          strike: toNumber(row.strike),
          years: (expiryMs - nowMs) / yearMs,
          volatility: 0.6,
          right,
        }
        const price = blackPrice(inputs)
        const [bid, ask] = [(price * 0.95).toFixed(1), (price * 1.05).toFixed(1)]
        const sides = symbol === changed.symbol ? changed.sides : 'both'
        const last = symbol === changed.symbol ? changed.last?.toFixed(1) : undefined
        quotes.set(
          ...quote(
            symbol,
            sides === 'both' || sides === 'bid' ? bid : undefined,
            sides === 'both' || sides === 'ask' ? ask : undefined,
            last,
          ),
        )
      }
  return quotes
}

function figures(symbol: string, quotes: Map<string, MarketSummary>): readonly (number | undefined)[] {
  const surface = surfaceOf(quotes)
  const surfaces: Surfaces = {
    atMs: nowMs,
    of: base => (base === 'BTC' ? surface : undefined),
    isPending: () => false,
    underlying: () => surface.underlying,
  }
  const model = new AccountModel()
  const book = model.book([], surfaces)
  const rows = model.rows([], undefined, book)
  const inputs = {
    positionRows: rows,
    quotes,
    marketGap: undefined,
    surfaces,
    totals: undefined,
    samples: undefined,
    nowMs,
    ...model.exposure(rows, book, undefined, undefined),
  }
  return (['price', 'iv'] as const).map(kind => {
    const figure = figureOf({ kind, subject: symbol }, inputs)
    return 'value' in figure ? toNumber(figure.value) : undefined
  })
}

const options = [
  call(90),
  call(100),
  call(110),
  put(90),
  put(95),
  put(100),
  call(100, '20270326'),
  put(110, '20270326'),
]

describe('an option that is quoted on one side, or not at all', () => {
  test('at 100 / 110 with an old last trade of 160 is never above 110 while the bid is missing', () => {
    const quotes = quotesWith({ symbol: call(110), sides: 'both' })
    quotes.set(...quote(call(110), undefined, '110', '160'))
    const [price] = figures(call(110), quotes)
    expect(price).toBeLessThanOrEqual(110)
  })

  test.each(options)(
    '%s does not jump: price and volatility stay within its quotes, whatever its last trade was',
    symbol => {
      const both = quotesWith({ symbol, sides: 'both' })
      const whole = figures(symbol, both)
      const { best_bid: bid, best_ask: ask } = must(both.get(symbol), 'quoted')
      fc.assert(
        fc.property(
          fc.constantFrom<Sides>('bid', 'ask', 'none'),
          fc.option(fc.double({ min: 0.1, max: 90_000, noNaN: true })),
          (sides, last) => {
            const [price, volatility] = figures(symbol, quotesWith({ symbol, sides, last: last ?? undefined }))
            expect(price).toBeGreaterThanOrEqual(toNumber(bid ?? dec('0')) * 0.999)
            expect(price).toBeLessThanOrEqual(toNumber(ask ?? dec('0')) * 1.001)
            expect(Math.abs((volatility ?? 0) - (whole[1] ?? 0))).toBeLessThan(2)
          },
        ),
        { numRuns: 30 },
      )
    },
  )
})
