/** Two browsers and a program of one account trade the same RFQ, with lost answers and reloads. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, dec, type Decimal, gte, isZero, lte, min, sub, sum, zero } from '../../../core/domain/decimal.ts'
import { clientOrderId, orderId, tradeId } from '../../../core/domain/ids.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import type { OwnOrder } from '../../../core/domain/own-order.ts'
import { micros } from '../../../core/domain/time.ts'
import { largestTakeOf, mayBeTaken } from '../../../core/domain/trade-story/trade-count.ts'
import { isAlive, type RfqCard, rfqCards } from './rfq-cards.ts'
import type { SentOrder } from './sent-order.ts'

const wanted = dec('5')
const symbol = 'BTC-20261225-80000P@1/BTC-20261225-90000P@-1'
const common = { symbol, side: 'buy', type: 'LIMIT', price: dec('-1500'), quantity: wanted }

interface AtVenue {
  readonly id: string
  readonly quantity: Decimal
  readonly atMs: number
  filled: Decimal
  isOpen: boolean
}

interface Device {
  readonly sent: SentOrder[]
  readonly seen: Set<string>
  /** True if the device has read the other devices' trades and receives further ones by the feed. */
  knows: boolean
}

const sentOrder = (id: string, more: Partial<SentOrder>): SentOrder => ({
  ...common,
  client_order_id: clientOrderId(id),
  market_id: '0',
  time_in_force: 'IOC',
  outcome: 'accepted',
  rfq: 'rfq',
  atMs: 0,
  ...more,
})

class Account {
  readonly orders: AtVenue[] = []
  readonly devices: readonly Device[] = [
    {
      sent: [
        sentOrder('rfq', {
          market_id: 'none',
          time_in_force: 'GTC',
          rfq: undefined,
          atMs: 1,
          ioi_cache_timeout: 9_000,
        }),
      ],
      seen: new Set(),
      knows: true,
    },
    { sent: [], seen: new Set(), knows: false },
  ]
  clock = 1
  /** Whether the venue reports other devices' orders, and outcomes of its own. */
  readonly reports: boolean

  constructor(reports = true) {
    this.reports = reports
  }

  record(order: AtVenue): OrderRecord {
    const { id, quantity, filled, isOpen, atMs } = order
    return {
      ...common,
      market_id: '0',
      quantity,
      client_order_id: clientOrderId(id),
      order_id: orderId(100 + atMs),
      order_state: isZero(sub(quantity, filled)) ? 'filled' : isZero(filled) ? 'accepted' : 'partial_fill',
      cancel_state: isOpen || isZero(sub(quantity, filled)) ? 'none' : 'user_cancelled',
      executions: isZero(filled)
        ? []
        : [
            {
              utc_timestamp: micros(atMs * 1_000),
              executed_quantity: filled,
              executed_price: dec('-1500'),
              trade_id: tradeId(id),
              liquidity_flag: 'taker',
            },
          ],
    }
  }

  card(device: Device): RfqCard | undefined {
    const known = this.orders.filter(
      order => device.seen.has(order.id) || (this.reports && device.knows && (order.isOpen || !isZero(order.filled))),
    )
    const ask: OrderRecord = {
      ...common,
      market_id: 'none',
      client_order_id: clientOrderId('rfq'),
      order_id: orderId(100),
      order_state: 'accepted',
      cancel_state: 'none',
      executions: [],
    }
    const [card] = rfqCards({
      open: [ask, ...this.orders.filter(order => order.isOpen).map(order => this.record(order))],
      openMs: this.clock,
      sent: device.sent.toReversed(),
      orders: new Map(
        known.map(order => [
          order.id,
          { client_order_id: clientOrderId(order.id), record: this.record(order), sinceMs: order.atMs } as OwnOrder,
        ]),
      ),
      refreshed: new Map(),
      fillsKnown: { kind: this.reports ? (device.knows ? 'now' : 'reading') : 'unreported' },
      nowMs: this.clock,
    })
    return card
  }

