/** The random trader: contracts to trade, valid and invalid orders, and the pace of time. */
import { add, dec, type Decimal, max, min, mul, roundToStep, sum, toNumber } from '../../../../core/domain/decimal.ts'
import { clientOrderId, entityId } from '../../../../core/domain/ids.ts'
import type { OrderBook } from '../../../../core/domain/market-data.ts'
import { normalise } from '../../../../core/domain/normalise.ts'
import { joinedSymbol, type Leg, type NewOrder } from '../../../../core/domain/order.ts'
import { cycleMs, dayMs, hourMs, minuteMs } from '../../../../core/domain/time.ts'
import type { ListedInstrument, Market } from '../../market/market.ts'
import type { Random } from './random.ts'

export interface Target {
  readonly legs: readonly (Leg & { readonly listed: ListedInstrument })[]
}

export function chooseTargets(random: Random, market: Market, nowMs: number): Target[] {
  const all = market.listing(nowMs).all.filter(listed => listed.instrument.status === 'active')
  const soon = Math.min(...all.map(listed => listed.expiryMs ?? Number.POSITIVE_INFINITY))
  const of = (test: (listed: ListedInstrument) => boolean): ListedInstrument => random.pick(all.filter(test))
  const singles = [
    of(listed => listed.product === 'spot'),
    of(listed => listed.product === 'perpetual'),
    of(listed => listed.product === 'option' && listed.expiryMs === soon),
    of(listed => listed.product === 'option'),
    of(listed => listed.product === 'option' || listed.product === 'future'),
  ]
  const packages = [0, 1].flatMap(() => {
    const legs = Array.from({ length: random.whole(2, 4) }, () => {
      const listed = random.chance(0.6) ? random.pick(singles) : random.pick(all)
      return { ...named(listed), listed, ratio: random.pick([1, 1, 1, -1, -1, -1, 2, -2, 3]) }
    })
    const wire = normalise({ legs, side: 'buy', quantity: dec('1') })
    return wire.ok && wire.value.kind === 'package' ? [{ legs: wire.value.legs as Target['legs'] }] : []
  })
  const alone = singles.map(listed => ({ legs: [{ ...named(listed), listed, ratio: 1 }] }))
  return [...alone.slice(1), ...packages, ...alone.slice(0, 1)]
}

const named = ({ instrument: { tradeable_entity_id, symbol } }: ListedInstrument) => ({ tradeable_entity_id, symbol })

const farAway = ['0.6', '0.8', '0.9', '1.1', '1.2', '1.5'].map(dec)

function priceOf(random: Random, { market, target: { legs }, nowMs, book, manner }: Scene): Decimal {
  const fair = sum(legs.map(leg => mul(dec(leg.ratio), market.markPrice(leg.listed, nowMs))))
  const step = legs.map(leg => leg.listed.instrument.price_step).reduce(min)
  if (legs.length === 1 && random.chance(manner.far)) {
    return max(step, roundToStep(mul(fair, random.pick(farAway)), step, 'nearest'))
  }
  const shown = [...(book?.buy ?? []), ...(book?.sell ?? [])].map(level => level.price)
  const near = shown.length > 0 && random.chance(0.65)
  const from = near ? random.pick(shown) : fair
  const steps = near ? random.pick([0, 0, 0, 1, -1]) : random.whole(-5, 5) * random.pick([1, 1, 3, 30])
  const price = roundToStep(add(from, mul(step, dec(steps))), step, 'nearest')
  return legs.length === 1 ? max(price, step) : price
}

function quantityOf(random: Random, { market, target: { legs }, nowMs, manner }: Scene): Decimal {
  const step = legs.map(leg => leg.listed.instrument.quantity_step).reduce(max)
  const worth = mul(market.indexPrice(legs[0]?.listed.base ?? '', nowMs), step)
  const lots = Math.floor((random.pick(manner.sizesUsd) * random.next()) / toNumber(worth)) + 1
  return mul(step, dec(lots))
}

export const symbolOf = ({ legs }: Target): string => (legs.length === 1 ? (legs[0]?.symbol ?? '') : joinedSymbol(legs))

export interface Manner {
  readonly sizesUsd: readonly number[]
  readonly atMarket: number
  readonly far: number
  readonly cycles: readonly number[]
}

export interface Scene {
  readonly market: Market
  readonly target: Target
  readonly nowMs: number
  readonly book: OrderBook | undefined
  readonly manner: Manner
}

