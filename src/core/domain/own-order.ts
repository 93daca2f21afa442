/**
 * Merges evidence about one order: responses, lists, pushes, journal. The merge is commutative and idempotent, so late
 * or repeated evidence never removes a fill or reopens an ended order. All times are inputs from one monotonic clock.
 */
import { cmp, type Decimal, eq, lte, max, parseDecimal, zero } from './decimal.ts'
import type { ClientOrderId } from './ids.ts'
import { endsByFills, filledQuantity, isEndState, isFilled, isOver } from './order-state.ts'
import type { Execution, OrderRecord } from './order.ts'

export type OrderEvidence =
  /** As reported by the venue. `listedMs`: request time of the list of open orders that contained it. */
  | { readonly kind: 'record'; readonly record: OrderRecord; readonly listedMs?: number | undefined }
  | { readonly kind: 'execution'; readonly execution: Execution; readonly order_state: string; readonly atMs: number }
  | {
      readonly kind: 'end'
      readonly reason: string
      readonly atMs: number
      readonly filled_quantity?: Decimal | undefined
    }
  /** Its interest was refreshed, server time. */
  | { readonly kind: 'refreshed'; readonly atMs: number }
  /** It was at the venue by then, server time. */
  | { readonly kind: 'since'; readonly atMs: number }

export interface OwnOrder {
  readonly client_order_id: ClientOrderId
  /** Includes every reported execution. Undefined until a venue record was received. */
  readonly record: OrderRecord | undefined
  readonly refreshedAtMs: number | undefined
  /** Earliest server time at which the order is known to be at the venue. */
  readonly sinceMs: number | undefined
  readonly reported: GatheredEvidence
}

interface GatheredEvidence {
  readonly record: OrderRecord | undefined
  /** Oldest first. */
  readonly executions: readonly Execution[]
  /** Most advanced state pushed with executions and ends. */
  readonly orderState: string
  readonly endReason: string
  /** Filled quantity by the push; its executions may be missing. */
  readonly endFilled: Decimal
  readonly endedMs: number
  readonly listedMs: number
}

const nothing: GatheredEvidence = {
  record: undefined,
  executions: [],
  orderState: '',
  endReason: '',
  endFilled: zero,
  endedMs: Number.NEGATIVE_INFINITY,
  listedMs: Number.NEGATIVE_INFINITY,
}

/**
 * A list that shows the order is newer than a pushed end only if requested this much later, ms. Earlier lists may lag.
 */
const lagMs = 2_000

/** Adds evidence. Returns the same object if nothing is new. */
export function addEvidence(
  known: OwnOrder | undefined,
  client_order_id: ClientOrderId,
  evidence: OrderEvidence,
): OwnOrder {
  const before = known ?? {
    client_order_id,
    record: undefined,
    refreshedAtMs: undefined,
    sinceMs: undefined,
    reported: nothing,
  }
  if (evidence.kind === 'refreshed') {
    return (before.refreshedAtMs ?? 0) >= evidence.atMs ? before : { ...before, refreshedAtMs: evidence.atMs }
  }
  if (evidence.kind === 'since') {
    return (before.sinceMs ?? Number.POSITIVE_INFINITY) <= evidence.atMs
      ? before
      : { ...before, sinceMs: evidence.atMs }
  }
  const reported = withEvidence(before.reported, evidence)
  return reported === before.reported ? before : { ...before, reported, record: recordOf(reported) }
}

function withEvidence(
  reported: GatheredEvidence,
  evidence: Exclude<OrderEvidence, { kind: 'refreshed' | 'since' }>,
): GatheredEvidence {
  switch (evidence.kind) {
    case 'record':
      return changed(reported, {
        record: joined(reported.record, evidence.record),
        executions: joinedExecutions(reported.executions, evidence.record.executions),
        listedMs: Math.max(reported.listedMs, evidence.listedMs ?? Number.NEGATIVE_INFINITY),
      })
    case 'execution':
      return changed(reported, {
        executions: joinedExecutions(reported.executions, [evidence.execution]),
        orderState: furthest(reported.orderState, evidence.order_state, stateRank),
        endedMs: evidence.order_state === 'filled' ? Math.max(reported.endedMs, evidence.atMs) : reported.endedMs,
      })
    case 'end':
      return changed(reported, {
        endReason: furthest(reported.endReason, evidence.reason, cancelRank),
        endFilled: max(reported.endFilled, evidence.filled_quantity ?? zero),
        endedMs: Math.max(reported.endedMs, evidence.atMs),
      })
  }
}

