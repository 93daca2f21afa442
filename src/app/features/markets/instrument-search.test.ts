import { expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { entityId } from '../../../core/domain/ids.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'
import { type ListedRow, listedRow } from './instrument-rows.ts'
import { InstrumentSearch, mostTraded } from './instrument-search.ts'

const row = (symbol: string, id: number): ListedRow =>
  listedRow(listedInstrument(symbol, id, { tags: [symbol.slice(0, 3), /\d[CP]$/.test(symbol) ? 'option' : 'future'] }))

const rows = [
  row('BTC-20261225-57500C', 1000),
  row('BTC-20261225-145500P', 11_000),
  row('BTC-20261225-100000C', 3),
  row('BTC-20261225-100000P', 4),
  row('BTC-20261225-1000C', 5),
  row('BTC-20261127-100000C', 6),
  row('BTC-USD-PERPETUAL', 7),
  row('ETH-20261225-1000C', 8),
]
const none = (): boolean => false
const found = (search: string, isHeld: (symbol: string) => boolean = none, from = rows): string[] =>
  new InstrumentSearch().find(from, search, isHeld).map(({ symbol }) => symbol)

it('a number begins a strike or a date, or is a whole id; it is not looked for within them', () => {
  expect(found('btc 25dec26 1000')).toEqual([
    'BTC-20261225-1000C',
    'BTC-20261225-57500C',
    'BTC-20261225-100000C',
    'BTC-20261225-100000P',
  ])
  expect(found('11000')).toEqual(['BTC-20261225-145500P'])
  expect(found('500')).toEqual([])
})

it('the strike that was typed comes first, then what is held, then what trades most', () => {
  const summary = (symbol: string, volume: string): [string, MarketSummary] => [
    symbol,
    { id: entityId(1), symbol, product_type: 'option', volume: dec(volume), index_price: dec('90000') },
  ]
  const traded = mostTraded(rows, new Map([summary('BTC-20261225-100000P', '5'), summary('BTC-20261225-100000C', '3')]))
  expect(traded.slice(0, 3).map(({ symbol }) => symbol)).toEqual([
    'BTC-20261225-100000P',
    'BTC-20261225-100000C',
    'BTC-20261225-57500C',
  ])
  const isHeld = (symbol: string): boolean => symbol === 'BTC-20261225-57500C'
  expect(found('btc 25dec26 1000', isHeld, [...traded])).toEqual([
    'BTC-20261225-1000C',
    'BTC-20261225-57500C',
    'BTC-20261225-100000P',
    'BTC-20261225-100000C',
  ])
})

it.each([
  ['100k 25dec26', ['BTC-20261225-100000C', 'BTC-20261225-100000P']],
  ['100,000c', ['BTC-20261225-100000C', 'BTC-20261127-100000C']],
  ['25dec26 put', ['BTC-20261225-145500P', 'BTC-20261225-100000P']],
  ['perp', ['BTC-USD-PERPETUAL']],
  ['BTC-20261127-100000C', ['BTC-20261127-100000C']],
  ['20261127', ['BTC-20261127-100000C']],
  ['nothing', []],
])('desk words: %s', (search, symbols) => expect(found(search)).toEqual(symbols))
