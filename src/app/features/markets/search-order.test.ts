import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { entityId } from '../../../core/domain/ids.ts'
import { indexInstruments } from '../../../core/domain/instrument-index.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'
import { type ListedRow, listedRow } from './instrument-rows.ts'
import { InstrumentSearch, mostTraded } from './instrument-search.ts'
import { cachedRows, listRows } from './list-rows.ts'
import { choiceFilter, filterChoices, noFilters } from './market-filters.ts'

const instrument = (symbol: string, id: number): Instrument =>
  listedInstrument(symbol, id, {
    status: id % 7 === 0 ? 'suspended' : 'active',
    tags: [symbol.slice(0, 3), /\d[CP]$/.test(symbol) ? 'option' : symbol.endsWith('PERPETUAL') ? 'perpetual' : 'spot'],
  })
const symbols = ['ETH', 'BTC', 'AVAX'].flatMap(base => [
  ...['20261225', '20261127'].flatMap(date =>
    [100_000, 95_000, 9_500, 1_000].flatMap(strike => [`${base}-${date}-${strike}P`, `${base}-${date}-${strike}C`]),
  ),
  `${base}-USD-PERPETUAL`,
  `${base}-USD`,
])
const listing = symbols.map((symbol, at) => instrument(symbol, at + 1))
const rows = listing.map(listedRow)
const findAll: InstrumentSearch['find'] = (...asked) => new InstrumentSearch().find(...asked)
const anyRows = fc.shuffledSubarray(rows, { minLength: 1 })
const anyHeld = fc.subarray(symbols).map(held => new Set(held))
const searches = fc.constantFrom(
  'btc',
  '1000',
  'btc 25dec26',
  '100k c',
  'eth perp',
  'BTC-USD',
  'btc-usd',
  '95,000',
  'put',
  '',
  'nothing',
  '3',
  '9500p 27nov26',
)
const anySummaries = fc
  .array(fc.tuple(fc.constantFrom(...symbols), fc.integer({ min: 0, max: 1000 }), fc.boolean()))
  .map(
    list =>
      new Map(
        list.map(([symbol, volume, isQuoted]): [string, MarketSummary] => [
          symbol,
          {
            id: entityId(1),
            symbol,
            product_type: 'option',
            volume: dec(volume),
            index_price: dec('100'),
            ...(isQuoted ? { best_bid: dec('5') } : {}),
          },
        ]),
      ),
  )

describe('what a search finds', () => {
  it('is the same letter by letter as at once, whatever is typed, taken away and listed in between', () => {
    const word = fc.constantFrom(
      'btc',
      'eth',
      '1000',
      '100k',
      '9500p',
      '2',
      '25',
      '25dec26',
      'c',
      'call',
      'calls',
      'put',
      '#1',
      '1',
      '12',
      '95,000',
      'usd',
      '-',
      '',
    )
    const text = fc.array(word, { maxLength: 4 }).map(words => words.join(' '))
    const edit = fc.record({ text, upTo: fc.nat({ max: 20 }), isOther: fc.boolean() })
    fc.assert(
      fc.property(anyRows, anyHeld, fc.array(edit, { minLength: 1, maxLength: 8 }), (from, held, edits) => {
        const typed = new InstrumentSearch()
        const other = [...from].reverse()
        const isHeld = (symbol: string): boolean => held.has(symbol)
        for (const { text: whole, upTo, isOther } of edits) {
          const listed = isOther ? other : from
          for (let length = Math.min(upTo, whole.length); length <= whole.length; length += 1) {
            const search = whole.slice(0, length)
            expect(typed.find(listed, search, isHeld)).toEqual(findAll(listed, search, isHeld))
          }
        }
      }),
    )
  })
  it('is what fits, each once, whatever comes first', () =>
    fc.assert(
      fc.property(anyRows, searches, anyHeld, (from, search, held) => {
        const found = findAll(from, search, symbol => held.has(symbol))
        expect(new Set(found)).toEqual(new Set(from.filter(row => findAll([row], search, () => false).length === 1)))
        expect(found).toHaveLength(new Set(found).size)
      }),
    ))

  it('has what is held before what is not, and equals as they came, within those of the strike typed and within the rest', () =>
    fc.assert(
      fc.property(
        anyRows,
        fc.constantFrom('1000', 'btc 25dec26 1000', '95k', '9500'),
        anyHeld,
        (from, search, held) => {
          const typed = /\d+k?$/.exec(search)?.[0].replace('k', '000')
          const found = findAll(from, search, symbol => held.has(symbol))
          const rankOf = (row: (typeof rows)[number]): number =>
            (row.strike === typed ? 0 : 2) + (held.has(row.symbol) ? 0 : 1)
          for (const [at, row] of found.entries()) {
            const next = found[at + 1]
            if (next === undefined) continue
            expect(rankOf(row)).toBeLessThanOrEqual(rankOf(next))
            if (rankOf(row) === rankOf(next)) expect(from.indexOf(row)).toBeLessThan(from.indexOf(next))
          }
        },
      ),
    ))

  it('begins with the one that was named whole, or by its id, although another of the words is held', () => {
    const isHeld = (symbol: string): boolean => symbol === 'BTC-USD-PERPETUAL' || symbol === 'ETH-20261225-9500C'
    for (const search of ['btc-usd', ' BTC-USD ']) expect(findAll(rows, search, isHeld)[0]?.symbol).toBe('BTC-USD')
    const [row] = rows.slice(20)
    expect(findAll(rows, row?.id ?? '', isHeld)[0]).toBe(row)
  })
})

