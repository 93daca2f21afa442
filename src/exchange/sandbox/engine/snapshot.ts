/**
 * The state as JSON parts for the host to store (`restore.ts` reads them). Parts that never change (ended orders,
 * refusals) are returned once, by the next snapshot, and must be stored permanently; each snapshot repeats the rest. So
 * its cost depends on live and new orders, not on the history. A snapshot changes nothing; ended parts may be dropped
 * from memory once archived (`ended.ts`).
 */
import type { Decimal } from '../../../core/domain/decimal.ts'
import type { ClientOrderId, EntityId, OrderId } from '../../../core/domain/ids.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import { type EndedOrder, type Exchange, type ExchangeEvent, type Outcome, textOf } from '../exchange.ts'
import type { AccountState, StoredAnswer, Book, Level, Order, State } from './model.ts'
import { type OrderRow, orderRow } from './order-row.ts'
import { isLive } from './state.ts'

export interface SnapshotHead {
  readonly now: EpochMicros
  readonly lastOrderId: number
  readonly lastTradeId: number
  /** Absent means the first version. */
  readonly rules?: number
  readonly events: readonly ExchangeEvent[]
}

export interface AccountRow {
  readonly name: string
  readonly isHouse: boolean
  readonly cash: readonly (readonly [asset: string, amount: Decimal, at: EpochMicros])[]
  readonly positions: readonly (readonly [id: EntityId, size: Decimal, cost: Decimal, at: EpochMicros])[]
  readonly open: readonly OrderId[]
}

export type RefusalRow = readonly [account: string, id: ClientOrderId, text: string, outcome: Outcome]
type LevelRow = readonly [price: Decimal, orders: readonly OrderId[]]

export interface PositionsRow {
  readonly contract: string
  readonly quoteLife: number | null
  readonly buy: readonly LevelRow[]
  readonly sell: readonly LevelRow[]
  /** House quotes of the present life, including taken ones: the next offer may depend on them (`offerOnly`). */
  readonly quotes: readonly OrderId[]
  /** Those `quotes` and other house orders in the book, which are stored nowhere else. */
  readonly house: readonly OrderRow[]
}

export type TimerRow = readonly [at: EpochMicros, orders: readonly OrderId[], instruments: readonly EntityId[]]

export type Part =
  | { readonly head: SnapshotHead }
  | { readonly accounts: readonly AccountRow[] }
  | { readonly orders: readonly OrderRow[] }
  | { readonly refusals: readonly RefusalRow[] }
  | { readonly books: readonly PositionsRow[] }
  | { readonly timers: readonly TimerRow[] }

const rowsPerPart = 500

interface Trail {
  readonly account: AccountState
  readonly fresh: Iterator<[ClientOrderId, StoredAnswer]>
  seen: number
}

/** Snapshots of a state. `isSaved`: its ended parts came from earlier snapshots. */
export function createSnapshots(state: State, isSaved: boolean): Pick<Exchange, 'takeSnapshot' | 'forgetEnded'> {
  const trails = new Map<AccountState, Trail>()
  const unsaved = new Set<Order>()
  let given: { readonly account: AccountState; readonly id: ClientOrderId; readonly order: Order | undefined }[] = []
  const newRefusals = (): RefusalRow[] => {
    const rows: RefusalRow[] = []
    for (const account of state.accounts.values()) {
      for (const [id, { text, outcome, order }] of freshAnswers(trails, account)) {
        if (order !== undefined) unsaved.add(order)
        else {
          rows.push([account.name, id, textOf(text), outcome])
          given.push({ account, id, order })
        }
      }
    }
    return rows
  }
  const giveEnded = (): Order[] => {
    const ended = [...unsaved].filter(order => !isLive(order))
    for (const order of ended) {
      unsaved.delete(order)
      given.push({ account: order.account, id: order.client_order_id, order })
    }
    return ended
  }
  if (isSaved) {
    newRefusals()
    giveEnded()
  }
  return {
    takeSnapshot() {
      const refusals = newRefusals()
      const ended = giveEnded()
      const live = [...unsaved].map(order => orderRow(state, order))
      return {
        ended: [...ended.map(order => endedOrder(orderRow(state, order))), ...refusals.map(endedRefusal)],
        live: [
          JSON.stringify({ head: headOf(state) }),
          ...partsOf('accounts', [...state.accounts.values()].map(accountRow)),
          ...partsOf('orders', live),
          ...partsOf('books', booksOf(state)),
          ...partsOf('timers', timersOf(state)),
        ],
      }
    },
    forgetEnded() {
      for (const { account, id, order } of given) {
        if (order !== undefined) state.orders.delete(order.order_id)
        if (account.answers.delete(id)) leave(trails, account)
      }
      given = []
    },
  }
}

/** A map's iterator also returns later additions, unless it has already reached the end. */
function* freshAnswers(
  trails: Map<AccountState, Trail>,
  account: AccountState,
): Iterable<[ClientOrderId, StoredAnswer]> {
  const trail = trails.get(account) ?? { account, fresh: account.answers.entries(), seen: 0 }
  trails.set(account, trail)
  while (trail.seen < account.answers.size) {
    const next = trail.fresh.next()
    if (next.done === true) throw new Error('an answer that was not given as ended left the memory of answers')
    trail.seen += 1
    yield next.value
  }
}

function leave(trails: ReadonlyMap<AccountState, Trail>, account: AccountState): void {
  const trail = trails.get(account)
  if (trail !== undefined) trail.seen -= 1
}

function endedOrder(row: OrderRow): EndedOrder {
  const [order_id, client_order_id, account] = row
  const tradedAt = row[16].at(-1)?.[0]
  return { account, client_order_id, order_id, tradedAt, body: JSON.stringify({ orders: [row] }) }
}

function endedRefusal(row: RefusalRow): EndedOrder {
  const [account, client_order_id] = row
  return {
    account,
    client_order_id,
    order_id: undefined,
    tradedAt: undefined,
    body: JSON.stringify({ refusals: [row] }),
  }
}

/** Rows of a multi-row part, as in journals before format 4. */
export function endedOfPart(body: string): EndedOrder[] {
  const part = JSON.parse(body) as Part
  if ('orders' in part) return part.orders.map(endedOrder)
  return 'refusals' in part ? part.refusals.map(endedRefusal) : []
}

function partsOf(name: string, rows: readonly unknown[]): string[] {
  const parts: string[] = []
  for (let from = 0; from < rows.length; from += rowsPerPart)
    parts.push(JSON.stringify({ [name]: rows.slice(from, from + rowsPerPart) }))
  return parts
}

const headOf = ({ now, lastOrderId, lastTradeId, rules, events }: State): SnapshotHead => ({
  now,
  lastOrderId,
  lastTradeId,
  rules,
  events,
})

const accountRow = (account: AccountState): AccountRow => ({
  name: account.name,
  isHouse: account.isHouse,
  cash: [...account.cash].map(([asset, { amount, at }]) => [asset, amount, at]),
  positions: [...account.positions].map(([id, { size, cost, at }]) => [id, size, cost, at]),
  open: [...account.open.keys()],
})

function booksOf(state: State): PositionsRow[] {
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
