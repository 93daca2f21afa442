/** Checks that all views of an exchange agree at one moment: order lists, books, RFQs, expiries. */
import { add, canonical, cmp, type Decimal, dec, isZero } from '../../core/domain/decimal.ts'
import type { EntityId } from '../../core/domain/ids.ts'
import { isRfqMarket, type NewOrder, type OrderRecord } from '../../core/domain/order.ts'
import { cycleEnd, type EpochMicros } from '../../core/domain/time.ts'
import { assure } from '../../exchange/sandbox/engine/sim/assure.ts'
import type { Exchange } from '../../exchange/sandbox/exchange.ts'
import type { Market } from '../../exchange/sandbox/market/market.ts'
import { openQuantity } from './subscriber.sim.ts'

export interface Placed {
  readonly order: NewOrder
  readonly placedAt: EpochMicros
  readonly interestAt: EpochMicros
}

export interface Shown {
  readonly exchange: Exchange
  readonly market: Market
  readonly clients: readonly string[]
  readonly placed: ReadonlyMap<string, Placed>
  readonly symbols: Iterable<string>
  readonly isQuiet: boolean
}

export const keyOf = (account: string, id: string): string => `${account} ${id}`
export const rfqLifeMicros = 1_800_000_000

export function checkShown(shown: Shown, now: EpochMicros): number {
  const { exchange, clients } = shown
  const lists = clients.map(account => ({ account, open: exchange.openOrders(account, now) }))
  for (const { account, open } of lists) for (const record of open) checkLives(shown, account, record, now)
  checkRfqs(shown, lists, now)
  return checkBooks(shown, lists, now)
}

type Lists = readonly { readonly account: string; readonly open: readonly OrderRecord[] }[]

const instrumentsOf = ({ legs, tradeable_entity_id }: OrderRecord): readonly EntityId[] =>
  legs?.flatMap(leg => leg.tradeable_entity_id ?? []) ??
  (tradeable_entity_id === undefined ? [] : [tradeable_entity_id])

function checkLives({ market, placed }: Shown, account: string, record: OrderRecord, now: EpochMicros): void {
  const nowMs = Math.floor(now / 1_000)
  for (const id of instrumentsOf(record)) {
    const listed = market.find({ id }, nowMs)
    assure((listed?.expiryMs ?? Number.POSITIVE_INFINITY) * 1_000 > now, 'an expired instrument has no order', () => [
      account,
      record,
    ])
  }
  const known = placed.get(keyOf(account, record.client_order_id))
  assure(known !== undefined, 'an open order is one that its client placed', () => [account, record])
  const { order, placedAt, interestAt } = known
  if (order.time_in_force === 'GTC') {
    const endsMs = cycleEnd(order.recv_window ?? 0, Math.floor(placedAt / 1_000))
    assure(endsMs > nowMs, 'an order ends with its cycles', () => [account, record])
  }
  const timesOut = isRfqMarket(order.market_id) && (record.legs !== undefined || order.time_in_force !== 'GTC')
  assure(!timesOut || interestAt + rfqLifeMicros > now, 'an RFQ ends within its life', () => [account, record])
  assure(cmp(openQuantity(record), dec('0')) > 0, 'an open order has something open', () => [account, record])
}

function checkRfqs({ exchange }: Shown, lists: Lists, now: EpochMicros): void {
  const open = lists.flatMap(list =>
    list.open.filter(order => isRfqMarket(order.market_id)).map(order => String(order.order_id)),
  )
  const live = exchange.liveRfqs(now).map(({ order }) => String(order.order_id))
  assure(open.toSorted().join() === live.toSorted().join(), 'RFQs that live are the open ones of the accounts', () => [
    open,
    live,
  ])
}

/**
 * The book of the order's own instrument always has it. One that waits for its minimum may also be absent, since
 * smaller orders cannot trade with it.
 */
const isAlwaysShown = (order: NewOrder, record: OrderRecord): boolean =>
  order.minimum_quantity === undefined || isZero(order.minimum_quantity) || record.executions.length > 0

function checkBooks({ exchange, placed, symbols, isQuiet }: Shown, lists: Lists, now: EpochMicros): number {
  const working = new Map<string, Decimal>()
  const waiting = new Set<string>()
  let found = 0
  for (const { account, open } of lists) {
    for (const record of open) {
      const order = placed.get(keyOf(account, record.client_order_id))?.order
      if (order === undefined || record.price === undefined || isRfqMarket(order.market_id)) continue
      const level = levelKey(record.symbol, record.side, record.price)
      if (!isAlwaysShown(order, record)) {
        waiting.add(level)
        continue
      }
      working.set(level, add(working.get(level) ?? dec('0'), openQuantity(record)))
      found += 1
    }
  }
  const booked = new Map<string, Decimal>()
  for (const symbol of symbols) {
    const book = exchange.orderBook(symbol, Number.POSITIVE_INFINITY, now)
    for (const side of ['buy', 'sell'] as const)
      for (const { price, quantity } of book?.[side] ?? []) booked.set(levelKey(symbol, side, price), quantity)
  }
  for (const [level, quantity] of working) {
    const shown = booked.get(level) ?? dec('0')
    const isThere = isQuiet && !waiting.has(level) ? cmp(shown, quantity) === 0 : cmp(shown, quantity) >= 0
    assure(isThere, 'a working order is in the book of its instrument with what is open of it', () => [
      level,
      quantity,
      shown,
    ])
  }
  if (!isQuiet) return found
  for (const [level, quantity] of booked)
    assure(working.has(level) || waiting.has(level), 'what is in a book is a working order of an account', () => [
      level,
      quantity,
    ])
  return found
}

const levelKey = (symbol: string, side: string, price: Decimal): string => `${symbol} ${side} ${canonical(price)}`