function changed(reported: GatheredEvidence, more: Partial<GatheredEvidence>): GatheredEvidence {
  const next = { ...reported, ...more }
  return (Object.keys(next) as (keyof GatheredEvidence)[]).every(key => Object.is(next[key], reported[key]))
    ? reported
    : next
}

const isEndContradicted = (reported: GatheredEvidence): boolean => reported.listedMs > reported.endedMs + lagMs

export function isOrderOver({ record, reported }: OwnOrder): boolean {
  if (record !== undefined && isOver(record)) return true
  return reported.endedMs > Number.NEGATIVE_INFINITY && !isEndContradicted(reported)
}

/** True if the venue's own record is final, so that no further look-up is needed. */
export const isSettled = ({ record }: OwnOrder): boolean => record !== undefined && isOver(record)

function recordOf(reported: GatheredEvidence): OrderRecord | undefined {
  const { record, executions } = reported
  if (record === undefined) return undefined
  const whole = { ...record, executions }
  const byFills = !endsByFills(record) || executions.length === 0 ? '' : isFilled(whole) ? 'filled' : 'partial_fill'
  const order_state = [record.order_state, endsByFills(record) ? reported.orderState : '', byFills].reduce((a, b) =>
    furthest(a, b, stateRank),
  )
  // Waits for the order's record while executions are missing.
  const isWhole = lte(reported.endFilled, filledQuantity(whole))
  const isEndedByPush = reported.endReason !== '' && isWhole && !isEndContradicted(reported)
  const cancel_state = isEndedByPush
    ? furthest(record.cancel_state, reported.endReason, cancelRank)
    : record.cancel_state
  return { ...whole, order_state, cancel_state }
}

function stateRank(state: string): number {
  if (state === '') return 0
  if (state === 'filled') return 4
  if (state === 'partial_fill') return 3
  return state.startsWith('pending_') ? 1 : 2
}

function cancelRank(state: string): number {
  if (isEndState(state)) return 3
  return state === '' ? 0 : state === 'none' ? 1 : 2
}

const furthest = (a: string, b: string, rank: (state: string) => number): string => {
  const by = rank(a) - rank(b)
  return by > 0 || (by === 0 && a >= b) ? a : b
}

/** Selects one of two values independent of their order: a stated value over none, more over less. */
function ofField(key: string, a: unknown, b: unknown): unknown {
  if (Object.is(a, b) || isNothing(b)) return a
  if (isNothing(a)) return b
  if (typeof a === 'string' && typeof b === 'string') {
    if (key === 'order_state') return furthest(a, b, stateRank)
    if (key === 'cancel_state') return furthest(a, b, cancelRank)
    return compareText(a, b) >= 0 ? a : b
  }
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? a : b
  return JSON.stringify(a) >= JSON.stringify(b) ? a : b
}

function compareText(a: string, b: string): number {
  const [x, y] = [parseDecimal(a), parseDecimal(b)]
  if (x !== undefined && y !== undefined && !eq(x, y)) return cmp(x, y)
  if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1
  return a < b ? -1 : a === b ? 0 : 1
}
const isNothing = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns `a` if `b` adds nothing, else both merged. Executions are handled separately. */
function joined(a: OrderRecord | undefined, b: OrderRecord): OrderRecord {
  const fresh: OrderRecord = { ...b, executions: [] }
  if (a === undefined) return fresh
  const one: Readonly<Record<string, unknown>> = { ...a }
  const other: Readonly<Record<string, unknown>> = { ...fresh }
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const both = Object.fromEntries(keys.map(key => [key, ofField(key, one[key], other[key])]))
  return keys.every(key => Object.is(both[key], one[key]) || JSON.stringify(both[key]) === JSON.stringify(one[key]))
    ? a
    : (both as unknown as OrderRecord)
}

const executionText = (each: Execution): string =>
  JSON.stringify(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
const byTime = (a: Execution, b: Execution): number =>
  a.utc_timestamp - b.utc_timestamp || a.trade_id.length - b.trade_id.length || (a.trade_id < b.trade_id ? -1 : 1)

export function joinedExecutions(known: readonly Execution[], reported: readonly Execution[]): readonly Execution[] {
  const byTrade = new Map(known.map(each => [each.trade_id, each]))
  let isNew = false
  for (const each of reported) {
    const had = byTrade.get(each.trade_id)
    if (had !== undefined && (had === each || executionText(had) >= executionText(each))) continue
    byTrade.set(each.trade_id, each)
    isNew = true
  }
  return isNew ? [...byTrade.values()].sort(byTime) : known
}