export function goodOrder(random: Random, scene: Scene, id: string): NewOrder {
  const { target, manner } = scene
  const [first] = target.legs
  const isPackage = target.legs.length > 1
  const quantity = quantityOf(random, scene)
  const step = target.legs.map(leg => leg.listed.instrument.quantity_step).reduce(max)
  const type = random.chance(manner.atMarket) ? 'MARKET' : 'LIMIT'
  const immediate = type === 'MARKET' || random.chance(0.2)
  const market_id = random.chance(0.12) ? random.pick(['none', 'none', '255']) : '0'
  const priced = type === 'LIMIT' && (market_id === '0' || random.chance(0.5))
  return {
    ...(isPackage
      ? { legs: target.legs.map(({ tradeable_entity_id, ratio }) => ({ tradeable_entity_id, ratio })) }
      : {}),
    ...(!isPackage && first !== undefined ? singleNames(random, first) : {}),
    market_id,
    side: random.pick(['buy', 'sell']),
    type,
    time_in_force: immediate ? 'IOC' : 'GTC',
    quantity,
    ...(priced ? { price: priceOf(random, scene) } : {}),
    ...(isPackage && random.chance(0.35)
      ? { minimum_quantity: min(quantity, mul(step, dec(random.whole(1, 40)))) }
      : {}),
    client_order_id: clientOrderId(id),
    ...(immediate ? {} : { recv_window: random.pick(manner.cycles) }),
    ...(random.chance(0.1) ? { user_tag: 'by hand' } : {}),
  }
}

function singleNames(random: Random, { symbol, tradeable_entity_id }: Leg): Partial<NewOrder> {
  if (random.chance(0.2)) return { legs: [{ tradeable_entity_id, ratio: 1 }] }
  return random.chance(0.5) ? { symbol } : { tradeable_entity_id }
}

export function badOrder(random: Random, order: NewOrder): NewOrder {
  const legs = order.legs ?? []
  const changes: Partial<NewOrder>[] = [
    { quantity: dec('0') },
    { quantity: dec('0.000000001') },
    { quantity: mul(order.quantity, dec('1000000')) },
    { quantity: mul(order.quantity, dec('200')) },
    { side: 'hold' },
    { type: 'STOP' },
    { type: 'MARKET', time_in_force: 'GTC' },
    { time_in_force: 'FOK' },
    { market_id: '9' },
    { price: dec('-0.0000001') },
    { price: add(order.price ?? dec('100'), dec('0.0000001')) },
    { recv_window: 0 },
    { recv_window: 65_535 },
    { recv_window: undefined, time_in_force: 'GTC' },
    { symbol: 'NOTHING-USD', legs: undefined, tradeable_entity_id: undefined },
    { symbol: 'PTF-USD-PERPETUAL', legs: undefined, tradeable_entity_id: undefined },
    { symbol: undefined, legs: undefined, tradeable_entity_id: undefined },
    { legs: [] },
    { legs: [...legs, ...legs] },
    { legs: legs.toReversed() },
    { legs: legs.map(leg => ({ ...leg, ratio: leg.ratio * 2 })) },
    { legs: legs.map(leg => ({ ...leg, ratio: -leg.ratio })) },
    { legs: [...legs, { tradeable_entity_id: entityId('3'), ratio: 1 }] },
    { symbol: 'BTC-USD', legs: [...legs, ...legs] },
    { minimum_quantity: add(order.quantity, dec('1')) },
  ]
  return { ...order, ...random.pick(changes) }
}

/**
 * How time advances: mostly by moments, sometimes over cycles, quote lives and expiries, or exactly to the end of a
 * cycle or a funding.
 */
export interface Pace {
  readonly hours: number
  readonly days: number
}

/** Perpetuals are funded at multiples of this from midnight UTC; instruments expire at one of them. */
const fundedEveryMs = 8 * hourMs

export function pauseMs(random: Random, nowMs: number, { hours, days }: Pace): number {
  const kind = random.weighted({ none: 45, moment: 35, seconds: 12, turn: 2, due: 3, cycle: 3, hours, days })
  if (kind === 'due')
    return Math.max(0, fundedEveryMs - (nowMs % fundedEveryMs) + random.pick([-1, 0, 0, 1, random.whole(0, 999)]))
  if (kind === 'turn') return cycleMs - (nowMs % cycleMs) - random.whole(0, 1)
  const most = { none: 0, moment: 900, seconds: 5_000, cycle: 25 * minuteMs, hours: 9 * hourMs, days: 3 * dayMs }[kind]
  return most === 0 ? 0 : random.whole(1, most)
}
