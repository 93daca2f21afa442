import { expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { legQuote } from '../../../../core/pricing/market/leg-quotes.ts'
import { call, quote } from '../../../../testing/universe.fixture.ts'
import { chipLines } from './drag-chip.tsx'
import { legsOf } from '../../../../testing/legs-of.ts'

const quotes = new Map([
  quote(call(100), '4000', '4100'),
  quote(call(105), '2000', '2100'),
  quote(call(110), '1000', '1100'),
])
const figuresOf = (symbol: string) => ({
  quote: legQuote(quotes.get(symbol)),
  delta: symbol === call(110) ? 0.2 : undefined,
})
const spread = (upper: string) => legsOf({ [call(100)]: 1, [upper]: -1 })
const at = (symbol: string, side: 'buy' | 'sell') =>
  chipLines({
    handle: { strike: dec('110000'), symbols: [symbol] },
    legs: spread(symbol),
    origin: spread(call(105)),
    side,
    figuresOf,
  })

it('a dragged strike shows its mid and delta, and the change of the net for the trading side', () => {
  expect(at(call(110), 'buy')).toEqual(['110,000', '1,050  Δ +0.20', 'Pay 3,000, 1,000 more'])
  expect(at(call(110), 'sell')[2]).toBe('Receive 3,000, 1,000 more')
})

it('and a dash for what is not known', () => {
  expect(at('BTC-20261225-999000C', 'buy')).toEqual(['110,000', '–  Δ –', 'Net –'])
})
