/**
 * The state as parts of JSON, for whoever keeps it (see `restore.ts` for the way back). What can never change again (orders that ended,
 * answers that refused) is given once, by the first snapshot after it came to be, and is to be kept for ever; all the rest is given
 * by each snapshot anew. So a snapshot costs what lives and what is new, however long the history. Taking one changes nothing.
 */
import type { Decimal } from '../../domain/decimal.ts'
import type { ClientOrderId, EntityId, OrderId } from '../../domain/ids.ts'
import type { EpochMicros } from '../../domain/time.ts'
import type { ExchangeEvent, Outcome, Snapshot } from '../exchange.ts'
import type { Book, Level } from './book.ts'
import { type OrderRow, orderRow } from './order-row.ts'
import type { AccountState, Answered, Order, State } from './state.ts'

export interface Head {
  readonly now: EpochMicros
  readonly lastOrderId: number
  readonly lastTradeId: number
  /** Absent: the first ones. */
  readonly rules?: number
  readonly events: readonly ExchangeEvent[]
}

export interface AccountRow {
  readonly name: string
  readonly isHouse: boolean
  readonly cash: readonly (readonly [asset: string, amount: Decimal, at: EpochMicros])[]
  readonly positions: readonly (readonly [id: EntityId, size: Decimal, cost: Decimal, at: EpochMicros])[]
  /** In the order they are shown. */
  readonly open: readonly OrderId[]
}

export type RefusalRow = readonly [account: string, id: ClientOrderId, text: string, outcome: Outcome]
type LevelRow = readonly [price: Decimal, orders: readonly OrderId[]]

export interface BookRow {
  readonly contract: string
  readonly quoteLife: number | null
  readonly buy: readonly LevelRow[]
  readonly sell: readonly LevelRow[]
  /** All that the house showed in the present life, those already taken too: what it offers next may depend on them (`offerOnly`). */
  readonly quotes: readonly OrderId[]
  /** Those quotes and any other order of the house in the book, which are kept nowhere else. */
  readonly house: readonly OrderRow[]
}

export type TimerRow = readonly [at: EpochMicros, orders: readonly OrderId[], instruments: readonly EntityId[]]

/** One part, named by its only key. */
export type Part =
  | { readonly head: Head }
  | { readonly accounts: readonly AccountRow[] }
  | { readonly orders: readonly OrderRow[] }
  | { readonly refusals: readonly RefusalRow[] }
  | { readonly books: readonly BookRow[] }
  | { readonly timers: readonly TimerRow[] }

const rowsPerPart = 500

/** Snapshots of a state. `isKept`: what has ended in it already was given by earlier snapshots, which it was restored from. */
export function createSnapshots(state: State, isKept: boolean): () => Snapshot {
  const placed = trail(state.orders)
  const answered = new Map<AccountState, () => Iterable<[ClientOrderId, Answered]>>()
  const unkept = new Set<Order>()
  const newRefusals = (): RefusalRow[] => {
    const rows: RefusalRow[] = []
    for (const account of state.accounts.values()) {
      const fresh = answered.get(account) ?? trail(account.answers)
      answered.set(account, fresh)
      for (const [id, { text, outcome, order }] of fresh()) if (order === undefined) rows.push([account.name, id, text, outcome])
    }
    return rows
  }
  const noteNew = (): void => {
    for (const [, order] of placed()) unkept.add(order)
  }
  if (isKept) {
    noteNew()
    newRefusals()
    for (const order of unkept) if (!isLive(order)) unkept.delete(order)
  }
  return () => {
    noteNew()
    const ended: OrderRow[] = []
    const live: OrderRow[] = []
    for (const order of unkept) {
      if (isLive(order)) live.push(orderRow(state, order))
      else {
        ended.push(orderRow(state, order))
        unkept.delete(order)
      }
    }
    return {
      ended: [...partsOf('orders', ended), ...partsOf('refusals', newRefusals())],
      live: [
        JSON.stringify({ head: headOf(state) }),
        ...partsOf('accounts', [...state.accounts.values()].map(accountRow)),
        ...partsOf('orders', live),
        ...partsOf('books', booksOf(state)),
        ...partsOf('timers', timersOf(state)),
      ],
    }
  }
}

/**
 * What was added to a map since the last look, in the order it came; nothing may ever leave the map. An iterator of a map also gives
 * what is added after it began, as long as it was never asked beyond the end.
 */
function trail<Key, Value>(map: ReadonlyMap<Key, Value>): () => Iterable<[Key, Value]> {
  const entries = map.entries()
  let seen = 0
  return function* fresh() {
    while (seen < map.size) {
      const next = entries.next()
      if (next.done === true) throw new Error('something left a map that only grows')
      seen += 1
      yield next.value
    }
  }
}

const isLive = (order: Order): boolean => order.account.open.has(order.order_id)

function partsOf(name: string, rows: readonly unknown[]): string[] {
  const parts: string[] = []
  for (let from = 0; from < rows.length; from += rowsPerPart) parts.push(JSON.stringify({ [name]: rows.slice(from, from + rowsPerPart) }))
  return parts
}

const headOf = ({ now, lastOrderId, lastTradeId, rules, events }: State): Head => ({ now, lastOrderId, lastTradeId, rules, events })

const accountRow = (account: AccountState): AccountRow => ({
  name: account.name,
  isHouse: account.isHouse,
  cash: [...account.cash].map(([asset, { amount, at }]) => [asset, amount, at]),
  positions: [...account.positions].map(([id, { size, cost, at }]) => [id, size, cost, at]),
  open: [...account.open.keys()],
})

function booksOf(state: State): BookRow[] {
  return [...state.books.values()].map(book => {
    const house = new Set([...book.quotes, ...ordersIn(book).filter(order => order.account.isHouse)])
    return {
      contract: book.contract.key,
      quoteLife: book.quoteLife ?? null,
      buy: book.buy.map(levelRow),
      sell: book.sell.map(levelRow),
      quotes: book.quotes.map(order => order.order_id),
      house: [...house].map(order => orderRow(state, order)),
    }
  })
}

const ordersIn = (book: Book): Order[] => [...book.buy, ...book.sell].flatMap(level => [...level.orders])
const levelRow = ({ price, orders }: Level): LevelRow => [price, [...orders].map(order => order.order_id)]

function timersOf({ timers }: State): TimerRow[] {
  return timers.times.flatMap((at): TimerRow[] => {
    const due = timers.due.get(at)
    if (due === undefined || due.orders.size + due.instruments.size === 0) return []
    const instruments = [...due.instruments.values()].map(listed => listed.instrument.tradeable_entity_id)
    return [[at, [...due.orders].map(order => order.order_id), instruments]]
  })
}
