import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dec, mul } from '../../core/domain/decimal.ts'
import { parseJoinedSymbol } from '../../core/domain/order.ts'
import { parseAlertSubject } from './alerts-link.ts'
import {
  askedReview,
  askReview,
  builderOfInstrument,
  dropAskedReview,
  parseBuilderSearch,
  reopened,
  withoutBuilder,
} from './builder-link.ts'
import { closingSearch, packageSearch } from './package-link.ts'
import {
  keyOfSearch,
  parseMarketsSearch,
  parseOrderSearch,
  parsePanelSearch,
  searchOf,
  textOf,
} from './screen-links.ts'
import { parseTicketSearch, withoutTicket } from './overlay-links.ts'
import { legsOf } from '../../testing/legs-of.ts'

const anySearch = fc.dictionary(
  fc.oneof(
    fc.string(),
    fc.constantFrom(
      'legs',
      'add',
      'dir',
      'qty',
      'px',
      'side',
      'price',
      'trade',
      'alert',
      'order',
      'order_id',
      'panel',
      '__proto__',
    ),
  ),
  fc.anything(),
  { noNullPrototype: true },
)

describe('an address that anybody may have written', () => {
  it('never stops a screen, and gives text or nothing', () => {
    fc.assert(
      fc.property(anySearch, search => {
        const texts = [
          ...Object.values(parseBuilderSearch(search)),
          parseMarketsSearch(search),
          parsePanelSearch(search),
          ...Object.values(parseOrderSearch(search)),
          ...Object.values(parseTicketSearch(search) ?? {}),
        ]
        for (const text of texts) if (text !== undefined) expect(typeof text).toBe('string')
      }),
    )
  })
  it('that is no search at all is none of the builder', () => {
    for (const search of [undefined, null, 7, 'legs=A', []]) expect(parseBuilderSearch(search)).toEqual({})
  })
  it('is taken as text up to 200 characters, and as none beyond, empty or of another type', () => {
    fc.assert(
      fc.property(fc.nat(400), length => {
        const text = 'x'.repeat(length)
        expect(textOf({ a: text }, 'a')).toBe(length > 0 && length <= 200 ? text : undefined)
      }),
    )
    for (const value of [7, null, {}, ['a'], true]) expect(textOf({ a: value }, 'a')).toBeUndefined()
    expect(textOf({}, 'toString')).toBeUndefined()
  })
  it('is parted between the screens: what one takes out is its own alone', () => {
    const given = { legs: 'A@1', qty: '2', side: 'buy', price: '5', quantity: '3', alert: 'all', panel: 'p' }
    expect(withoutBuilder(given)).toEqual({ quantity: '3', alert: 'all', panel: 'p' })
    expect(withoutTicket({ trade: 'A', ...given })).toEqual({ legs: 'A@1', qty: '2', alert: 'all', panel: 'p' })
  })
  it('leaves out what is not set', () => expect(searchOf({ a: '1', b: undefined, c: '' })).toEqual({ a: '1', c: '' }))
})

describe('an alert’s figure', () => {
  it.each(['', 'price', 'price:', ':BTC', 'cost:BTC', 'all', 'PRICE:BTC', ' price:BTC'])('%j is none', text =>
    expect(parseAlertSubject(text)).toBeUndefined(),
  )
  it('keeps what follows the first colon whole', () =>
    expect(parseAlertSubject('day:value@08:00')).toEqual({ kind: 'day', subject: 'value@08:00' }))
})

it('an order’s address goes by the client’s id where both are there', () => {
  expect(keyOfSearch(parseOrderSearch({ order: 'a', order_id: '7' }))).toEqual({ client_order_id: 'a' })
  expect(keyOfSearch(parseOrderSearch({ order_id: '7' }))).toEqual({ order_id: '7' })
  expect(keyOfSearch(parseOrderSearch({}))).toBeUndefined()
})

describe('a package of positions in the builder', () => {
  const leg = (symbol: string) =>
    fc
      .integer({ min: -6, max: 6 })
      .filter(ratio => ratio !== 0)
      .map(ratio => ({ symbol, ratio }))
  const quantity = fc.integer({ min: 1, max: 10_000 }).map(value => dec(String(value / 10)))
  it('of several legs is asked for as it stands', () => {
    fc.assert(
      fc.property(fc.tuple(leg('A'), leg('B')), quantity, (legs, size) => {
        const read = parseBuilderSearch(packageSearch({ legs, quantity: size }))
        expect(parseJoinedSymbol(read.legs ?? '')).toEqual(legs)
        expect([read.qty, read.dir, read.mode]).toEqual([size, 'buy', 'rfq'])
      }),
    )
  })
  it('of one leg is bought or sold by itself, as much as the package is of it', () => {
    fc.assert(
      fc.property(leg('A'), quantity, (only, size) => {
        const read = parseBuilderSearch(packageSearch({ legs: [only], quantity: size }))
        expect(parseJoinedSymbol(read.legs ?? '')).toEqual([{ symbol: 'A', ratio: 1 }])
        expect([read.qty, read.dir, read.mode]).toEqual([
          mul(size, dec(Math.abs(only.ratio))),
          only.ratio > 0 ? 'buy' : 'sell',
          'firm',
        ])
      }),
    )
  })
  it('that closes a long straddle sells the straddle, firm', () => {
    const closing = {
      legs: [-1, -1].map((ratio, index) => ({ symbol: index === 0 ? 'C' : 'P', ratio })),
      quantity: dec('3'),
    }
    const read = parseBuilderSearch(closingSearch(closing))
    expect(parseJoinedSymbol(read.legs ?? '')).toEqual(legsOf({ C: 1, P: 1 }))
    expect([read.qty, read.dir, read.mode]).toEqual(['3', 'sell', 'firm'])
  })
  it('that is asked for again is another address each time, of the same draft', () => {
    const once = builderOfInstrument('A', 'BTC')
    const [first, second] = [reopened(once), reopened(once)]
    expect(first['open']).not.toBe(second['open'])
    expect({ ...first, open: undefined }).toEqual({ ...second, open: undefined })
    expect(parseBuilderSearch(first)).toMatchObject({ legs: 'A@1', base: 'BTC', mode: 'firm' })
  })
})

describe('a review asked for on the way to the builder', () => {
  afterEach(() => {
    vi.useRealTimers()
    dropAskedReview()
  })
  it('is for one draft and for ten seconds, and gone once it is dropped', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const search = builderOfInstrument('A', 'BTC')
    expect(askedReview()).toBeUndefined()
    askReview(search)
    vi.advanceTimersByTime(9_999)
    expect(askedReview()).toBe(search)
    vi.advanceTimersByTime(1)
    expect(askedReview()).toBeUndefined()
    askReview(search)
    dropAskedReview()
    expect(askedReview()).toBeUndefined()
  })
})
