/**
 * Simulated participants: clients that request quotes for typical structures, take some answers and cancel the rest.
 * Their actions in a second are a function of seed and second, so the exchange's clock drives them, and a restart
 * continues seamlessly.
 */
import { dec, type Decimal, min, toNumber } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { must } from '../../../core/domain/must.ts'
import { normalise } from '../../../core/domain/normalise.ts'
import {
  firmMarket,
  type Leg,
  type NewOrder,
  opposite,
  type OrderRecord,
  parseSide,
  rfqMarket,
} from '../../../core/domain/order.ts'
import { dayMs, type EpochMicros, msFromMicros, secondMs } from '../../../core/domain/time.ts'
import type { Account, Exchange } from '../exchange.ts'
import { stepsOf, stepText } from '../market/steps.ts'
import { hashText, mix, uniform } from '../market/hash.ts'
import type { ListedInstrument, Market } from '../market/market.ts'

export type FlowRate = 'off' | 'quiet' | 'busy'

/** Approximate RFQs per hour. */
export const rfqsAnHour = { off: 0, quiet: 90, busy: 1_000 } as const satisfies Readonly<Record<FlowRate, number>>

export const participants: readonly Account[] = Array.from({ length: 8 }, (_, index) => `participant-${index + 1}`)

/** Right, strike as a multiple of the index, expiry (0 near, 1 far), ratio. */
type LegShape = readonly ['call' | 'put' | 'perpetual', strike: number, expiry: 0 | 1, ratio: number]

const shapes: readonly (readonly [weight: number, legs: readonly LegShape[]])[] = [
  [14, [['call', 1.05, 0, 1]]],
  [14, [['put', 0.94, 0, 1]]],
  [
    14,
    [
      ['call', 1.04, 0, 1],
      ['call', 1.14, 0, -1],
    ],
  ],
  [
    12,
    [
      ['put', 0.96, 0, 1],
      ['put', 0.86, 0, -1],
    ],
  ],
  [
    10,
    [
      ['put', 0.92, 0, -1],
      ['call', 1.08, 0, 1],
    ],
  ],
  [
    8,
    [
      ['put', 1, 0, 1],
      ['call', 1, 0, 1],
    ],
  ],
  [
    7,
    [
      ['put', 0.92, 0, 1],
      ['call', 1.08, 0, 1],
    ],
  ],
  [
    7,
    [
      ['call', 1.05, 0, -1],
      ['call', 1.05, 1, 1],
    ],
  ],
  [
    4,
    [
      ['put', 0.96, 0, 1],
      ['put', 0.88, 0, -2],
    ],
  ],
  [
    4,
    [
      ['call', 1, 0, 1],
      ['call', 1.08, 0, -2],
      ['call', 1.16, 0, 1],
    ],
  ],
  [
    3,
    [
      ['put', 0.84, 0, 1],
      ['put', 0.92, 0, -1],
      ['call', 1.08, 0, -1],
      ['call', 1.16, 0, 1],
    ],
  ],
  [
    3,
    [
      ['perpetual', 0, 0, -1],
      ['call', 1.05, 0, 2],
    ],
  ],
]
const totalWeight = shapes.reduce((total, [weight]) => total + weight, 0)

const bases = ['BTC', 'BTC', 'BTC', 'ETH', 'ETH', 'SOL'] as const
/** Notional in millions of USD of the underlying. */
const notionals = [0.1, 0.1, 0.25, 0.25, 0.5, 1] as const
const daysToExpiry = [3, 7, 14, 30, 30, 60, 90] as const

const chosen = <Item>(items: readonly Item[], key: number): Item =>
  must(items[Math.floor(uniform(key) * items.length)], 'an item of a list that is not empty')

function shapeOf(key: number): readonly LegShape[] {
  let left = uniform(key) * totalWeight
  for (const [weight, legs] of shapes) {
    left -= weight
    if (left < 0) return legs
  }
  return must(shapes[0], 'a first shape')[1]
}

export interface Flow {
  tick(now: EpochMicros): void
}

export function createFlow(exchange: Exchange, market: Market, seed: string, rate: FlowRate): Flow {
  const hash = mix(hashText(seed), hashText('flow'))
  let last = 0
  return {
    tick(now) {
      const second = Math.floor(msFromMicros(now) / secondMs)
      if (second <= last || rfqsAnHour[rate] === 0) return
      last = second
      for (const account of participants) {
        if (exchange.hasAccount(account))
          for (const rfq of rfqsOf(exchange, account, now)) goOn(exchange, account, rfq, { hash, second, now })
      }
      const key = mix(hash, second)
      if (uniform(mix(key, 1)) < rfqsAnHour[rate] / 3_600) request(exchange, market, { key, second, now })
    },
  }
}

interface Moment {
  readonly second: number
  readonly now: EpochMicros
}

const idOf = (second: number, what: 'rfq' | 'take') => clientOrderId(`flow-${what}-${second}`)
const sentAt = (order: OrderRecord): number =>
  Number.parseInt(/^flow-rfq-(\d+)$/.exec(order.client_order_id)?.[1] ?? '', 10)

const rfqsOf = (exchange: Exchange, account: Account, now: EpochMicros): readonly OrderRecord[] =>
  exchange.openOrders(account, now).filter(order => sentAt(order) > 0)

