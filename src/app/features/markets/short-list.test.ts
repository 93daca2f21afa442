import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'
import { listedRow } from './instrument-rows.ts'
import { shortList } from './short-list.ts'

const strikes = [80_000, 90_000, 95_000, 97_000, 99_000, 101_000, 110_000]
const listed = [
  'BTC-USD',
  'BTC-USD-PERPETUAL',
  ...['20261127', '20261225'].flatMap(day =>
    strikes.flatMap(strike => [`BTC-${day}-${strike}C`, `BTC-${day}-${strike}P`]),
  ),
  'ETH-USD',
  'ETH-USD-PERPETUAL',
  'ETH-20261225-4000C',
].map((symbol, at) =>
  listedRow(
    listedInstrument(symbol, at + 1, {
      status: 'active',
      tags: [/\d[CP]$/.test(symbol) ? 'option' : symbol.endsWith('PERPETUAL') ? 'perpetual' : 'spot'],
    }),
  ),
)
const nothing: ReadonlySet<string> = new Set()
const inputs = { watched: nothing, held: nothing, prices: undefined, nowMs: Date.UTC(2026, 10, 25) }
const symbols = (given: Partial<Parameters<typeof shortList>[1]>): readonly string[] =>
  shortList(listed, { ...inputs, ...given }).map(row => row.symbol)
const prices = new Map(listed.map(row => [row.symbol, { index_price: dec(row.base === 'BTC' ? '96500' : '3900') }]))

test('what is watched is first, then what is held, then the perpetuals, each once', () =>
  expect(symbols({ watched: new Set(['ETH-USD-PERPETUAL']), held: new Set(['ETH-USD', 'BTC-USD-PERPETUAL']) })).toEqual(
    ['ETH-USD-PERPETUAL', 'BTC-USD-PERPETUAL', 'ETH-USD'],
  ))

test('the options of each base are the next expiry at the five strikes nearest to the index', () =>
  expect(symbols({ prices })).toEqual([
    'BTC-USD-PERPETUAL',
    'ETH-USD-PERPETUAL',
    ...[90_000, 95_000, 97_000, 99_000, 101_000].flatMap(strike => [
      `BTC-20261127-${strike}C`,
      `BTC-20261127-${strike}P`,
    ]),
    'ETH-20261225-4000C',
  ]))

test('an expiry that is over is not the next', () =>
  expect(symbols({ prices, nowMs: Date.UTC(2026, 10, 28) })).toContain('BTC-20261225-97000C'))
