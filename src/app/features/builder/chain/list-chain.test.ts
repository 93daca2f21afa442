import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import type { ListedUniverse } from '../../../../core/domain/instrument-index.ts'
import { call, farMs, listed, lookup, nearMs, nowMs } from '../../../../testing/universe.fixture.ts'
import { largestHeld, listChain } from './list-chain.ts'

const universe: ListedUniverse = {
  ...listed,
  bases: () => ['AVAX', 'BTC'],
  spot: base => lookup.bySymbol(`${base}-USD`),
  perpetual: base => lookup.bySymbol(`${base}-USD-PERPETUAL`),
  futures: base => (base === 'BTC' ? listed.futures(base) : []),
}
const show = (base?: string, expiryMs?: number, symbols: string[] = [], at = nowMs) =>
  listChain(
    universe,
    { base, expiryMs },
    symbols.map(symbol => ({ symbol, ratio: 1 })),
    at,
  )

describe('the chain shown', () => {
  it('is the one chosen', () => {
    expect(show('BTC', farMs)).toMatchObject({ base: 'BTC', expiryMs: farMs })
    expect(show('AVAX')).toMatchObject({ base: 'AVAX', expiries: [], expiryMs: undefined, strikes: [] })
  })

  it('is else that of the draft, else the first base with options, about a month ahead', () => {
    expect(show(undefined, undefined, [call(100, '20270326')])).toMatchObject({ base: 'BTC', expiryMs: farMs })
    expect(show()).toMatchObject({ base: 'BTC', expiryMs: nearMs })
  })

  it('is of what is held most when nothing else says', () => {
    const both: ListedUniverse = { ...universe, bases: () => ['AVAX', 'ETH', 'BTC'], expiries: () => [nearMs] }
    const choice = { base: undefined, expiryMs: undefined }
    expect(listChain(both, { ...choice, held: 'ETH' }, [], nowMs).base).toBe('ETH')
    expect(listChain(both, choice, [], nowMs).base).toBe('BTC')
    expect(largestHeld([])).toBeUndefined()
    const held = [
      { symbol: 'ETH-USD-PERPETUAL', value: dec('90') },
      { symbol: call(100), value: dec('-100') },
    ]
    expect(largestHeld(held)).toBe('BTC')
  })

  it('leaves out what has expired, and what is not listed', () => {
    expect(show('BTC', nearMs, [], nearMs)).toMatchObject({ expiries: [farMs], expiryMs: farMs })
    expect(show('DOGE', 5)).toMatchObject({ base: 'BTC', expiryMs: nearMs })
  })

  it('has spot, perpetual and futures beside it', () => {
    expect(show('BTC').linear.map(one => one.symbol)).toEqual([
      'BTC-USD',
      'BTC-USD-PERPETUAL',
      'BTC-20261225',
      'BTC-20270326',
    ])
  })
})
