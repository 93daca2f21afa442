/**
 * Explains the change of equity (cash + option value + futures uPnL) between samples: greeks of the positions, new
 * trades, settlements, other cash movements, and a residual. Invariant: the lines add up to the change exactly.
 * Positions without a readable volatility leave their move in the residual and are listed. A long period is explained
 * per sample step, where greeks are more accurate, and the steps are added.
 */
import { abs, add, dec, type Decimal, div, gt, isZero, max, min, mul, neg, roundTo, sub, sum, zero } from './decimal.ts'
import { equityOf } from './equity.ts'
import { type Fill, signedQuantity } from './fill.ts'
import { expiryOf, parseInstrumentName } from './instrument.ts'
import { lotHeld } from './lot.ts'
import type { Funding, Settlement } from './realised.ts'
import { baseOf, quoteOfHeld, type Sample, type SamplePosition, usdOf } from './sample.ts'

export const greekLines = ['delta', 'gamma', 'vega', 'theta', 'vanna', 'volga', 'charm'] as const
export type GreekMove = Readonly<Record<(typeof greekLines)[number], Decimal>>

export const explainLines = [...greekLines, 'trades', 'settlement', 'funding', 'cash', 'rest'] as const
export type ExplainLine = (typeof explainLines)[number]

export type ExplainFlag =
  /** A cash change, in the asset, that no fill, settlement or unseen trade explains: a deposit, a fee, funding. */
  | { readonly kind: 'cash_jump'; readonly asset: string; readonly amount: Decimal; readonly atMs: number }
  | { readonly kind: 'unseen_trade'; readonly symbol: string; readonly size: Decimal; readonly atMs: number }
  /** No greeks: the move is in the residual. */
  | { readonly kind: 'no_greeks'; readonly symbol: string }
  /** Not valued at one or both ends. */
  | { readonly kind: 'left_out'; readonly name: string }
  /** A sample in between has no positions. */
  | { readonly kind: 'no_positions' }

export interface Explanation {
  readonly fromMs: number
  readonly toMs: number
  /** Exact sum of the lines. */
  readonly change: Decimal
  readonly lines: Readonly<Record<ExplainLine, Decimal>>
  readonly flags: readonly ExplainFlag[]
  /** The lines by underlying, without the residual. Unassigned cash is under `cashBase`. Not rounded. */
  readonly byBase: ReadonlyMap<string, Readonly<Parts>>
  readonly steps: number
}

/** Pseudo-base for cash of no underlying. */
export const cashBase = 'Cash'

/** P&L of one option unit by greek between two samples, in its quote asset. Undefined if unknown. */
export type MoveOf = (before: SamplePosition, after: SamplePosition, from: Sample, to: Sample) => GreekMove | undefined

/** Value of one unit at `to` with the volatility of `from`. Undefined if it cannot be computed. */
export type MarkOf = (position: SamplePosition, from: Sample, to: Sample) => Decimal | undefined

export interface FillReference {
  readonly mark: Decimal
  readonly index: Decimal | undefined
}

export interface ExplainInputs {
  readonly moveOf: MoveOf
  /** Gives the mark at a fill, for its edge. Otherwise the mark is interpolated between samples. */
  readonly referenceOf?: ((fill: Fill) => FillReference | undefined) | undefined
  /** Without it a fill’s later market move is part of its edge. */
  readonly markOf?: MarkOf | undefined
  readonly fundings?: readonly Funding[] | undefined
  readonly settlements?: readonly Settlement[] | undefined
}

export type Parts = Record<Exclude<ExplainLine, 'rest'>, Decimal>

interface StepResult {
  readonly byBase: ReadonlyMap<string, Parts>
  readonly flags: readonly ExplainFlag[]
}

const noParts = (): Parts => {
  const { rest: _, ...parts } = Object.fromEntries(explainLines.map(line => [line, zero])) as Record<
    ExplainLine,
    Decimal
  >
  return parts
}
const centPlaces = 2
const indexPlaces = 8
/** Smaller cash changes are rounding of average prices. */
const jumpTolerance = dec('0.05')

