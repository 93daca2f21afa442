import { describe, expect, it } from 'vitest'
import { cashEvents } from './cash-events.ts'
import { add, dec, type Decimal } from './decimal.ts'
import type { LegTrade } from './leg-bookings.ts'
import { realisedOf } from './realised.ts'
import type { Sample, SamplePosition } from './sample.ts'
import { hourMs, minuteMs } from './time.ts'
import { samplePosition } from '../../testing/cash-sample.ts'

const expiryMs = Date.UTC(2026, 10, 22, 8)
const perpetual = 'BTC-USD-PERPETUAL'
const option = 'ETH-20261122-4000C'

const position = (symbol: string, size: string, quote?: string): SamplePosition =>
  samplePosition(symbol, size, '98000', quote === undefined ? {} : { quote })

const sample = (
  atMs: number,
  cash: Readonly<Record<string, string>>,
  positions: readonly SamplePosition[] = [],
): Sample => ({
  atMs,
  equity: { cash: dec('0'), optionValue: dec('0'), optionUpnl: dec('0'), futuresUpnl: dec('0'), leftOut: [] },
  cash: Object.fromEntries(Object.entries(cash).map(([asset, amount]) => [asset, dec(amount)])),
  indexes: { BTC: dec('100000'), ETH: dec('5000'), USDC: dec('1') },
  positions,
})

const bought = (symbol: string, quantity: string, price: string): LegTrade => ({
  id: symbol,
  order: symbol,
  atMs: expiryMs - 30_000,
  legs: [{ symbol, ratio: 1 }],
  quantity: dec(quantity),
  price: dec(price),
})

const fundingRates = new Map<string, Decimal>([[perpetual, dec('0.0001')]])
const [fromMs, toMs] = [expiryMs - minuteMs, expiryMs + minuteMs]

describe('what an instrument moves is in the asset that its listing has', () => {
  it('funding of a perpetual listed in USDC is paid in USDC, whatever its name says', () => {
    const held = position(perpetual, '2', 'USDC')
    const found = cashEvents({
      from: sample(fromMs, { USDC: '1000', USD: '50' }, [held]),
      to: sample(toMs, { USDC: '980.4', USD: '50' }, [held]),
      trades: [],
      fundingRates,
    })
    expect(found).toMatchObject([
      { kind: 'funding', symbol: perpetual, asset: 'USDC', amount: '-19.6', isEstimated: false },
    ])
  })

  it('an option listed in BTC settles in BTC, at a price in BTC', () => {
    // ETH at 0.05 BTC pays 0.01 BTC over a strike of 0.04.
    const listed = 'ETH-20261122-0.04C'
    const found = cashEvents({
      from: sample(fromMs, { BTC: '1' }, [position(listed, '3', 'BTC')]),
      to: sample(toMs, { BTC: '1.03' }),
      trades: [],
      fundingRates,
    })
    expect(found).toMatchObject([
      { kind: 'settlement', symbol: listed, asset: 'BTC', amount: '0.03', price: '0.01', isEstimated: false },
    ])
  })

  it('a trade of what is in no sample pays in the asset of its listing; without a listing its name counts', () => {
    const step = {
      from: sample(fromMs + hourMs, { USDC: '200000', USD: '200000', BTC: '0' }),
      trades: [{ ...bought('BTC-USD', '1', '98000'), atMs: fromMs + hourMs + 1_000 }],
      fundingRates,
    }
    const inUsdc = sample(toMs + hourMs, { USDC: '102000', USD: '200000', BTC: '1' })
    const inUsd = sample(toMs + hourMs, { USDC: '200000', USD: '102000', BTC: '1' })
    const listingOf = () => ({ quote_asset: 'USDC', tags: [] })
    expect(cashEvents({ ...step, to: inUsdc, listingOf })).toEqual([])
    expect(cashEvents({ ...step, to: inUsd, listingOf: undefined })).toEqual([])
    expect(cashEvents({ ...step, to: inUsd, listingOf })).toMatchObject([
      { kind: 'moved', asset: 'USDC', amount: '98000' },
      { kind: 'moved', asset: 'USD', amount: '-98000' },
    ])
  })

  it('an option of USD settles at the index as before', () => {
    const found = cashEvents({
      from: sample(fromMs, { USD: '100' }, [position(option, '1')]),
      to: sample(toMs, { USD: '1100' }),
      trades: [],
      fundingRates,
    })
    expect(found).toMatchObject([{ kind: 'settlement', symbol: option, asset: 'USD', amount: '1000', price: '1000' }])
  })
})

it('a settlement by hand 3,006.75 of cash for 3 calls that cost 2,430.00 is 576.75 realised, at the price that the venue’s cash says, not at the index kept', () => {
  // 16,854.10 before and 19,860.85 after; by the index of 5,000 that was kept it would be 3 × 1,000.
  const entered = { ...position(option, '3'), average_entry_price: dec('810') }
  const [from, to] = [sample(fromMs, { USD: '16854.1' }, [entered]), sample(toMs, { USD: '19860.85' })]
  const [settled] = cashEvents({ from, to, trades: [], fundingRates }) ?? []
  expect(settled).toMatchObject({ kind: 'settlement', amount: '3006.75', size: '3', price: '1002.25' })
  const openings = [{ symbol: option, size: entered.size, average_entry_price: entered.average_entry_price }]
  const settlements = [
    { symbol: option, price: settled?.price ?? dec('0'), atMs: settled?.atMs ?? 0, isEstimated: false },
  ]
  const { total, closings } = realisedOf({ fills: [], openings, settlements, held: new Map(), nowMs: toMs })
  expect(total).toBe('576.75')
  expect(closings).toHaveLength(1)
})

