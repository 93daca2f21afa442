/**
 * Reconciles one asset's cash between two samples: opening, fills, settlements, funding, fees, transfers, closing,
 * remainder. Invariant: opening + lines + unexplained = closing, in the shown places, to the last digit. Lines come
 * from the journal; only rounding is distributed. Futures and perpetuals pay when closed, against their average entry.
 */
import { abs, add, dec, type Decimal, gt, isZero, lt, mul, neg, roundTo, sub, sum, zero } from '../domain/decimal.ts'
import { quoteOf } from '../domain/equity.ts'
import { type Fill, byBookingOrder, signedQuantity } from '../domain/fill.ts'
import { isOption, isSpot } from '../domain/instrument.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import { type Lot, lotHeld, noLot, traded } from '../domain/lot.ts'
import { baseOf, quoteOfHeld, type Sample } from '../domain/sample.ts'

export const cashKinds = ['fills', 'settlement', 'funding', 'fee', 'transfer'] as const
export type CashKind = (typeof cashKinds)[number]
export type CashSource = 'seen' | 'recorder' | 'history' | 'estimated'

export interface CashLine {
  readonly id: string
  readonly kind: CashKind
  readonly atMs: number
  readonly amount: Decimal
  readonly source: CashSource
  /** Set for fills only. */
  readonly order?: JournalOrder | undefined
  /** Set for all other lines. */
  readonly row?: JournalRow | undefined
}

export interface CashStatement {
  readonly asset: string
  readonly fromMs: number
  readonly toMs: number
  readonly opening: Decimal
  readonly closing: Decimal
  readonly lines: readonly CashLine[]
  readonly sums: Readonly<Record<CashKind, Decimal>>
  readonly unexplained: Decimal
}

export interface CashLedger {
  readonly fills: readonly Fill[]
  readonly orders: ReadonlyMap<string, JournalOrder>
  readonly rows: readonly JournalRow[]
  readonly byRecorder: ReadonlySet<string>
}

/** Decimal places: two for dollars, eight for coins. */
const placesIn = (asset: string): number => (asset.startsWith('USD') ? 2 : 8)
/** Smaller differences come from the venue's rounding of average entries. */
const dust = dec('0.01')

export function cashStatement(asset: string, from: Sample, to: Sample, ledger: CashLedger): CashStatement {
  const places = placesIn(asset)
  const isWithin = ({ atMs }: { readonly atMs: number }): boolean => atMs > from.atMs && atMs <= to.atMs
  const exact = [...fillLines(asset, from, ledger, isWithin), ...rowLines(asset, ledger.rows.filter(isWithin))]
  const [opening, closing] = [from, to].map(sample => roundTo(sample.cash[asset] ?? zero, places)) as [Decimal, Decimal]
  const moved = sub(to.cash[asset] ?? zero, from.cash[asset] ?? zero)
  const left = sub(moved, sum(exact.map(each => each.amount)))
  const isWhole = exact.length > 0 && lt(abs(left), dust)
  const lines = rounded(exact, places, isWhole ? sub(closing, opening) : undefined).sort((a, b) => a.atMs - b.atMs)
  const sums = Object.fromEntries(
    cashKinds.map(kind => [kind, sum(lines.filter(each => each.kind === kind).map(each => each.amount))]),
  ) as CashStatement['sums']
  const unexplained = sub(sub(closing, opening), sum(Object.values(sums)))
  return { asset, fromMs: from.atMs, toMs: to.atMs, opening, closing, lines, sums, unexplained }
}

