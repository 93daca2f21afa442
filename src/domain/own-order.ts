/**
 * What is known of one order of the account, from all evidence: answers, lists, pushes, the journal. Adding evidence is
 * a join: the same evidence in any order, once or often, gives the same result. So evidence that is late or repeated
 * never takes back a fill and never reopens what ended. Knows no clock: times are handed in, all on one monotonic
 * clock.
 */
import { cmp, type Decimal, eq, lte, max, parseDecimal, zero } from './decimal.ts'
import type { ClientOrderId } from './ids.ts'
import { endsByFills, filledQuantity, isEndState, isFilled, isOver } from './order-state.ts'
import type { Execution, OrderRecord } from './order.ts'

export type OrderEvidence =
  /** As the venue showed it; `listedMs` when the list of open orders that it stands in was asked for. */
  | { readonly kind: 'record'; readonly record: OrderRecord; readonly listedMs?: number | undefined }
  | { readonly kind: 'execution'; readonly execution: Execution; readonly order_state: string; readonly atMs: number }
  /** Pushed: it ended, by the venue's reason. */
  | { readonly kind: 'end'; readonly reason: string; readonly atMs: number; readonly filled_quantity?: Decimal | undefined }
  /** Its interest was refreshed, server time. */
  | { readonly kind: 'refreshed'; readonly atMs: number }
  /** It was at the venue by then, server time. */
  | { readonly kind: 'since'; readonly atMs: number }

export interface OwnOrder {
  readonly client_order_id: ClientOrderId
  /** With every execution reported in any way; undefined until a record of the venue's was seen. */
  readonly record: OrderRecord | undefined
  readonly refreshedAtMs: number | undefined
  /** The earliest server time at which it is known to have been at the venue. */
  readonly sinceMs: number | undefined
  readonly reported: Reported
}

/** The pieces. Each only grows. */
interface Reported {
  readonly record: OrderRecord | undefined
  /** Oldest first. */
  readonly executions: readonly Execution[]
  /** As pushed with executions and ends: the furthest. */
  readonly orderState: string
  readonly endReason: string
  /** Filled by then, as the push says: executions may be missing. */
  readonly endFilled: Decimal
  readonly endedMs: number
  readonly listedMs: number
}

const nothing: Reported = {
  record: undefined,
  executions: [],
  orderState: '',
  endReason: '',
  endFilled: zero,
  endedMs: Number.NEGATIVE_INFINITY,
  listedMs: Number.NEGATIVE_INFINITY,
}

/**
 * A list requested this much after a pushed end that still shows the order is newer evidence; an earlier list may lag
 * behind, ms.
 */
const lagMs = 2_000

/** Knowledge with this evidence added; the same object if nothing is new. */
export function learnt(known: OwnOrder | undefined, client_order_id: ClientOrderId, evidence: OrderEvidence): OwnOrder {
  const before = known ?? { client_order_id, record: undefined, refreshedAtMs: undefined, sinceMs: undefined, reported: nothing }
  if (evidence.kind === 'refreshed') {
    return (before.refreshedAtMs ?? 0) >= evidence.atMs ? before : { ...before, refreshedAtMs: evidence.atMs }
  }
  if (evidence.kind === 'since') {
    return (before.sinceMs ?? Number.POSITIVE_INFINITY) <= evidence.atMs ? before : { ...before, sinceMs: evidence.atMs }
  }
  const reported = withEvidence(before.reported, evidence)
  return reported === before.reported ? before : { ...before, reported, record: recordOf(reported) }
}

function withEvidence(reported: Reported, evidence: Exclude<OrderEvidence, { kind: 'refreshed' | 'since' }>): Reported {
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

function changed(reported: Reported, more: Partial<Reported>): Reported {
  const next = { ...reported, ...more }
  return (Object.keys(next) as (keyof Reported)[]).every(key => Object.is(next[key], reported[key])) ? reported : next
}

const isEndContradicted = (reported: Reported): boolean => reported.listedMs > reported.endedMs + lagMs

/** Is it over, by its record or by what was pushed? An order without a record is over once its end was pushed. */
export function isOrderOver({ record, reported }: OwnOrder): boolean {
  if (record !== undefined && isOver(record)) return true
  return reported.endedMs > Number.NEGATIVE_INFINITY && !isEndContradicted(reported)
}

/** Over by the venue's own record: nothing more is to be learnt by asking. */
export const isSettled = ({ record }: OwnOrder): boolean => record !== undefined && isOver(record)

function recordOf(reported: Reported): OrderRecord | undefined {
  const { record, executions } = reported
  if (record === undefined) return undefined
  const whole = { ...record, executions }
  const byFills = !endsByFills(record) || executions.length === 0 ? '' : isFilled(whole) ? 'filled' : 'partial_fill'
  const order_state = [record.order_state, endsByFills(record) ? reported.orderState : '', byFills].reduce((a, b) =>
    furthest(a, b, stateRank),
  )
  // With executions missing the order's own record is awaited.
  const isWhole = lte(reported.endFilled, filledQuantity(whole))
  const isEndedByPush = reported.endReason !== '' && isWhole && !isEndContradicted(reported)
  const cancel_state = isEndedByPush ? furthest(record.cancel_state, reported.endReason, cancelRank) : record.cancel_state
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

/** Of two tellings of one field the same one is taken whichever came first: a stated value over none, more over less. */
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

/** Decimals by their amount, and before any other text. */
function compareText(a: string, b: string): number {
  const [x, y] = [parseDecimal(a), parseDecimal(b)]
  if (x !== undefined && y !== undefined && !eq(x, y)) return cmp(x, y)
  if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1
  return a < b ? -1 : a === b ? 0 : 1
}
const isNothing = (value: unknown): boolean => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** `a`, or what both say together where `b` says more; executions are kept apart. */
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

const executionText = (each: Execution): string => JSON.stringify(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
const byTime = (a: Execution, b: Execution): number =>
  a.utc_timestamp - b.utc_timestamp || a.trade_id.length - b.trade_id.length || (a.trade_id < b.trade_id ? -1 : 1)

/** Each trade once, oldest first; the same list where nothing is new. */
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
