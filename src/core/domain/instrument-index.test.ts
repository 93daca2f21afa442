import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listedInstrument } from '../../testing/listed-instrument.ts'
import { dec } from './decimal.ts'
import { indexInstruments } from './instrument-index.ts'
import { type Instrument, underlyingOf } from './instrument.ts'

let nextId = 1
const listed = (symbol: string, tags: readonly string[] = []): Instrument =>
  listedInstrument(symbol, nextId++, { price_step: dec('0.5'), tags })

const december = Date.UTC(2026, 11, 25, 8)

describe('instrument index', () => {
  const all = [
    listed('ETH-USD', ['spot']),
    listed('BTC-20261225-100000C', ['option']),
    listed('BTC-20261225-9500P', ['option']),
    listed('BTC-20261225-9500C', ['option']),
    listed('BTC-20270326-100000C', ['option']),
    listed('BTC-20270326', ['future']),
    listed('BTC-20261225', ['future']),
    listed('BTC-USD-PERPETUAL', ['future', 'perpetual']),
    listed('BTC-USD', ['spot']),
  ]
  const index = indexInstruments(all)

  it('finds by id and by symbol', () => {
    expect(index.byId(all[2]!.tradeable_entity_id)).toBe(all[2])
    expect(index.bySymbol('BTC-USD')).toBe(all[8])
    expect(index.bySymbol('none')).toBeUndefined()
  })

  it('names the base with most instruments first', () => expect(index.bases()).toEqual(['BTC', 'ETH']))

  it('orders strikes as numbers and puts call and put of a strike in one row', () => {
    expect(index.expiries('BTC')).toEqual([december, Date.UTC(2027, 2, 26, 8)])
    const chain = index.chain('BTC', december)
    expect(chain.map(row => [row.strike, row.call?.symbol, row.put?.symbol])).toEqual([
      ['9500', 'BTC-20261225-9500C', 'BTC-20261225-9500P'],
      ['100000', 'BTC-20261225-100000C', undefined],
    ])
    expect(index.chain('BTC', december)).toBe(chain)
    expect(index.chain('BTC', 1)).toEqual([])
  })

  it('keeps perpetual, dated futures and spot apart', () => {
    expect(index.perpetual('BTC')?.symbol).toBe('BTC-USD-PERPETUAL')
    expect(index.futures('BTC').map(each => each.symbol)).toEqual(['BTC-20261225', 'BTC-20270326'])
    expect(index.spot('BTC')?.symbol).toBe('BTC-USD')
    expect(index.futures('ETH')).toEqual([])
    expect(index.perpetual('none')).toBeUndefined()
  })

  it('takes one strike written in two ways for one', () => {
    const twice = indexInstruments([listed('SOL-20261225-100.0C', ['option']), listed('SOL-20261225-100P', ['option'])])
    expect(twice.chain('SOL', december)).toHaveLength(1)
  })

  it('groups every name under the base that parsing it gives', () => {
    const base = fc.stringMatching(/^[A-Z0-9]{1,5}(-[A-Z]{1,3})?$/)
    const tail = fc.oneof(
      fc.constantFrom(
        '-20261225',
        '-20261225-100C',
        '-20261225-0.5P',
        '-USD',
        '-USD-PERPETUAL',
        '-20261225T1200-5C',
        '',
        '-202612',
        '-20261325-1C',
        '-',
      ),
      fc.string({ maxLength: 14 }),
    )
    fc.assert(
      fc.property(fc.tuple(base, tail), ([first, last]) => {
        const instrument = listed(first + last)
        expect(indexInstruments([instrument]).bases()).toEqual([underlyingOf(instrument)])
      }),
    )
  })
})