/** Requires at least two samples in ascending time, and the fills between them. */
export function explain(samples: readonly Sample[], fills: readonly Fill[], by: ExplainInputs): Explanation {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || samples.length < 2)
    throw new Error('an explanation needs two samples')
  const sums = noParts()
  const byBase = new Map<string, Parts>()
  const flags: ExplainFlag[] = []
  for (let index = 1; index < samples.length; index += 1) {
    const [from, to] = [samples[index - 1] ?? first, samples[index] ?? last]
    const isWithin = ({ atMs }: { readonly atMs: number }): boolean => atMs > from.atMs && atMs <= to.atMs
    const step = explainStep(from, to, fills.filter(isWithin), { ...by, fundings: by.fundings?.filter(isWithin) })
    for (const [base, parts] of step.byBase) {
      const own = byBase.get(base) ?? noParts()
      byBase.set(base, own)
      for (const line of Object.keys(sums) as (keyof Parts)[]) {
        sums[line] = add(sums[line], parts[line])
        own[line] = add(own[line], parts[line])
      }
    }
    flags.push(...step.flags)
  }
  const cents = (value: Decimal): Decimal => roundTo(value, centPlaces)
  const change = sub(cents(equityOf(last.equity, 'value') ?? zero), cents(equityOf(first.equity, 'value') ?? zero))
  const named = Object.fromEntries(Object.entries(sums).map(([line, value]) => [line, cents(value)])) as Parts
  const rest = sub(change, sum(Object.values(named)))
  return {
    fromMs: first.atMs,
    toMs: last.atMs,
    change,
    lines: { ...named, rest },
    byBase,
    flags: distinct(flags),
    steps: samples.length - 1,
  }
}

function distinct(flags: readonly ExplainFlag[]): ExplainFlag[] {
  const seen = new Set<string>()
  return flags.filter(flag => {
    if (flag.kind === 'cash_jump' || flag.kind === 'unseen_trade') return true
    const key = JSON.stringify(flag)
    return !seen.has(key) && seen.add(key).size > 0
  })
}

const bySymbol = (sample: Sample): Map<string, SamplePosition> =>
  new Map((sample.positions ?? []).map(each => [each.symbol, each]))

function explainStep(from: Sample, to: Sample, fills: readonly Fill[], by: ExplainInputs): StepResult {
  const byBase = new Map<string, Parts>()
  const flags: ExplainFlag[] = []
  const putFor =
    (base: string): Put =>
    (line, amount, asset) => {
      const price = usdOf(asset, to.indexes) ?? usdOf(asset, from.indexes)
      if (price === undefined) return
      const parts = byBase.get(base) ?? noParts()
      byBase.set(base, parts)
      parts[line] = add(parts[line], mul(amount, price))
    }
  for (const name of new Set([...from.equity.leftOut, ...to.equity.leftOut])) flags.push({ kind: 'left_out', name })
  coinMoves(from, to, putFor)
  if (from.positions === undefined || to.positions === undefined)
    return { byBase, flags: [...flags, { kind: 'no_positions' }] }
  const [before, after] = [bySymbol(from), bySymbol(to)]
  const cash: CashBook = { expected: new Map(), unseen: new Set(), settled: new Map() }
  for (const symbol of new Set([...before.keys(), ...after.keys(), ...fills.map(fill => fill.symbol)])) {
    const own = fills.filter(fill => fill.symbol === symbol)
    explainPosition({
      symbol,
      before: before.get(symbol),
      after: after.get(symbol),
      fills: own,
      from,
      to,
      by,
      put: putFor(baseOf(symbol) ?? symbol),
      flags,
      cash,
    })
  }
  for (const { symbol, amount } of by.fundings ?? []) {
    const quote = quoteOfHeld(before.get(symbol) ?? after.get(symbol) ?? { symbol })
    expect(cash, quote, amount)
    putFor(baseOf(symbol) ?? symbol)('funding', amount, quote)
  }
  explainCash(from, to, cash, putFor, flags)
  return { byBase, flags }
}

type Put = (line: keyof Parts, amount: Decimal, asset: string) => void

function coinMoves(from: Sample, to: Sample, putFor: (base: string) => Put): void {
  for (const [asset, amount] of Object.entries(from.cash)) {
    const [start, end] = [usdOf(asset, from.indexes), usdOf(asset, to.indexes)]
    if (asset !== 'USD' && start !== undefined && end !== undefined)
      putFor(asset)('delta', mul(amount, sub(end, start)), 'USD')
  }
}

interface CashBook {
  readonly expected: Map<string, Decimal>
  readonly unseen: Set<string>
  /** By asset: the settlement that receives unexplained cash. */
  readonly settled: Map<string, SettledAmount>
}

interface SettledAmount {
  readonly base: string
  /** At an estimated price; undefined without one. */
  readonly estimate: Decimal | undefined
}