describe('what trades most', () => {
  it('comes first: more money before less, quoted before silent, and silence as it was listed', () =>
    fc.assert(
      fc.property(anyRows, anySummaries, (from, summaries) => {
        const traded = mostTraded(from, summaries)
        expect(new Set(traded)).toEqual(new Set(from))
        const weight = (symbol: string): number => {
          const summary = summaries.get(symbol)
          return summary === undefined ? 0 : Number(summary.volume) * 100 + (summary.best_bid === undefined ? 0 : 1)
        }
        for (const [at, row] of traded.entries()) {
          const next = traded[at + 1]
          if (next === undefined) continue
          expect(weight(row.symbol)).toBeGreaterThanOrEqual(weight(next.symbol))
          if (weight(row.symbol) === weight(next.symbol)) expect(from.indexOf(row)).toBeLessThan(from.indexOf(next))
        }
      }),
    ))
  it('is not known without prices, and then all stays as it was listed', () =>
    expect(mostTraded(rows, undefined)).toEqual(rows))
})

describe('the listing in its order', () => {
  it('is the same however the venue lists it, and has every instrument once', async () => {
    const order = (await listRows(indexInstruments(listing))).map(row => row.symbol)
    const turned = (await listRows(indexInstruments([...listing].reverse()))).map(row => row.symbol)
    expect(turned).toEqual(order)
    expect([...order].sort()).toEqual([...symbols].sort())
    expect(order.slice(0, 2)).toEqual(['BTC-USD', 'BTC-USD-PERPETUAL'])
    expect(order.slice(2, 8)).toEqual(
      ['1000C', '1000P', '9500C', '9500P', '95000C', '95000P'].map(strike => `BTC-20261127-${strike}`),
    )
    expect([...new Set(order.map(symbol => symbol.split('-')[0]))]).toEqual(['BTC', 'ETH', 'AVAX'])
  })
  it('begins with the perpetuals before the others are made', async () => {
    const firsts: (readonly ListedRow[])[] = []
    const made = await listRows(indexInstruments(listing), async first => void firsts.push(first))
    expect(firsts).toEqual([made.filter(row => row.product === 'perpetual')])
    expect(firsts[0]?.map(row => row.base)).toEqual(['BTC', 'ETH', 'AVAX'])
  })
  it('has no first rows without a perpetual', async () => {
    const options = listing.filter(({ tags }) => tags.includes('option'))
    const made = await listRows(indexInstruments(options), async () => expect.unreachable())
    expect(made).toHaveLength(options.length)
  })
  it('is made once a listing', async () => {
    const index = indexInstruments(listing)
    expect(cachedRows(index)).toBeUndefined()
    const made = await listRows(index)
    expect(cachedRows(index)).toBe(made)
  })
})

it('choices of the filter bar each leave something, and the choices of a kind together leave everything', () => {
  const { bases, products, expiries, statuses } = filterChoices(rows, noFilters)
  const left = (change: Partial<typeof noFilters>) => rows.filter(choiceFilter({ ...noFilters, ...change }, undefined))
  for (const parts of [
    bases.map(base => left({ base })),
    products.map(product => left({ product })),
    expiries.map(expiry => left({ expiry })),
    statuses.map(status => left({ status })),
  ]) {
    for (const part of parts) expect(part.length).toBeGreaterThan(0)
    expect(parts.flat()).toHaveLength(rows.length)
    expect(new Set(parts.flat())).toEqual(new Set(rows))
  }
})
