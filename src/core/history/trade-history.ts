/**
 * Reads the venue's trade history back to the last stored fill, and records every missing fill. Pages run forward in
 * time. If the first page does not reach a stored fill, the requested count grows. A trade that does not identify its
 * order well enough is looked up.
 */
import type { AskTrades, Trades } from '../contract/feed.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { InstrumentLookup } from '../domain/order-rules.ts'
import { type EpochMicros, microsFromMs } from '../domain/time.ts'
import type { Observation } from './observation.ts'
import type { LookedUp } from './order-watch.ts'

type Trade = Trades['rows'][number]

export interface TradeHistoryParts {
  readonly ask: AskTrades
  ordersById(ids: readonly string[]): Promise<readonly JournalOrder[]>
  listing(): Promise<InstrumentLookup | undefined>
  lookUp(id: string): Promise<LookedUp>
  note(seen: Observation): void
  flush(): Promise<void>
}

export interface CaughtUp {
  /** True if the venue returned the complete history since then. */
  readonly isWhole: boolean
  /** Number of listed fills that cannot be stored because the venue no longer knows their orders. */
  readonly lost: number
  /** Start of the venue's list if a stored fill is older, ms. */
  readonly startsMs: number | undefined
}

const atOnce = 500
const failed: CaughtUp = { isWhole: false, lost: 0, startsMs: undefined }

/** `anchor` is a stored trade, not before `sinceMs`. A history that reaches it is complete. */
export async function readTradeHistory(
  parts: TradeHistoryParts,
  sinceMs: number,
  anchor: string | undefined,
): Promise<CaughtUp | 'unsupported'> {
  let [isRead, lost] = [true, 0]
  let startsMs: number | undefined
  let since = microsFromMs(Math.floor(sinceMs))
  for (let isFirst = true; ; isFirst = false) {
    const answer = await answerOf(parts.ask, since, isFirst ? anchor : undefined)
    if (answer === undefined) return failed
    if (answer === 'unsupported') return answer
    // An unreadable row may be a fill.
    if (answer.rejected.length > 0) isRead = false
    const page = answer.rows.toSorted((a, b) => a.server_utc_timestamp - b.server_utc_timestamp)
    const [oldest, newest] = [page.at(0), page.at(-1)]
    if (oldest === undefined || newest === undefined) return { isWhole: isRead, lost, startsMs }
    if (isFirst && anchor !== undefined && !page.some(each => each.trade_id === anchor))
      startsMs = oldest.server_utc_timestamp / 1_000
    for (let from = 0; from < page.length; from += atOnce) {
      const noted = await noteMissing(parts, page.slice(from, from + atOnce))
      if (noted === undefined) return failed
      lost += noted
    }
    if (newest.server_utc_timestamp <= since) return { isWhole: isRead, lost, startsMs }
    since = newest.server_utc_timestamp
  }
}

/** A venue may return only the newest trades. Then the count grows until the anchor is included. */
async function answerOf(ask: AskTrades, since: EpochMicros, anchor: string | undefined): ReturnType<AskTrades> {
  let answer = await ask({ trade_time: since })
  while (typeof answer === 'object' && anchor !== undefined && !answer.rows.some(each => each.trade_id === anchor)) {
    const more = await ask({ trade_count: Math.max(1, answer.rows.length) * 2 })
    if (typeof more !== 'object') return more
    if (more.rows.length <= answer.rows.length) break
    answer = more
  }
  return answer
}

/** Returns the number of fills that cannot be stored. Undefined if the venue did not respond. */
async function noteMissing(parts: TradeHistoryParts, trades: readonly Trade[]): Promise<number | undefined> {
  await parts.flush()
  const stored = new Map(
    (await parts.ordersById([...new Set(trades.map(each => each.client_order_id))])).map(each => [
      each.client_order_id,
      each,
    ]),
  )
  const isStored = ({ client_order_id, trade_id }: Trade): boolean =>
    stored.get(client_order_id)?.executions.some(each => each.trade_id === trade_id) === true
  const missing = trades.filter(each => !isStored(each))
  if (missing.length === 0) return 0
  const listing = await parts.listing()
  const unnamed = new Map<string, number>()
  for (const trade of missing) {
    const { client_order_id, tradeable_entity_id: entity } = trade
    const symbol =
      stored.get(client_order_id)?.symbol || (entity === undefined ? undefined : listing?.byId(entity)?.symbol)
    if (symbol === undefined) unnamed.set(trade.client_order_id, (unnamed.get(trade.client_order_id) ?? 0) + 1)
    else parts.note(executionOf(trade, symbol))
  }
  let lost = 0
  for (const [id, fills] of unnamed) {
    const found = await parts.lookUp(id)
    if (found.kind === 'failed') return undefined
    if (found.kind === 'not_found') lost += fills
  }
  await parts.flush()
  return lost
}

function executionOf(trade: Trade, symbol: string): Observation {
  const { client_order_id, order_id, side, order_price, order_state, server_utc_timestamp, ...execution } = trade
  return {
    kind: 'execution',
    client_order_id,
    execution: {
      utc_timestamp: server_utc_timestamp,
      executed_quantity: execution.executed_quantity,
      executed_price: execution.executed_price,
      trade_id: execution.trade_id,
      liquidity_flag: execution.liquidity_flag,
    },
    order_state,
    order: { order_id, symbol, side, price: order_price },
    atMs: server_utc_timestamp / 1_000,
  }
}
