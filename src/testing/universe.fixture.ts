import { dec, type Decimal } from '../core/domain/decimal.ts'
import { entityId } from '../core/domain/ids.ts'
import type { ChainStrike, ListedChains, ListedUniverse } from '../core/domain/instrument-index.ts'
import type { Instrument } from '../core/domain/instrument.ts'
import type { MarketSummary, Quotes } from '../core/domain/market-data.ts'
import { type BaseSurface, baseSurface } from '../core/pricing/market/base-surface.ts'
import { listedInstrument } from './listed-instrument.ts'

export const nowMs = Date.UTC(2026, 10, 21, 14, 13)
export const nearMs = Date.UTC(2026, 11, 25, 8)
export const farMs = Date.UTC(2027, 2, 26, 8)
const stamps: readonly (readonly [number, string])[] = [
  [nearMs, '20261225'],
  [farMs, '20270326'],
]

const strikesOf = (expiryMs: number): number[] =>
  (expiryMs === nearMs ? [90, 95, 100, 105, 110] : [90, 100, 110]).map(thousand => thousand * 1000)

const instrument = (symbol: string, id: number, more: Partial<Instrument> = {}): Instrument =>
  listedInstrument(symbol, id, {
    maximum_quantity: dec('1000'),
    maximum_value: dec('100000000'),
    price_step: dec('0.5'),
    ...more,
  })

let nextId = 500
const chains = new Map<number, ChainStrike[]>(
  stamps.map(([expiryMs, stamp]) => [
    expiryMs,
    strikesOf(expiryMs).map(strike => ({
      strike: dec(strike),
      call: instrument(`BTC-${stamp}-${strike}C`, nextId--),
      put: instrument(`BTC-${stamp}-${strike}P`, nextId--),
    })),
  ]),
)
const futures = stamps.map(([, stamp]) => instrument(`BTC-${stamp}`, nextId--))
const others = [instrument('BTC-USD-PERPETUAL', 16), instrument('BTC-USD', 17, { status: 'suspended' })]
const all = [
  ...[...chains.values()].flatMap(rows => rows.flatMap(row => [row.call, row.put])),
  ...futures,
  ...others,
].flatMap(one => (one === undefined ? [] : [one]))

export const lookup = {
  byId: (id: string) => all.find(one => one.tradeable_entity_id === id),
  bySymbol: (symbol: string) => all.find(one => one.symbol === symbol),
}

export const listed: ListedChains = {
  expiries: base => (base === 'BTC' ? [nearMs, farMs] : []),
  chain: (_base, expiryMs) => chains.get(expiryMs) ?? [],
  futures: () => futures,
}

export const universe: ListedUniverse = {
  ...listed,
  bases: () => ['BTC'],
  spot: base => lookup.bySymbol(`${base}-USD`),
  perpetual: base => lookup.bySymbol(`${base}-USD-PERPETUAL`),
}

export const surfaceOf = (quotes: Quotes): BaseSurface => baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })

export const quote = (symbol: string, bid?: string, ask?: string, last?: string): [string, MarketSummary] => {
  const price = (value: string | undefined): Decimal | undefined => (value === undefined ? undefined : dec(value))
  const found = lookup.bySymbol(symbol)
  return [
    symbol,
    {
      id: found?.tradeable_entity_id ?? entityId(0),
      symbol,
      product_type: 'option',
      best_bid: price(bid),
      best_ask: price(ask),
      last_price: price(last),
    },
  ]
}

export const call = (thousand: number, stamp = '20261225') => `BTC-${stamp}-${thousand * 1000}C`
export const put = (thousand: number, stamp = '20261225') => `BTC-${stamp}-${thousand * 1000}P`

/** Quotes of the perpetual, of a call spread in the front expiry, and of its lower strike in a later one. */
export const spreadQuotes = new Map([
  quote('BTC-USD-PERPETUAL', '97990', '98010'),
  quote(call(100), '4000', '4100'),
  quote(call(110), '1000', '1050'),
  quote(call(100, '20270326'), '9000', '9100'),
])
