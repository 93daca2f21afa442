import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { entityId } from '../../domain/ids.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { compareListed, listedRow, joinRows } from './instrument-rows.ts'
import { filterChoices, isFiltered, choiceFilter, noFilters } from './market-filters.ts'

let nextId = 1
const instrument = (symbol: string, tags: string[], status = 'active'): Instrument => ({
  symbol,
  tradeable_entity_id: entityId(nextId++),
  status,
  base_asset: symbol.split('-')[0] ?? symbol,
  quote_asset: 'USD',
  minimum_quantity: dec('0.1'),
  maximum_quantity: dec('100'),
  minimum_value: dec('0'),
  maximum_value: dec('1000000'),
  quantity_step: dec('0.1'),
  price_step: dec('5'),
  tags,
})

const summary = (symbol: string, bid: string): MarketSummary => ({ id: entityId(1), symbol, product_type: 'option', best_bid: dec(bid) })

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

describe('instrument rows', () => {
  it('the listing runs by base, product, expiry and strike as a number; a name that does not parse is still listed', () => {
    expect(symbols([...listing].sort(compareListed))).toEqual([
      'BTC-USD-PERPETUAL',
      'BTC-20261225',
      'BTC-20261127-9500P',
      'BTC-20261225-9500P',
      'BTC-20261225-100000C',
      'ETH-USD',
      'SOMETHING ELSE',
    ])
  })

  it('a row changes only when its own summary does', () => {
    const first = new Map([['ETH-USD', summary('ETH-USD', '1')]])
    const before = joinRows(listing, { summaries: first })
    const same = (rows: typeof before) => rows.map((row, at) => row === before[at])
    expect(same(joinRows(listing, { summaries: new Map(first) }))).not.toContain(false)
    const after = joinRows(listing, { summaries: new Map([['ETH-USD', summary('ETH-USD', '2')]]) })
    expect(same(after)).toEqual([true, true, true, true, true, false, true])
  })
})

const watched = new Set(['ETH-USD'])

describe('filters', () => {
  it('every filter narrows and none narrows nothing', () => {
    expect(listing.filter(choiceFilter(noFilters, watched))).toHaveLength(listing.length)
    const pass = (change: Partial<typeof noFilters>) => symbols(listing.filter(choiceFilter({ ...noFilters, ...change }, watched)))
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
