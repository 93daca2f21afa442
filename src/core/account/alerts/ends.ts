/** Things that end at a known time: RFQs, resting orders, expiring positions, the token. Times are server time. */
import { parseInstrumentName, shortExpiry } from '../../domain/instrument.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import { orderEnds } from '../../domain/order-ends.ts'
import { rowPhrase } from '../../domain/trade-story/trade-words.ts'
import { isRfqMarket } from '../../domain/order.ts'
import { hourMs, minuteMs } from '../../domain/time.ts'

/** `renewal` is the token of a session that renews itself. */
export type EndKind = 'rfq' | 'order' | 'expiry' | 'token' | 'renewal'

export interface End {
  readonly id: string
  readonly kind: EndKind
  readonly name: string
  /** Earliest possible end, server time in ms. */
  readonly atMs: number
  /** Latest possible end, if later than `atMs`. */
  readonly latestMs?: number | undefined
  readonly clientOrderId?: string | undefined
}

export interface EndInputs {
  readonly orders: readonly (Pick<
    JournalOrder,
    | 'client_order_id'
    | 'market_id'
    | 'title'
    | 'symbol'
    | 'side'
    | 'acceptedAtMs'
    | 'refreshedAtMs'
    | 'ioi_cache_timeout'
    | 'recv_window'
    | 'time_in_force'
  > &
    Partial<Pick<JournalOrder, 'quantity'>>)[]
  readonly symbols: readonly string[]
  readonly tokenEndsMs: number | undefined
  readonly isRenewed?: boolean | undefined
  readonly nowMs: number
}

function endOfOrder(order: EndInputs['orders'][number]): End | undefined {
  if (order.acceptedAtMs === undefined) return undefined
  const ends = orderEnds({
    marketId: order.market_id,
    symbol: order.symbol,
    acceptedMs: order.acceptedAtMs,
    timeInForce: order.time_in_force,
    recvWindow: order.recv_window,
    timeoutSeconds: order.ioi_cache_timeout,
    refreshedMs: order.refreshedAtMs,
  })
  if (ends === undefined) return undefined
  const { earliestMs: atMs, latestMs } = ends
  const kind = isRfqMarket(order.market_id) ? 'rfq' : 'order'
  const base = {
    id: order.client_order_id,
    name: rowPhrase(order, order.quantity),
    clientOrderId: order.client_order_id,
  }
  return { ...base, kind, atMs, ...(latestMs === atMs ? {} : { latestMs }) }
}

function expiries(symbols: readonly string[]): End[] {
  const groups = new Map<string, { readonly base: string; readonly expiryMs: number; count: number }>()
  for (const symbol of symbols) {
    const name = parseInstrumentName(symbol)
    if (name === undefined || !('expiryMs' in name)) continue
    const id = `${name.base} ${name.expiryMs}`
    const group = groups.get(id) ?? { base: name.base, expiryMs: name.expiryMs, count: 0 }
    group.count += 1
    groups.set(id, group)
  }
  return [...groups].map(([id, { base, expiryMs, count }]) => ({
    id: `expiry ${id}`,
    kind: 'expiry',
    name: `${base} ${shortExpiry(expiryMs)}, ${count} ${count === 1 ? 'position' : 'positions'}`,
    atMs: expiryMs,
  }))
}

export function endsOf({ orders, symbols, tokenEndsMs, isRenewed, nowMs }: EndInputs): End[] {
  const ends = [...orders.flatMap(order => endOfOrder(order) ?? []), ...expiries(symbols)]
  // A session that renews itself needs no action, so it is listed only in its last hour.
  if (tokenEndsMs !== undefined && (isRenewed !== true || tokenEndsMs - nowMs <= hourMs))
    ends.push({
      id: 'token',
      kind: isRenewed === true ? 'renewal' : 'token',
      name: 'Token of this session',
      atMs: tokenEndsMs,
    })
  return ends
    .filter(end => (end.latestMs ?? end.atMs) > nowMs)
    .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
}

export const endKindLabels: Readonly<Record<EndKind, string>> = {
  rfq: 'RFQ ends',
  order: 'Order ends',
  expiry: 'Expires',
  token: 'Session expires',
  renewal: 'Session renews',
}

const warnBeforeMs: Readonly<Record<EndKind, number>> = {
  rfq: 2 * minuteMs,
  order: minuteMs,
  expiry: hourMs,
  token: 10 * minuteMs,
  renewal: 0,
}

/** Ends that are near, each with a stable key. An RFQ that was refreshed gets a new key, so it warns again. */
export function nearEnds(ends: readonly End[], nowMs: number): { readonly key: string; readonly end: End }[] {
  return ends
    .filter(end => end.atMs > nowMs && end.atMs - nowMs <= warnBeforeMs[end.kind])
    .map(end => ({ key: `${end.id} ${end.atMs}`, end }))
}