/** A settlement without a price takes all of it, else the largest estimate. Two without a price are ambiguous. */
function bearerOf(known: SettledAmount | undefined, own: SettledAmount): SettledAmount {
  if (known === undefined) return own
  if (known.estimate === undefined)
    return own.estimate === undefined && own.base !== known.base ? { ...known, base: cashBase } : known
  return own.estimate === undefined || gt(abs(own.estimate), abs(known.estimate)) ? own : known
}

interface PositionStep {
  readonly symbol: string
  readonly before: SamplePosition | undefined
  readonly after: SamplePosition | undefined
  readonly fills: readonly Fill[]
  readonly from: Sample
  readonly to: Sample
  readonly by: ExplainInputs
  readonly put: Put
  readonly flags: ExplainFlag[]
  readonly cash: CashBook
}

const expect = (cash: CashBook, asset: string, amount: Decimal): void => {
  cash.expected.set(asset, add(cash.expected.get(asset) ?? zero, amount))
}

function explainPosition(step: PositionStep): void {
  const { symbol, before, after, fills, from, to, by, put, cash } = step
  const name = parseInstrumentName(symbol)
  const quote = quoteOfHeld(before ?? after ?? { symbol })
  const paid = sum(fills.map(fill => mul(signedQuantity(fill), fill.price)))
  if (name?.product === 'spot') {
    expect(cash, quote, neg(paid))
    const seen = referredOf(fills, by)
    expect(cash, name.base, sum(fills.map(signedQuantity)))
    put('trades', sub(sum(fills.map(signedQuantity)), seen.quantity), name.base)
    put('trades', sub(seen.worth, paid), quote)
    put('delta', seen.quantity, name.base)
    put('delta', neg(seen.worth), quote)
    return
  }
  const position = before ?? after
  // Neither its value nor its cash effect is known, so its mark is not used.
  if (position !== undefined && position.product === undefined) {
    if (fills.length > 0 || before?.size !== after?.size) cash.unseen.add(quote)
    return
  }
  const isOption = position?.product === 'option' || name?.product === 'option'
  const expiryMs = expiryOf(symbol)
  // A settled instrument leaves its value behind and pays cash.
  if (
    after === undefined &&
    before !== undefined &&
    expiryMs !== undefined &&
    expiryMs > from.atMs &&
    expiryMs <= to.atMs
  ) {
    const settlement = by.settlements?.find(each => each.symbol === symbol)
    const worth = mul(add(before.size, sum(fills.map(signedQuantity))), settlement?.price ?? zero)
    expect(cash, quote, add(worth, isOption ? neg(paid) : sub(neg(lotHeld(before).cost), paid)))
    const seen = referredOf(fills, by)
    put('trades', sub(seen.worth, paid), quote)
    put('settlement', sub(sub(worth, mul(before.size, before.mark_price)), seen.worth), quote)
    if (settlement?.isEstimated !== false) {
      const own = { base: baseOf(symbol) ?? symbol, estimate: settlement === undefined ? undefined : worth }
      cash.settled.set(quote, bearerOf(cash.settled.get(quote), own))
    }
    return
  }
  expect(cash, quote, isOption ? neg(paid) : sub(sub(lotHeld(after).cost, lotHeld(before).cost), paid))
  const traded = sum(fills.map(signedQuantity))
  const unseen = sub(sub(after?.size ?? zero, before?.size ?? zero), traded)
  if (!isZero(unseen)) {
    step.flags.push({ kind: 'unseen_trade', symbol, size: unseen, atMs: to.atMs })
    cash.unseen.add(quote)
  }
  heldAndTraded(step, isOption, paid)
}

/**
 * P&L of a position that was kept or traded away. Greeks explain the initial size and each fill after its edge. Cash of
 * unseen trades is added by `explainCash`.
 */