  place(size: Decimal, filled: Decimal, rests: boolean): AtVenue {
    const order = {
      id: `o${this.orders.length}`,
      quantity: size,
      filled: min(size, filled),
      isOpen: false,
      atMs: (this.clock += 1),
    }
    order.isOpen = rests && !isZero(sub(size, order.filled))
    this.orders.push(order)
    return order
  }

  get filled(): Decimal {
    return sum(this.orders.map(order => order.filled))
  }

  get working(): Decimal {
    return sum(this.orders.map(order => (order.isOpen ? sub(order.quantity, order.filled) : zero)))
  }
}

const size = fc.integer({ min: 1, max: 5 }).map(value => dec(value))
const who = fc.constantFrom(0, 1)
const event = fc.oneof(
  fc.record({
    kind: fc.constant('take'),
    who,
    size,
    filled: size,
    rests: fc.boolean(),
    fate: fc.constantFrom('answered', 'lost', 'never arrived'),
  }),
  fc.record({ kind: fc.constant('program'), size, filled: size }),
  fc.record({ kind: fc.constant('market fills'), size }),
  fc.record({ kind: fc.constant('cancel') }),
  fc.record({ kind: fc.constant('read'), who }),
  fc.record({ kind: fc.constant('reload'), who }),
  fc.record({ kind: fc.constant('look up'), who }),
)
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

function happen(account: Account, now: Event): void {
  const device = account.devices['who' in now ? now.who : 0] as Device
  const resting = account.orders.find(order => order.isOpen)
  switch (now.kind) {
    case 'take': {
      const { size: asked, filled, rests, fate } = now
      const card = account.card(device)
      if (card === undefined || !isAlive(card) || !mayBeTaken(card.fillsKnown)) return
      const quantity = min(asked, largestTakeOf(card.count))
      if (isZero(quantity)) return
      const arrives = fate !== 'never arrived'
      const id = arrives ? account.place(quantity, filled, rests).id : `lost ${(account.clock += 1)}`
      if (fate === 'answered') device.seen.add(id)
      device.sent.push(
        sentOrder(id, { quantity, atMs: account.clock, outcome: fate === 'answered' ? 'accepted' : 'unknown' }),
      )
      return
    }
    case 'program': {
      const { size: asked, filled } = now as Extract<Event, { filled: Decimal }>
      const left = sub(wanted, add(account.filled, account.working))
      // A device takes no more than what is left by its own count.
      if (lte(left, zero)) return
      account.place(min(asked, left), filled, false)
      return
    }
    case 'market fills':
      if (resting === undefined) return
      resting.filled = min(resting.quantity, add(resting.filled, (now as Extract<Event, { size: Decimal }>).size))
      resting.isOpen = !isZero(sub(resting.quantity, resting.filled))
      return
    case 'cancel':
      if (resting !== undefined) resting.isOpen = false
      return
    case 'read':
      device.knows = true
      return
    case 'reload':
      device.knows = false
      return
    default:
      for (const order of account.orders)
        if (device.sent.some(sent => sent.client_order_id === order.id)) device.seen.add(order.id)
  }
}

test('no more than was wanted is ever filled and working, and a device that counts misses nothing', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 25 }), events => {
      const account = new Account()
      for (const now of events) {
        happen(account, now)
        const out = add(account.filled, account.working)
        expect(lte(out, wanted)).toBe(true)
        for (const device of account.devices.filter(each => each.knows)) {
          const card = account.card(device)
          if (card === undefined) continue
          const { filled, working, inDoubt } = card.count
          expect(gte(add(add(filled, working), inDoubt), out)).toBe(true)
          expect(lte(filled, account.filled)).toBe(true)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('where the venue reports no trades a browser counts what it sent: an order without an answer may have filled', () => {
  const isOwn = (now: Event): boolean =>
    now.kind === 'market fills' || now.kind === 'cancel' || ('who' in now && now.who === 0)
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 25 }), events => {
      const account = new Account(false)
      for (const now of events.filter(isOwn)) {
        happen(account, now)
        expect(lte(add(account.filled, account.working), wanted)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})