function request(exchange: Exchange, market: Market, { key, second, now }: Moment & { readonly key: number }): void {
  const order = requestOf(market, key, second)
  if (order === undefined) return
  const account = chosen(participants, mix(key, 2))
  if (!exchange.hasAccount(account)) exchange.apply({ kind: 'open_account', account }, now)
  exchange.apply({ kind: 'place', account, order, text: JSON.stringify(order) }, now)
}

function goOn(
  exchange: Exchange,
  account: Account,
  rfq: OrderRecord,
  { hash, second, now }: Moment & { readonly hash: number },
): void {
  const sent = sentAt(rfq)
  const key = mix(hash, sent)
  const life = 30 + Math.floor(270 * uniform(mix(key, 7)))
  const age = second - sent
  const takes = uniform(mix(key, 8)) < 0.45
  if (age < (takes ? Math.max(10, Math.floor(life / 3)) : life)) return
  if (takes) take(exchange, account, rfq, now)
  exchange.apply({ kind: 'cancel', account, key: { client_order_id: rfq.client_order_id } }, now)
}

function take(exchange: Exchange, account: Account, rfq: OrderRecord, now: EpochMicros): void {
  const side = parseSide(rfq.side)
  if (side === undefined) return
  const best = exchange.orderBook(rfq.symbol, 1, now)?.[opposite(side)][0]
  if (best === undefined) return
  const order: NewOrder = {
    ...(rfq.legs === undefined ? { symbol: rfq.symbol } : { legs: rfq.legs }),
    market_id: firmMarket,
    side,
    type: 'LIMIT',
    time_in_force: 'IOC',
    quantity: min(best.quantity, rfq.quantity),
    price: best.price,
    client_order_id: idOf(sentAt(rfq), 'take'),
  }
  exchange.apply({ kind: 'place', account, order, text: JSON.stringify(order) }, now)
}

function requestOf(market: Market, key: number, second: number): NewOrder | undefined {
  const nowMs = second * secondMs
  const base = chosen(bases, mix(key, 3))
  const listed = market.listing(nowMs).all.filter(each => each.base === base && each.instrument.status === 'active')
  const days = chosen(daysToExpiry, mix(key, 4))
  const found = shapeOf(mix(key, 5)).map(shape =>
    legOf(listed, shape, { index: market.indexPrice(base, nowMs), nowMs, days }),
  )
  const legs = found.flatMap(leg => (leg === undefined ? [] : [leg]))
  const wire = normalise({
    legs: legs.map(({ instrument, ratio }): Leg => ({ ...named(instrument), ratio })),
    side: uniform(mix(key, 6)) < 0.5 ? 'buy' : 'sell',
    quantity: sizeOf(market, legs, base, key, nowMs),
  })
  if (!wire.ok || legs.length !== found.length || wire.value.legs.length !== found.length) return undefined
  const { side, quantity } = wire.value
  const [only, more] = wire.value.legs
  return {
    ...(only !== undefined && more === undefined ? { symbol: only.symbol } : { legs: wire.value.legs }),
    market_id: rfqMarket,
    side,
    type: 'LIMIT',
    time_in_force: 'GTC',
    recv_window: 100,
    quantity,
    client_order_id: idOf(second, 'rfq'),
  }
}

const named = ({ tradeable_entity_id, symbol }: ListedInstrument['instrument']) => ({ tradeable_entity_id, symbol })

interface Around {
  readonly index: Decimal
  readonly nowMs: number
  readonly days: number
}

type FoundLeg = Pick<ListedInstrument, 'instrument' | 'lot'> & { readonly ratio: number }

function legOf(
  listed: readonly ListedInstrument[],
  shape: LegShape,
  { index, nowMs, days }: Around,
): FoundLeg | undefined {
  const [right, strike, expiry, ratio] = shape
  if (right === 'perpetual') {
    const perpetual = listed.find(each => each.product === 'perpetual')
    return perpetual === undefined ? undefined : { ...perpetual, ratio }
  }
  const wantedMs = nowMs + days * (expiry + 1) * dayMs
  const options = listed.filter(each => each.right === right && (each.expiryMs ?? 0) > nowMs + dayMs)
  const expiryMs = nearest(options, each => Math.abs((each.expiryMs ?? 0) - wantedMs))?.expiryMs
  const chain = options.filter(each => each.expiryMs === expiryMs)
  const option = nearest(chain, each => Math.abs(toNumber(each.strike ?? dec(0)) - strike * toNumber(index)))
  return option === undefined ? undefined : { ...option, ratio }
}

function nearest<Item>(items: readonly Item[], off: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || off(item) < off(best) ? item : best),
    undefined,
  )
}

function sizeOf(market: Market, legs: readonly FoundLeg[], base: string, key: number, nowMs: number): Decimal {
  const units = (chosen(notionals, mix(key, 9)) * 1e6) / toNumber(market.indexPrice(base, nowMs))
  const digit = 10 ** Math.floor(Math.log10(units))
  const round = digit * (units / digit >= 5 ? 5 : units / digit >= 2 ? 2 : 1)
  const steps = legs.map(({ lot, instrument }) => lot ?? instrument.quantity_step)
  const step = steps.reduce((most, each) => (toNumber(each) > toNumber(most) ? each : most), dec('0.0001'))
  return stepText(Math.max(1, stepsOf(round, step, 'down')), step) ?? step
}