function heldAndTraded(
  { before, after, fills, from, to, by, put, flags, ...step }: PositionStep,
  isOption: boolean,
  paid: Decimal,
): void {
  const quote = quoteOfHeld(before ?? after ?? step)
  const worthBefore = mul(before?.size ?? zero, before?.mark_price ?? zero)
  const worthAfter = mul(after?.size ?? zero, after?.mark_price ?? zero)
  const made = sub(sub(worthAfter, worthBefore), paid)
  const [start, end] = endsOf(before, after, from, to, by.markOf)
  if (start === undefined || end === undefined) {
    const seen = referredOf(fills, by)
    // Greeks cannot explain the market move since the fills: it stays in the residual.
    return put('trades', fills.length > 0 && seen.isWhole ? sub(seen.worth, paid) : made, quote)
  }
  let marketMove = zero
  const move = (size: Decimal, at: SamplePosition, atSample: Sample): boolean => {
    const greeks = isOption ? by.moveOf(at, end, atSample, to) : undefined
    if (isOption && greeks === undefined) return false
    const moved = mul(size, sub(end.mark_price, at.mark_price))
    marketMove = add(marketMove, moved)
    if (greeks === undefined) put('delta', moved, quote)
    else for (const greek of greekLines) put(greek, mul(size, greeks[greek]), quote)
    return true
  }
  if (before !== undefined && !move(before.size, before, from)) {
    flags.push({ kind: 'no_greeks', symbol: step.symbol })
    marketMove = mul(before.size, sub(end.mark_price, before.mark_price))
  }
  for (const fill of fills) {
    const reference = by.referenceOf?.(fill)
    if (reference === undefined && by.markOf === undefined) continue
    const size = signedQuantity(fill)
    const mark = reference?.mark ?? markAtFill(fill.price, start.mark_price, end.mark_price)
    const isTold = move(size, { ...start, mark_price: mark }, sampleAtFill(fill, mark, start, end, from, to, reference))
    if (isTold || reference === undefined) continue
    flags.push({ kind: 'no_greeks', symbol: step.symbol })
    marketMove = add(marketMove, mul(size, sub(end.mark_price, mark)))
  }
  put('trades', sub(made, marketMove), quote)
}

function referredOf(fills: readonly Fill[], { referenceOf }: ExplainInputs) {
  const seen = fills.flatMap(fill => {
    const reference = referenceOf?.(fill)
    return reference === undefined ? [] : [{ quantity: signedQuantity(fill), mark: reference.mark }]
  })
  const worth = sum(seen.map(each => mul(each.quantity, each.mark)))
  return { quantity: sum(seen.map(each => each.quantity)), worth, isWhole: seen.length === fills.length }
}

/** A missing end is valued from the other. */
function endsOf(
  before: SamplePosition | undefined,
  after: SamplePosition | undefined,
  from: Sample,
  to: Sample,
  markOf: MarkOf | undefined,
): readonly [SamplePosition | undefined, SamplePosition | undefined] {
  const moved = (position: SamplePosition | undefined, a: Sample, b: Sample): SamplePosition | undefined => {
    const mark = position === undefined ? undefined : markOf?.(position, a, b)
    return position === undefined || mark === undefined ? undefined : { ...position, mark_price: mark }
  }
  return [before ?? moved(after, to, from), after ?? moved(before, from, to)]
}

/** A fill price between the two marks has no edge. Beyond them, the excess is the edge. */
const markAtFill = (price: Decimal, start: Decimal, end: Decimal): Decimal =>
  max(min(start, end), min(max(start, end), price))

function sampleAtFill(
  fill: Fill,
  mark: Decimal,
  start: SamplePosition,
  end: SamplePosition,
  from: Sample,
  to: Sample,
  reference: FillReference | undefined,
): Sample {
  const base = baseOf(fill.symbol)
  if (reference?.index !== undefined && base !== undefined) {
    return { ...from, atMs: fill.atMs, indexes: { ...from.indexes, [base]: reference.index } }
  }
  const way = sub(end.mark_price, start.mark_price)
  const share = isZero(way) ? zero : div(sub(mark, start.mark_price), way)
  const indexes = Object.fromEntries(
    Object.entries(from.indexes).flatMap(([asset, index]) => {
      const last = to.indexes[asset]
      return last === undefined ? [] : [[asset, roundTo(add(index, mul(share, sub(last, index))), indexPlaces)]]
    }),
  )
  return { ...from, atMs: fill.atMs, indexes }
}

function explainCash(
  from: Sample,
  to: Sample,
  cash: CashBook,
  putFor: (base: string) => Put,
  flags: ExplainFlag[],
): void {
  for (const asset of new Set([...Object.keys(from.cash), ...Object.keys(to.cash), ...cash.expected.keys()])) {
    const moved = sub(to.cash[asset] ?? zero, from.cash[asset] ?? zero)
    const left = sub(moved, cash.expected.get(asset) ?? zero)
    if (isZero(left)) continue
    const settled = cash.settled.get(asset)
    if (settled !== undefined) putFor(settled.base)('settlement', left, asset)
    else if (cash.unseen.has(asset)) putFor(cashBase)('trades', left, asset)
    else if (gt(abs(mul(left, usdOf(asset, to.indexes) ?? dec('1'))), jumpTolerance)) {
      putFor(cashBase)('cash', left, asset)
      flags.push({ kind: 'cash_jump', asset, amount: left, atMs: to.atMs })
    }
  }
}
