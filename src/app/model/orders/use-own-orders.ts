/** Own orders and RFQs, from the venue's open list, this browser's orders, and the outcomes of finished ones. */
import { useMemo, useSyncExternalStore } from 'react'
import { subscribeSeenBeat } from '../../api/browser/heartbeat.ts'
import { useFillsKnown } from '../../api/history/past-trades.ts'
import { useIntents } from '../../api/order-desk/desk-hooks.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { type RfqCard, canEndByTime, rfqCards } from './rfq-cards.ts'
import type { SentOrder } from './sent-order.ts'
import { useOpenOrders, useRegistry } from './use-registry.ts'

export interface OwnOrders {
  readonly open: Resource<readonly OrderRecord[]>
  readonly cards: readonly RfqCard[]
  readonly intents: readonly Intent[]
  readonly sent: ReadonlyMap<string, SentOrder>
  readonly listed: ReadonlySet<string>
  readonly past: ReadonlyMap<string, OrderRecord>
}

const noOrders: readonly OrderRecord[] = []
const tickMs = 1_000

const subscribeNothing = () => () => undefined
const readTick = (): number => Math.floor(serverNowMs() / tickMs) * tickMs

export function useOwnOrders(): OwnOrders {
  const open = useOpenOrders()
  const intents = useIntents()
  const { orders, sent, past, refreshed } = useRegistry()
  const fillsKnown = useFillsKnown()
  const nowMs = readTick()
  const records = open.data
  const listed = useMemo(
    () => new Set((records ?? noOrders).map(record => record.client_order_id as string)),
    [records],
  )
  const openMs = records === undefined ? undefined : snapshotMs(open, nowMs)
  const cards = useMemo(
    () => rfqCards({ open: records, openMs, sent, orders, refreshed, fillsKnown, nowMs }),
    [records, openMs, sent, orders, refreshed, fillsKnown, nowMs],
  )
  // Re-renders by time only if time alone can end an order.
  useSyncExternalStore(
    canEndByTime({ open: records, openMs, sent }) ? subscribeSeenBeat : subscribeNothing,
    readTick,
    readTick,
  )
  const byId = useMemo(() => new Map(sent.map(one => [one.client_order_id as string, one])), [sent])
  return { open, cards, intents, sent: byId, listed, past }
}

function snapshotMs(open: Resource<unknown>, nowMs: number): number | undefined {
  const ago = open.receivedAgoMs()
  return ago === undefined ? undefined : Math.floor((nowMs - ago) / tickMs) * tickMs
}
