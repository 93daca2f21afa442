import type { Quotes } from '../../../core/domain/market-data.ts'
import { describe, expect, it } from 'vitest'
import { type Surfaces, surfacesAt } from '../../../core/account/surfaces.ts'
import { indexInstruments } from '../../../core/domain/instrument-index.ts'
import { call, lookup, nowMs, put, quote } from '../../../testing/universe.fixture.ts'
import { createPageSurfaces } from './page-surfaces.ts'

const symbols = [90, 100, 110].flatMap(strike => [call(strike), put(strike)])
const ofBtc = ['BTC-USD-PERPETUAL', ...symbols].flatMap(symbol => lookup.bySymbol(symbol) ?? [])
const named = (text: string, base: string): string => text.replace('BTC', base)
const listing = (bases: readonly string[]) =>
  indexInstruments(
    bases.flatMap((base, at) =>
      ofBtc.map(each => ({
        ...each,
        symbol: named(each.symbol, base),
        tradeable_entity_id: `${at}${each.tradeable_entity_id}` as typeof each.tradeable_entity_id,
      })),
    ),
  )
const index = listing(['BTC', 'ETH', 'SOL'])
const many = index.count('BTC') - 1

const quotesAt = (price: number): Quotes =>
  new Map(
    ['BTC', 'ETH', 'SOL'].flatMap(base =>
      [
        quote('BTC-USD-PERPETUAL', '97990', '98010'),
        ...symbols.map(symbol => quote(symbol, String(price), String(price + 100))),
      ].map(([symbol, summary]) => [named(symbol, base), { ...summary, symbol: named(symbol, base) }] as const),
    ),
  )
const first = quotesAt(4_000)
const second = quotesAt(4_400)

const said = (surfaces: Surfaces, base: string) => {
  const surface = surfaces.of(base)
  return (
    surface && {
      ...surface,
      expiries: [...surface.expiries.values()].map(each => ({ ...each, marks: [...each.marks] })),
    }
  )
}
const told = (page: ReturnType<typeof createPageSurfaces>): Promise<void> =>
  new Promise(resolve => {
    const stop = page.shown.subscribe(() => {
      stop()
      resolve()
    })
  })

describe('surfaces of a page', () => {
  it('are there at once where few instruments are listed', () => {
    const page = createPageSurfaces()
    expect(said(page.read(index, first, nowMs), 'BTC')).toEqual(said(surfacesAt(index, first, nowMs), 'BTC'))
    expect(said(page.read(index, second, nowMs + 1), 'BTC')).toEqual(said(surfacesAt(index, second, nowMs + 1), 'BTC'))
    expect(page.read(index, second, nowMs + 1)).toBe(page.read(index, second, nowMs + 1))
  })
  it('are pending if there are many, and published when complete', async () => {
    const page = createPageSurfaces(many)
    const before = page.read(index, first, nowMs)
    expect(before.of('BTC')).toBeUndefined()
    expect(before.isPending('BTC')).toBe(true)
    expect(before.underlying('BTC')).toEqual(surfacesAt(index, first, nowMs).underlying('BTC'))
    await told(page)
    const after = page.read(index, first, nowMs)
    expect(after).not.toBe(before)
    expect(after.isPending('BTC')).toBe(false)
    expect(said(after, 'BTC')).toEqual(said(surfacesAt(index, first, nowMs), 'BTC'))
  })
  it('stay those of the moment before until all that are looked at are made of the new quotes', async () => {
    const page = createPageSurfaces(many)
    const start = page.read(index, first, nowMs)
    start.of('BTC')
    start.of('ETH')
    while (page.read(index, first, nowMs).isPending('BTC') || page.read(index, first, nowMs).isPending('ETH'))
      await told(page)
    const shown = page.read(index, first, nowMs)
    shown.of('BTC')
    shown.of('ETH')
    const meanwhile = page.read(index, second, nowMs + 5_000)
    expect(meanwhile).toBe(shown)
    expect(meanwhile.atMs).toBe(nowMs)
    await told(page)
    const after = page.read(index, second, nowMs + 5_000)
    expect(after.atMs).toBe(nowMs + 5_000)
    for (const base of ['BTC', 'ETH'])
      expect(said(after, base)).toEqual(said(surfacesAt(index, second, nowMs + 5_000), base))
    // The third base was never requested.
    expect(after.isPending('SOL')).toBe(true)
  })
  it('are made of the newest quotes when more came while they were made', async () => {
    const page = createPageSurfaces(many)
    page.read(index, first, nowMs).of('BTC')
    await told(page)
    page.read(index, first, nowMs).of('BTC')
    page.read(index, second, nowMs + 1)
    page.read(index, first, nowMs + 2)
    while (page.read(index, first, nowMs + 2).atMs !== nowMs + 2) {
      page.read(index, first, nowMs + 2).of('BTC')
      await told(page)
    }
    expect(said(page.read(index, first, nowMs + 2), 'BTC')).toEqual(said(surfacesAt(index, first, nowMs + 2), 'BTC'))
  })
  it('of another listing are not those of the one before', async () => {
    const page = createPageSurfaces(many)
    page.read(index, first, nowMs).of('BTC')
    await told(page)
    page.read(index, first, nowMs).of('BTC')
    const other = listing(['BTC'])
    expect(page.read(other, first, nowMs).of('BTC')).toBeUndefined()
    expect(page.read(undefined, first, nowMs).of('BTC')).toBeUndefined()
    expect(page.read(undefined, first, nowMs).isPending('BTC')).toBe(false)
  })
  it('that were built for a previous listing are never shown', async () => {
    const page = createPageSurfaces(many)
    page.read(index, first, nowMs).of('BTC')
    const other = listing(['BTC'])
    page.read(other, second, nowMs + 1).of('BTC')
    await told(page)
    expect(said(page.read(other, second, nowMs + 1), 'BTC')).toEqual(said(surfacesAt(other, second, nowMs + 1), 'BTC'))
  })
})