describe('an expiry at the very instant of a sample', () => {
  const held = [position(option, '1')]
  const settled = (from: number, to: number) =>
    cashEvents({
      from: sample(from, { USD: '0' }, held),
      to: sample(to, { USD: '1000' }),
      trades: [],
      fundingRates,
    })?.map(each => each.kind)

  it('belongs to the step that ends with it, and to none that begins with it', () => {
    expect(settled(expiryMs - minuteMs, expiryMs)).toEqual(['settlement'])
    // The position was there at the expiry and is gone: what moved the cash is not seen.
    expect(settled(expiryMs, expiryMs + minuteMs)).toBeUndefined()
  })
})

describe('after a gap', () => {
  const dayMs = 24 * hourMs
  const put = 'BTC-20261122-60000P'
  const [gapFromMs, gapToMs] = [expiryMs - 2 * hourMs, expiryMs - 2 * hourMs + dayMs]
  const step = (moved: string, held: readonly SamplePosition[], more: Partial<Parameters<typeof cashEvents>[0]> = {}) =>
    cashEvents({
      from: sample(gapFromMs, { USD: '1000' }, held),
      to: sample(
        gapToMs,
        { USD: add(dec('1000'), dec(moved)) },
        held.filter(each => each.symbol === perpetual),
      ),
      trades: [],
      fundingRates,
      ...more,
    })
  const told = (events: ReturnType<typeof cashEvents>) =>
    events?.map(each => [each.kind, each.amount, each.isEstimated])

  it('cash within what funding can be is funding, estimated, whatever the rate is now', () => {
    // Three fundings; today's rate would make −29.4.
    expect(told(step('-31.73', [position(perpetual, '1'), position(put, '-1')]))).toEqual([
      ['settlement', '0', true],
      ['funding', '-31.73', true],
    ])
    expect(told(step('151.2', [position(perpetual, '1'), position(put, '-1')]))).toEqual([
      ['settlement', '0', true],
      ['funding', '151.2', true],
    ])
    expect(told(step('-31.73', [position(perpetual, '1')]))).toEqual([['funding', '-31.73', true]])
  })

  it('more than funding can be is a transfer', () => {
    expect(told(step('-5000', [position(perpetual, '1'), position(put, '-1')]))).toEqual([
      ['settlement', '0', true],
      ['funding', '-29.4', true],
      ['moved', '-4970.6', true],
    ])
    expect(told(step('-5000', [position(perpetual, '1')]))).toEqual([['moved', '-5000', false]])
  })

  it('a perpetual that was bought and sold within it was funded while it was held', () => {
    const trades = [
      { ...bought(perpetual, '1', '98000'), id: 'a', atMs: expiryMs - hourMs },
      { ...bought(perpetual, '-1', '98000'), id: 'b', atMs: expiryMs + hourMs },
    ]
    const found = cashEvents({
      from: sample(gapFromMs, { USD: '0' }),
      to: sample(gapToMs, { USD: '-12.5' }),
      trades,
      fundingRates: new Map(),
    })
    expect(found).toMatchObject([{ kind: 'funding', symbol: perpetual, amount: '-12.5', size: '1', atMs: expiryMs }])
  })

  it('a settlement takes the rest of the cash, also where the index has moved far since, or is not known', () => {
    // At 5,600 the call pays 1,600; the index of the next day is 5,000.
    expect(step('1600', [position(option, '1')])).toMatchObject([
      { kind: 'settlement', amount: '1600', price: '1600', isEstimated: true },
    ])
    const unknown = { ...sample(gapToMs, { USD: '1700' }), indexes: {} }
    const from = { ...sample(gapFromMs, { USD: '1000' }, [position(option, '1')]), indexes: {} }
    expect(cashEvents({ from, to: unknown, trades: [], fundingRates })).toMatchObject([
      { kind: 'settlement', amount: '700', price: '700', isEstimated: true },
    ])
  })

  it('a little less cash after trades is a fee, and without trades or beyond a fee a transfer', () => {
    const trades = [
      { ...bought(option, '1', '500'), atMs: expiryMs + hourMs, legs: [{ symbol: 'ETH-20261127-4000C', ratio: 1 }] },
    ]
    const after = [{ ...position('ETH-20261127-4000C', '1'), average_entry_price: dec('500') }]
    const moved = (amount: string) =>
      told(
        cashEvents({
          from: sample(gapFromMs, { USD: '1000' }),
          to: sample(gapToMs, { USD: add(dec('500'), dec(amount)) }, after),
          trades,
          fundingRates,
        }),
      )
    expect(moved('-1.5')).toEqual([['fee', '-1.5', true]])
    expect(moved('-50')).toEqual([['moved', '-50', false]])
    expect(moved('1.5')).toEqual([['moved', '1.5', false]])
    expect(told(step('-1.5', []))).toEqual([['moved', '-1.5', false]])
  })
})