function fillLines(
  asset: string,
  from: Sample,
  { fills, orders, byRecorder }: CashLedger,
  isWithin: (fill: Fill) => boolean,
): CashLine[] {
  const lots = new Map((from.positions ?? []).map(each => [each.symbol, lotHeld(each)]))
  const quotes = new Map((from.positions ?? []).map(each => [each.symbol, quoteOfHeld(each)]))
  const byOrder = new Map<string, { amount: Decimal; atMs: number; isEstimated: boolean; isLate: boolean }>()
  for (const fill of fills.filter(isWithin).sort(byBookingOrder)) {
    const isFuture = !isOption(fill.symbol) && !isSpot(fill.symbol)
    const isQuote = (quotes.get(fill.symbol) ?? quoteOf(fill.symbol)) === asset
    const paid = isQuote ? paidBy(fill, isFuture, lots) : zero
    const coins = isSpot(fill.symbol) && baseOf(fill.symbol) === asset ? signedQuantity(fill) : zero
    const known = byOrder.get(fill.order) ?? { amount: zero, atMs: fill.atMs, isEstimated: false, isLate: false }
    byOrder.set(fill.order, {
      amount: add(known.amount, add(paid, coins)),
      atMs: fill.atMs,
      isEstimated: known.isEstimated || (isFuture && fill.isAllotted),
      isLate: known.isLate || orders.get(fill.order)?.fillsKnownMs?.[fill.trade] !== undefined,
    })
  }
  return [...byOrder].flatMap(([id, { amount, atMs, isEstimated, isLate }]): CashLine[] => {
    if (isZero(amount)) return []
    const source = isEstimated ? 'estimated' : isLate ? 'history' : byRecorder.has(id) ? 'recorder' : 'seen'
    return [{ id, kind: 'fills', atMs, amount, source, order: orders.get(id) }]
  })
}

function paidBy(fill: Fill, isFuture: boolean, lots: Map<string, Lot>): Decimal {
  const size = signedQuantity(fill)
  if (!isFuture) return neg(mul(size, fill.price))
  const { closed, held } = traded(lots.get(fill.symbol) ?? noLot, size, fill.price)
  lots.set(fill.symbol, held)
  return closed === undefined ? zero : sub(mul(closed.size, fill.price), closed.cost)
}

const kindOf = ({ what }: JournalRow): CashKind =>
  what === 'settlement' || what === 'funding' || what === 'fee' ? what : 'transfer'

const rowLines = (asset: string, rows: readonly JournalRow[]): CashLine[] =>
  rows.flatMap((row): CashLine[] => {
    const { id, atMs, amount = zero, isEstimated, seenBy } = row
    if ((row.asset ?? 'USD') !== asset || isZero(amount)) return []
    return [
      { id, kind: kindOf(row), atMs, amount, source: isEstimated === true ? 'estimated' : (seenBy ?? 'seen'), row },
    ]
  })

/** Rounds the lines. If `total` is known, they sum to it: the most rounded lines change by one last digit. */
function rounded(lines: readonly CashLine[], places: number, total: Decimal | undefined): CashLine[] {
  const shown = lines.map(line => ({ ...line, amount: roundTo(line.amount, places) }))
  if (total === undefined) return shown
  const off = sub(total, sum(shown.map(each => each.amount)))
  const unit = dec(`${gt(zero, off) ? '-' : ''}0.${'0'.repeat(places - 1)}1`)
  const errors = lines.map((line, at) => ({ at, error: mul(sub(line.amount, shown[at]?.amount ?? zero), unit) }))
  const bearers = new Set(errors.sort((a, b) => (gt(a.error, b.error) ? -1 : 1)).map(each => each.at))
  let left = off
  for (const at of bearers) {
    const line = shown[at]
    if (isZero(left) || line === undefined) break
    shown[at] = { ...line, amount: add(line.amount, unit) }
    left = sub(left, unit)
  }
  return shown
}

export interface CashSpan {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Spans between the last samples before each of these ascending times, the whole span first. A time without a new
 * sample adds no span; the next one then starts earlier. Undefined with fewer than two samples.
 */
export function cashSpans(
  samples: readonly { readonly atMs: number }[],
  edgesMs: readonly number[],
): { readonly whole: CashSpan; readonly parts: readonly CashSpan[] } | undefined {
  const times = edgesMs.map(edgeMs => samples.findLast(each => each.atMs <= edgeMs)?.atMs ?? samples[0]?.atMs)
  const edges = [...new Set(times)].flatMap(each => each ?? [])
  const parts = edges.slice(1).map((toMs, index) => ({ fromMs: edges[index] ?? toMs, toMs }))
  const [first, last] = [parts[0], parts.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { whole: { fromMs: first.fromMs, toMs: last.toMs }, parts }
}
