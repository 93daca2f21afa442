/**
 * Realised P&L before fees, and trades, from one session's observed fills. Computed once and shared by reference, so
 * that header, history and journal agree. Recomputed only when fills, samples, sizes or cash change.
 */
import { signedSize } from '../domain/account.ts'
import { fundingTimes, isPerpetual } from '../domain/cash-funding.ts'
import { type Decimal, isZero, sub, zero } from '../domain/decimal.ts'
import type { ExplainInputs } from '../domain/explain.ts'
import { executedPackages, type Fill, signedQuantity } from '../domain/fill.ts'
import type { ClientOrderId } from '../domain/ids.ts'
import { isExpired, isSpot } from '../domain/instrument.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import {
  type AccountPast,
  type Funding,
  type MissingPart,
  type RealisedTotals,
  realisedOf,
  type Settlement,
} from '../domain/realised.ts'
import type { FirstPositions, Sample } from '../domain/sample.ts'
import { estimatedSettlements, firstAtOrAfter } from '../domain/settlement.ts'
import { type TradeBook, tradeBook } from '../domain/trades/trade-book.ts'
import { cashRow } from '../history/noted.ts'
import { greekMoveOf, markMoved } from '../pricing/explain.ts'
import { fillReference } from '../pricing/quality/fair-value.ts'
import { type CashBefore, cashBefore } from './cash-before.ts'
import { memoizeLast } from './memoize-last.ts'
import { type SeenFills, seenFills, timesAround } from './seen-fills.ts'
import type { TradedPosition } from './traded-positions.ts'

export interface SeenRealised extends RealisedTotals {
  /** Start of the observation of executions. Undefined if none was observed. */
  readonly sinceMs: number | undefined
  readonly unread: readonly string[]
}

export interface RealisedInputs {
  readonly seen: SeenFills
  readonly first: FirstPositions | undefined
  /** Sorted by time. Positions are not needed. */
  readonly samples: readonly Pick<Sample, 'atMs' | 'cash' | 'indexes' | 'cashFromMs'>[]
  /** Current signed sizes from the venue. Undefined while the list is incomplete. */
  readonly held: ReadonlyMap<string, Decimal> | undefined
  readonly cash: readonly JournalRow[] | undefined
  readonly nowMs: number
}

const settlementsIn = (rows: readonly JournalRow[]): Settlement[] =>
  rows.flatMap(({ what, symbol, price, atMs, isEstimated = false }) =>
    what === 'settlement' && symbol !== undefined && price !== undefined ? [{ symbol, price, atMs, isEstimated }] : [],
  )

/** Settlements that the cash showed, and estimates for the other `symbols`. */
export function settlementsOf(
  cash: readonly JournalRow[],
  symbols: Iterable<string>,
  samples: readonly Pick<Sample, 'atMs' | 'indexes'>[],
  nowMs: number,
): readonly Settlement[] {
  const known = settlementsIn(cash)
  const settled = new Set(known.map(each => each.symbol))
  return [
    ...known,
    ...estimatedSettlements(
      [...symbols].filter(symbol => !settled.has(symbol)),
      samples,
      nowMs,
    ),
  ]
}

export const fundingsIn = (rows: readonly JournalRow[]): Funding[] =>
  rows.flatMap(({ what, symbol, amount, atMs }) =>
    what === 'funding' && symbol !== undefined && amount !== undefined ? [{ symbol, amount, atMs }] : [],
  )

export function explainedBy(
  cash: readonly JournalRow[],
  samples: readonly Sample[],
  orders: ReadonlyMap<string, JournalOrder>,
): ExplainInputs {
  const symbols = new Set(samples.flatMap(sample => (sample.positions ?? []).map(each => each.symbol)))
  const settlements = settlementsOf(cash, symbols, samples, samples.at(-1)?.atMs ?? 0)
  const referenceOf = (fill: Fill) => fillReference(orders.get(fill.order), fill)
  return { moveOf: greekMoveOf, markOf: markMoved, referenceOf, fundings: fundingsIn(cash), settlements }
}

function accountPast(
  { samples, held, cash: recorded = [], nowMs }: RealisedInputs,
  { openings, before }: RecordStart,
  traded: readonly { readonly symbol: string }[],
): AccountPast {
  const cash = [
    ...(before?.events.map(event => cashRow({ kind: 'cash', event, knownAtMs: event.atMs })) ?? []),
    ...recorded,
  ]
  const symbols = new Set([...traded, ...(openings ?? [])].map(each => each.symbol))
  return {
    openings,
    settlements: settlementsOf(cash, symbols, samples, nowMs),
    fundings: fundingsIn(cash),
    held,
    nowMs,
  }
}

interface RecordStart {
  readonly openings: FirstPositions['positions'] | undefined
  readonly sinceMs: number | undefined
  readonly isSeen: (event: { readonly atMs: number }) => boolean
  readonly before?: CashBefore | undefined
}

