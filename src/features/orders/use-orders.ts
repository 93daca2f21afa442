/** Everything the orders screen shows, from the api. */
import { useMemo } from 'react'
import { useOpenOrders } from '../../api/account/account-hooks.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useHeardEnds } from '../../api/account/heard-orders.ts'
import { useIntents } from '../../api/order-desk/desk-hooks.ts'
import { type Intent, isUnresolved } from '../../api/order-desk/intent.ts'
import type { Resource } from '../../api/polling/resource.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { useTicking } from '../../ui/use-tick.ts'
import { type OpenOrderRow, openOrderRows } from './open/open-order-rows.ts'
import { usePastRecords } from '../../model/orders/past-records.ts'
import { useRefreshed } from './refreshed-store.ts'
import { type RfqCard, rfqCards } from './board/rfq-cards.ts'
import { type SentOrder, sentOrders } from './sent-order.ts'
import { structureName } from './structure-name.ts'

export interface Orders {
  readonly open: Resource<readonly OrderRecord[]>
  readonly rows: readonly OpenOrderRow[]
  readonly cards: readonly RfqCard[]
  readonly intents: readonly Intent[]
  /** Submissions whose outcome is open. */
  readonly unresolved: readonly Intent[]
  /** Client ids of what the venue lists. */
  readonly listed: ReadonlySet<string>
  readonly past: ReadonlyMap<string, OrderRecord>
}

const noOrders: readonly OrderRecord[] = []
const tickMs = 1_000
/** An order is looked for among the open ones only once a list is safely later than its acceptance. */
const settledMs = 1_000
const pastAtMost = 60

export function useOrders(): Orders {
  const open = useOpenOrders()
  const intents = useIntents()
  const refreshed = useRefreshed()
  const nowMs = useTicking(() => Math.floor(serverNowMs() / tickMs)) * tickMs
  const records = open.data
  const sent = useMemo(() => sentOrders(intents), [intents])
  const byId = useMemo(() => new Map(sent.map(one => [one.client_order_id as string, one])), [sent])
  const listed = useMemo(() => new Set((records ?? noOrders).map(record => record.client_order_id as string)), [records])
  const openMs = records === undefined ? undefined : snapshotMs(open, nowMs)
  const heardEnds = useHeardEnds()
  const ended = useMemo(() => endedOrders(sent, listed, openMs, heardEnds), [sent, listed, openMs, heardEnds])
  const past = usePastRecords(ended)
  const cards = useMemo(
    () => rfqCards({ open: records, openMs, sent, past, refreshed, nameOf: structureName, nowMs }),
    [records, openMs, sent, past, refreshed, nowMs],
  )
  return {
    open,
    rows: useMemo(() => openOrderRows(records ?? noOrders, byId, structureName), [records, byId]),
    cards,
    intents,
    unresolved: useMemo(() => intents.filter(intent => isUnresolved(intent)), [intents]),
    listed,
    past,
  }
}

/** Server time of the last open orders, to the tick below: never later than they are. */
function snapshotMs(open: Resource<unknown>, nowMs: number): number | undefined {
  const ago = open.receivedAgoMs()
  return ago === undefined ? undefined : Math.floor((nowMs - ago) / tickMs) * tickMs
}

function endedOrders(
  sent: readonly SentOrder[],
  listed: ReadonlySet<string>,
  openMs: number | undefined,
  heardEnds: ReadonlySet<string>,
): SentOrder['client_order_id'][] {
  const isMissed = (one: SentOrder): boolean => openMs !== undefined && openMs > one.atMs + settledMs && !listed.has(one.client_order_id)
  return sent
    .filter(one => one.outcome === 'accepted' && (heardEnds.has(one.client_order_id) || isMissed(one)))
    .slice(0, pastAtMost)
    .map(one => one.client_order_id)
}
