/**
 * A small market for hand-computed engine tests: few instruments, given prices, options worth intrinsic value plus 100
 * USD, makers one step around the mark or silent.
 */
import { add, dec, type Decimal, max, mul, sub, sum, zero } from '../core/domain/decimal.ts'
import { deliverableId } from '../core/domain/ids.ts'
import { parseInstrumentName, productOf } from '../core/domain/instrument.ts'
import type { Leg } from '../core/domain/order.ts'
import type { ListedInstrument, Listing, Market, Quotes } from '../exchange/sandbox/market/market.ts'
import { listedInstrument } from './listed-instrument.ts'

/** 10:00 UTC of 1 December 2026, the start of a cycle; dated instruments expire at 08:00 on 25 December. */
export const startMs = Date.UTC(2026, 11, 1, 10)
export const expiryMs = Date.UTC(2026, 11, 25, 8)

/** Symbol, id, price step, quantity step, status. */
const rows: readonly (readonly [string, number, string, string, string?])[] = [
  ['BTC-USD', 5, '0.5', '0.0001'],
  ['PTF-USD', 6, '0.0001', '1'],
  ['ETH-USD', 7, '0.5', '0.001'],
  ['SOL-USD', 8, '0.01', '0.01'],
  ['AVAX-USD', 930, '0.01', '0.01'],
  ['BTC-USD-PERPETUAL', 16, '0.5', '0.0001'],
  ['ETH-USD-PERPETUAL', 17, '0.5', '0.001', 'suspended'],
  ['BTC-20261225', 100, '0.5', '0.0001'],
  ['BTC-20261225-90000P', 101, '5', '0.1'],
  ['BTC-20261225-90000C', 102, '5', '0.1'],
  ['BTC-20261225-100000P', 103, '5', '0.1'],
  ['BTC-20261225-100000C', 104, '5', '0.1'],
  ['BTC-20261225-110000P', 105, '5', '0.1'],
  ['BTC-20261225-110000C', 106, '5', '0.1'],
  ['ETH-20261225-4000C', 110, '0.5', '0.1'],
]

function listedOf([symbol, id, priceStep, quantityStep, status = 'active']: (typeof rows)[number]): ListedInstrument {
  const name = parseInstrumentName(symbol)
  const product = productOf({ symbol, tags: [] })
  if (name === undefined || product === undefined) throw new Error(`no instrument: ${symbol}`)
  return {
    instrument: listedInstrument(symbol, id, {
      status,
      base_asset: product === 'spot' ? name.base : symbol,
      minimum_quantity: dec(quantityStep),
      maximum_quantity: dec('100000'),
      minimum_value: dec('0.01'),
      maximum_value: dec('100000000'),
      quantity_step: dec(quantityStep),
      price_step: dec(priceStep),
      tags: [name.base, product],
    }),
    product,
    base: name.base,
    deliverable_id: deliverableId(id),
    ...('expiryMs' in name ? { expiryMs: name.expiryMs } : {}),
    ...('strike' in name ? { strike: name.strike, right: name.right } : {}),
  }
}

export interface TestMarketSettings {
  /** Index by base; 100 by default. */
  readonly prices?: (nowMs: number) => Readonly<Record<string, string>>
  /** Makers' quantity around the mark; no quotes if undefined. */
  readonly quoted?: string
  /** Rate per funding, as a fraction; zero by default. */
  readonly funding?: string
  /** Price steps between mark and quote; one by default. */
  readonly apart?: number
}

const defaults = { BTC: '100000', ETH: '4000' }

export function createTestMarket({
  prices = () => defaults,
  quoted,
  apart = 1,
  funding = '0',
}: TestMarketSettings = {}): Market {
  const all = rows.map(listedOf)
  const listing: Listing = {
    version: '1',
    all,
    byId: id => all.find(listed => listed.instrument.tradeable_entity_id === id),
    bySymbol: symbol => all.find(listed => listed.instrument.symbol === symbol),
  }
  const indexPrice = (base: string, nowMs: number): Decimal => dec(prices(nowMs)[base] ?? '100')
  const worth = (listed: ListedInstrument, index: Decimal): Decimal => {
    if (listed.strike === undefined) return index
    return max(zero, listed.right === 'call' ? sub(index, listed.strike) : sub(listed.strike, index))
  }
  const markPrice = (listed: ListedInstrument, nowMs: number): Decimal =>
    add(worth(listed, indexPrice(listed.base, nowMs)), listed.product === 'option' ? dec('100') : zero)
  const away = (step: Decimal): Decimal => mul(step, dec(apart))
  const around = (mark: Decimal, step: Decimal): Quotes =>
    quoted === undefined
      ? { buy: [], sell: [] }
      : {
          buy: [{ price: sub(mark, away(step)), quantity: dec(quoted) }],
          sell: [{ price: add(mark, away(step)), quantity: dec(quoted) }],
        }
  const net = (legs: readonly (Leg & { readonly listed: ListedInstrument })[], nowMs: number) =>
    sum(legs.map(leg => mul(dec(leg.ratio), markPrice(leg.listed, nowMs))))
  return {
    listing: () => listing,
    find: key => ('id' in key ? listing.byId(key.id) : listing.bySymbol(key.symbol)),
    indexPrice,
    markPrice,
    fundingRate: () => dec(funding),
    settlementPrice: listed => worth(listed, indexPrice(listed.base, listed.expiryMs ?? startMs)),
    quotes: (listed, nowMs) => around(markPrice(listed, nowMs), listed.instrument.price_step),
    packageQuotes: (legs, nowMs) => around(net(legs, nowMs), dec('5')),
    quoteLifeMs: 1000,
  }
}