function beginningOf({ seen, first, samples }: RealisedInputs): RecordStart {
  const oldestMs = seen.fills.reduce<number | undefined>(
    (least, fill) => Math.min(least ?? fill.atMs, fill.atMs),
    undefined,
  )
  if (first === undefined || (oldestMs !== undefined && oldestMs <= first.atMs && isMadeBy(first, seen))) {
    const before = first === undefined ? undefined : cashBefore(seen, first, sampleOf(first, samples))
    return { openings: undefined, sinceMs: oldestMs, isSeen: () => true, before }
  }
  return { openings: first.positions, sinceMs: first.atMs, isSeen: event => event.atMs > first.atMs }
}

const sampleOf = <Of extends { readonly atMs: number }>(
  { atMs }: FirstPositions,
  samples: readonly Of[],
): Of | undefined => {
  const found = samples[firstAtOrAfter(samples, atMs)]
  return found?.atMs === atMs ? found : undefined
}

function isMadeBy({ atMs, positions }: FirstPositions, { fills, unread }: SeenFills): boolean {
  const left = new Map(positions.map(each => [each.symbol, each.size]))
  for (const fill of fills) {
    if (fill.atMs <= atMs) left.set(fill.symbol, sub(left.get(fill.symbol) ?? zero, signedQuantity(fill)))
  }
  return (
    unread.length === 0 &&
    [...left].every(([symbol, size]) => isZero(size) || isSpot(symbol) || isExpired(symbol, atMs))
  )
}

export function seenRealised(inputs: RealisedInputs): SeenRealised {
  const { seen } = inputs
  const beginning = beginningOf(inputs)
  const fills = seen.fills.filter(beginning.isSeen)
  const realised = realisedOf({ fills, ...accountPast(inputs, beginning, fills) })
  const missing = [...realised.missing, ...missingCash(inputs, beginning)]
  return { ...realised, missing, sinceMs: beginning.sinceMs, unread: seen.unread }
}

function missingCash(inputs: RealisedInputs, { before, sinceMs }: RecordStart): readonly MissingPart[] {
  const { first, samples, held = new Map<string, Decimal>(), cash = [], nowMs } = inputs
  const assets = cash.flatMap(({ what, asset, detail }) =>
    what === 'cash_moved' && detail !== undefined ? [asset ?? 'USD'] : [],
  )
  const lost = [...new Set(assets)].map((symbol): MissingPart => ({ kind: 'unseen_cash', symbol }))
  const estimated = (before?.events ?? []).flatMap(({ kind, symbol }): MissingPart[] =>
    kind === 'funding' && symbol !== undefined ? [{ kind: 'estimated_funding', symbol }] : [],
  )
  const unseen = (symbols: readonly string[], fromMs: number, toMs: number): MissingPart[] =>
    symbols.map(symbol => ({ kind: 'unseen_funding', symbol, fromMs, toMs }))
  const early = first === undefined || sinceMs === undefined ? [] : unseen(before?.unknown ?? [], sinceMs, first.atMs)
  const unexplainedMs = samples.at(-1)?.cashFromMs
  if (unexplainedMs === undefined || fundingTimes(unexplainedMs, nowMs).length === 0)
    return [...lost, ...estimated, ...early]
  const perpetuals = [...held].flatMap(([symbol, size]) => (isPerpetual(symbol) && !isZero(size) ? [symbol] : []))
  return [...lost, ...estimated, ...early, ...unseen(perpetuals, unexplainedMs, nowMs)]
}

export interface SeenTrades extends TradeBook {
  readonly sinceMs: number | undefined
}

export function seenTrades(inputs: RealisedInputs): SeenTrades {
  const { seen, first } = inputs
  const beginning = beginningOf(inputs)
  const all = [...seen.orders.values()].flatMap(order =>
    executedPackages({ ...order, client_order_id: order.client_order_id as ClientOrderId }, seen.markAt),
  )
  const executions = all.filter(beginning.isSeen)
  const traded = executions.flatMap(each => each.legs)
  const past = accountPast(inputs, beginning, traded)
  return { ...tradeBook({ executions, ...past }), sinceMs: first === undefined ? undefined : beginning.sinceMs }
}

export class RealisedModel {
  readonly timesAround = memoizeLast(timesAround)
  readonly fills = memoizeLast(seenFills)
  readonly realised = memoizeLast(seenRealised)
  readonly trades = memoizeLast(seenTrades)
  #sizes: ReadonlyMap<string, Decimal> = new Map()

  /** Signed sizes by symbol. The same map while no size changes. */
  readonly sizes = memoizeLast((positions: readonly TradedPosition[]): ReadonlyMap<string, Decimal> => {
    const next = new Map(positions.map(each => [each.symbol, signedSize(each)] as const))
    const isSame =
      this.#sizes.size === next.size && [...next].every(([symbol, size]) => this.#sizes.get(symbol) === size)
    if (!isSame) this.#sizes = next
    return this.#sizes
  })

  /** `nowMs` is server time: an instrument past its expiry has settled. */
  readonly inputs = memoizeLast(
    (
      seen: SeenFills,
      first: FirstPositions | undefined,
      samples: RealisedInputs['samples'],
      held: ReadonlyMap<string, Decimal> | undefined,
      cash: readonly JournalRow[] | undefined,
      nowMs: () => number,
    ): RealisedInputs => ({ seen, first, samples, held, cash, nowMs: nowMs() }),
  )
}
