/** What the venue says of the account: each polled by every visible tab for itself, keyed by the session's serial number. */
import { type Rows, rawRowOf } from '../../contract/rows.ts'
import type { Balance, Position } from '../../domain/account.ts'
import type { ClientOrderId, OrderId } from '../../domain/ids.ts'
import type { OrderRecord } from '../../domain/order.ts'
import type { EpochMicros } from '../../domain/time.ts'
import { type Answered, type Owner, call } from '../venue/client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { withDistinctExecutions } from '../order-desk/distinct-executions.ts'
import { useFeedIsLive } from '../feed/feed-state.ts'
import { heardOrders } from './heard-orders.ts'
import { noteOpenOrders, noteRecord } from '../journal/journal.ts'
import { desk } from '../order-desk/desk.ts'
import { withSentMarkets } from '../order-desk/sent-market.ts'
import { accountKey } from '../polling/query-client.ts'
import { type Loaded, type Resource, type ResourceSpec, type UnreadRow, useResource } from '../polling/resource.ts'
import { useSession } from '../venue/session.ts'
import { shareRows, shareValue } from '../polling/share-rows.ts'
import { browserTimers } from '../browser/timers.ts'
import { useVenue } from '../venue/venue.ts'

export type OrderKey = { readonly order_id: OrderId } | { readonly client_order_id: ClientOrderId }

export type OrderDetails =
  | { readonly found: true; readonly order: OrderRecord; readonly at: EpochMicros }
  | { readonly found: false; readonly reason: string }

const intervalMs = 2_000
/** While a healthy socket tells at once of what changes; marks it does not tell, so positions are asked as ever. */
const pushedIntervalMs = 6_000

interface AccountSpec<Data> {
  readonly name: string
  readonly key: readonly unknown[]
  readonly enabled?: boolean
  /** Changes of it are pushed where there is a socket. */
  readonly isPushed?: boolean
  load(options: { readonly signal: AbortSignal; readonly owner: Owner }): Promise<Answered<Loaded<Data>>>
  share: ResourceSpec<Data>['share']
}

function useAccountResource<Data>(spec: AccountSpec<Data>): Resource<Data> {
  const session = useSession()
  const venueKey = useVenue().key
  const isIn = session.status === 'signed_in'
  const feedIsLive = useFeedIsLive()
  return useResource({
    name: spec.name,
    key: [accountKey, venueKey, isIn ? session.serial : 0, ...spec.key],
    intervalMs: spec.isPushed === true && feedIsLive ? pushedIntervalMs : intervalMs,
    enabled: isIn && spec.enabled !== false,
    mustBeWhole: true,
    load: signal => spec.load({ signal, owner: { venueKey, account: isIn ? session.account : '' } }),
    share: spec.share,
  })
}

const loaded = <Answer, Data>(
  answered: Answered<Answer>,
  read: (answer: Answer) => Data,
  setAside: (answer: Answer) => readonly UnreadRow[],
): Answered<Loaded<Data>> =>
  answered.ok ? { ok: true, answer: { data: read(answered.answer), setAside: setAside(answered.answer) } } : answered

const loadedRows = <Answer, Row>(answered: Answered<Answer>, rows: (answer: Answer) => Rows<Row>): Answered<Loaded<readonly Row[]>> =>
  loaded(
    answered,
    answer => rows(answer).rows,
    answer => rows(answer).rejected.map(row => ({ ...row, raw: rawRowOf(row) })),
  )

/** A symbol may stand on both sides with a venue that keeps them apart. */
const positionKey = (row: Position): string => `${row.symbol} ${row.side}`
const balanceKey = (row: Balance): string => row.symbol
const orderRecordKey = (row: OrderRecord): string => row.client_order_id

export const usePositions = (): Resource<readonly Position[]> =>
  useAccountResource({
    name: 'positions',
    key: ['positions'],
    load: async options => loadedRows(await call('positions', options), answer => answer.positions_response.positions),
    share: (old, fresh) => shareRows(old, fresh, positionKey),
  })

export const useBalances = (): Resource<readonly Balance[]> =>
  useAccountResource({
    name: 'balances',
    isPushed: true,
    key: ['balances'],
    load: async options => loadedRows(await call('balances', options), answer => answer.balance_response),
    share: (old, fresh) => shareRows(old, fresh, balanceKey),
  })

/** Each poll is evidence for submissions whose outcome is open. */
export const useOpenOrders = (): Resource<readonly OrderRecord[]> =>
  useAccountResource<readonly OrderRecord[]>({
    name: 'open orders',
    isPushed: true,
    key: ['open_orders'],
    load: async options => {
      const askedAtMs = serverNowMs()
      const askedMs = browserTimers.monotonicMs()
      const answered = loadedRows(await call('openOrders', options), answer => answer.query_open_orders_response.open_orders)
      if (!answered.ok) return answered
      const distinct: readonly OrderRecord[] = answered.answer.data.map(withDistinctExecutions)
      const listed = withSentMarkets(distinct, desk.snapshot().intents, options.owner)
      desk.seenOpen(listed, options.owner)
      noteOpenOrders(listed, options.owner, askedAtMs)
      const data = heardOrders.upToDate(listed, askedMs)
      return { ok: true, answer: { data, setAside: answered.answer.setAside } }
    },
    share: (old, fresh) => shareRows(old, fresh, orderRecordKey),
  })

/** One order by either id; a venue that does not know it answers `found: false`. */
export const useOrderDetails = (key: OrderKey | undefined): Resource<OrderDetails> =>
  useAccountResource<OrderDetails>({
    name: 'order',
    isPushed: true,
    key: ['order', key ?? {}],
    enabled: key !== undefined,
    load: async options => {
      const answered = await call('orderDetails', { ...options, query: { ...key } })
      if (!answered.ok) return answered
      const details = answered.answer.query_order_response
      if (!('client_order_id' in details)) return { ok: true, answer: { data: { found: false, reason: details.reason }, setAside: [] } }
      const told = withSentMarkets([details as OrderRecord], desk.snapshot().intents, options.owner)[0] ?? (details as OrderRecord)
      const order = heardOrders.complete(withDistinctExecutions(told))
      noteRecord(order, options.owner)
      return { ok: true, answer: { data: { found: true, order, at: details.utc_timestamp as EpochMicros }, setAside: [] } }
    },
    share: shareValue,
  })
