import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { entityId } from '../../../core/domain/ids.ts'
import { compareBases, type Instrument } from '../../../core/domain/instrument.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'
import { joinRows, listedRow } from './instrument-rows.ts'
import { choiceFilter, filterChoices, isFiltered, noFilters } from './market-filters.ts'
import { parseWatchLists, toggled } from './use-watch-lists.ts'

let nextId = 1
const instrument = (symbol: string, tags: string[], status = 'active'): Instrument =>
  listedInstrument(symbol, nextId++, { base_asset: symbol.split('-')[0] ?? symbol, status, tags })

const summary = (symbol: string, bid: string): MarketSummary => ({
  id: entityId(1),
  symbol,
  product_type: 'option',
  best_bid: dec(bid),
})

const listing = [
  instrument('BTC-20261225-100000C', ['BTC', 'option']),
  instrument('BTC-20261225-9500P', ['BTC', 'option']),
  instrument('BTC-20261127-9500P', ['BTC', 'option'], 'suspended'),
  instrument('BTC-USD-PERPETUAL', ['BTC', 'future', 'perpetual']),
  instrument('BTC-20261225', ['BTC', 'future']),
  instrument('ETH-USD', ['ETH', 'spot']),
  instrument('SOMETHING ELSE', []),
].map(listedRow)

const symbols = (rows: readonly { readonly symbol: string }[]) => rows.map(row => row.symbol)

it('instrument rows a row changes only when its own summary does', () => {
  const first = new Map([['ETH-USD', summary('ETH-USD', '1')]])
  const before = joinRows(listing, { summaries: first })
  const same = (rows: typeof before) => rows.map((row, at) => row === before[at])
  expect(same(joinRows(listing, { summaries: new Map(first) }))).not.toContain(false)
  const after = joinRows(listing, { summaries: new Map([['ETH-USD', summary('ETH-USD', '2')]]) })
  expect(same(after)).toEqual([true, true, true, true, true, false, true])
})

const watched = new Set(['ETH-USD'])

describe('filters', () => {
  it('every filter narrows and none narrows nothing', () => {
    expect(listing.filter(choiceFilter(noFilters, undefined))).toHaveLength(listing.length)
    const pass = (change: Partial<typeof noFilters>) =>
      symbols(
        listing.filter(choiceFilter({ ...noFilters, ...change }, change.watched === undefined ? undefined : watched)),
      )
    expect(pass({ product: 'option', base: 'BTC' })).toHaveLength(3)
    expect(pass({ watched: 'yes' })).toEqual(['ETH-USD'])
    expect(pass({ status: 'suspended' })).toEqual(['BTC-20261127-9500P'])
    expect(pass({ expiry: 'none', base: 'BTC' })).toEqual(['BTC-USD-PERPETUAL'])
    expect(pass({ expiry: String(Date.UTC(2026, 11, 25, 8)), product: 'future' })).toEqual(['BTC-20261225'])
    expect(pass({ tag: 'perpetual' })).toEqual(['BTC-USD-PERPETUAL'])
  })

  it('expiries offered are those left by base and product, soonest first', () => {
    const choices = filterChoices(listing, { base: 'BTC', product: 'option' })
    expect(choices.expiries).toEqual([String(Date.UTC(2026, 10, 27, 8)), String(Date.UTC(2026, 11, 25, 8))])
    expect(choices.bases).toEqual(['BTC', 'ETH', 'SOMETHING ELSE'])
    expect(choices.products).toEqual(['spot', 'perpetual', 'future', 'option'])
    expect(choices.statuses).toEqual(['active', 'suspended'])
    expect(filterChoices(listing, noFilters).expiries.at(-1)).toBe('none')
  })

  it('blanks in the search do not filter', () => {
    expect(isFiltered({ ...noFilters, search: '  ' })).toBe(false)
    expect(isFiltered({ ...noFilters, base: 'BTC' })).toBe(true)
  })
})

describe('watch lists', () => {
  it('are what was kept; one without a name from before is the first', () => {
    expect(parseWatchLists(['BTC-USD', 'ETH-USD'])).toEqual([
      { name: 'Watch list', symbols: new Set(['BTC-USD', 'ETH-USD']) },
    ])
    const two = [
      { name: 'Short', symbols: ['BTC-USD', 7] },
      { name: ' ', symbols: [] },
      { name: 'Short', symbols: ['ETH-USD'] },
      { name: 'Wings', symbols: 'x' },
    ]
    expect(parseWatchLists(two)).toEqual([
      { name: 'Short', symbols: new Set(['ETH-USD']) },
      { name: 'Wings', symbols: new Set() },
    ])
    for (const junk of [undefined, null, {}, [1]])
      expect(parseWatchLists(junk)).toEqual([{ name: 'Watch list', symbols: new Set() }])
  })
  it('take an instrument and give it back at the next press', () => {
    const list = { name: 'a', symbols: new Set(['x']) }
    expect(toggled(toggled(list, 'y'), 'x').symbols).toEqual(new Set(['y']))
  })
})

it('the order of underlyings has BTC and ETH first, then the others by name', () => {
  expect(['SOL', 'ETH', 'AVAX', 'BTC', 'PTF'].sort(compareBases)).toEqual(['BTC', 'ETH', 'AVAX', 'PTF', 'SOL'])
})
