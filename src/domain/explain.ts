/**
 * The change of equity (cash + option value + futures uPnL) between samples, explained: what held positions made by the greeks of
 * the first and second order, what new trades made since they were done, settlement, cash that moved without a fill, and the rest.
 *
 * Invariants: the lines of an explanation add up to its change, to the cent, whatever was missing: the rest is what no other line explains.
 * A line is named, not guessed: positions whose volatility cannot be read off their marks leave their move in the rest, and are listed.
 * A long way is explained step by step over the samples between, where greeks hold better, and the steps are added.
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
  /** Cash of an asset changed and no fill, settlement or unseen trade explains it: a deposit, a fee, funding. In the asset. */
  | { readonly kind: 'cash_jump'; readonly asset: string; readonly amount: Decimal; readonly atMs: number }
  /** A size changed by so much more than the fills that were seen: what it was traded at shows in the cash only. */
  | { readonly kind: 'unseen_trade'; readonly symbol: string; readonly size: Decimal; readonly atMs: number }
  /** No greeks: the move is in the rest. */
  | { readonly kind: 'no_greeks'; readonly symbol: string }
  /** Valued at one end and not at the other, or at neither. */
  | { readonly kind: 'left_out'; readonly name: string }
  /** A sample without its positions lies between. */
  | { readonly kind: 'no_positions' }

export interface Explanation {
  readonly fromMs: number
  readonly toMs: number
  /** To the cent: the sum of the lines, exactly. */
  readonly change: Decimal
  readonly lines: Readonly<Record<ExplainLine, Decimal>>
  readonly flags: readonly ExplainFlag[]
  /** The same lines by underlying, less the rest; cash that belongs to none is under `cashBase`. Not rounded: each line adds up to its own. */
  readonly byBase: ReadonlyMap<string, Readonly<Parts>>
  /** Steps that it was explained in. */
  readonly steps: number
}

/** Stands for the underlying of cash that belongs to none. */
export const cashBase = 'Cash'

/** What one unit of a held option made by each greek from one sample to the next, in its quote asset; undefined where it cannot be told. */
export type MoveOf = (before: SamplePosition, after: SamplePosition, from: Sample, to: Sample) => GreekMove | undefined

/** What a position seen at `from` is worth a unit at `to`, at the volatility of `from`; undefined where it cannot be computed. */
export type MarkOf = (position: SamplePosition, from: Sample, to: Sample) => Decimal | undefined

/** The market as it was seen when a fill was done. */
export interface FillReference {
  readonly mark: Decimal
  /** Of its underlying. */
  readonly index: Decimal | undefined
}

export interface Explained {
  readonly moveOf: MoveOf
  /** Where it is known, a fill’s edge is its price against that mark, whatever its samples say; else the mark lies between them. */
  readonly referenceOf?: ((fill: Fill) => FillReference | undefined) | undefined
  /** Without it a fill’s market move until the end of its step is not told from its edge. */
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
  const { rest: _, ...parts } = Object.fromEntries(explainLines.map(line => [line, zero])) as Record<ExplainLine, Decimal>
  return parts
}
const centPlaces = 2
const indexPlaces = 8
/** Cash that moved by less is rounding of average prices. */
const jumpTolerance = dec('0.05')

/** Explains the change from the first to the last of `samples` (by rising time, at least two) with the fills of that time. */
export function explain(samples: readonly Sample[], fills: readonly Fill[], by: Explained): Explanation {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || samples.length < 2) throw new Error('an explanation needs two samples')
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

/** Each jump is reported; the rest of the flags once an instrument. */
function distinct(flags: readonly ExplainFlag[]): ExplainFlag[] {
  const seen = new Set<string>()
  return flags.filter(flag => {
    if (flag.kind === 'cash_jump' || flag.kind === 'unseen_trade') return true
    const key = JSON.stringify(flag)
    return !seen.has(key) && seen.add(key).size > 0
  })
}

const bySymbol = (sample: Sample): Map<string, SamplePosition> => new Map((sample.positions ?? []).map(each => [each.symbol, each]))

function explainStep(from: Sample, to: Sample, fills: readonly Fill[], by: Explained): StepResult {
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
  if (from.positions === undefined || to.positions === undefined) return { byBase, flags: [...flags, { kind: 'no_positions' }] }
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

/** Coins held move with their index: delta. */
function coinMoves(from: Sample, to: Sample, putFor: (base: string) => Put): void {
  for (const [asset, amount] of Object.entries(from.cash)) {
    const [start, end] = [usdOf(asset, from.indexes), usdOf(asset, to.indexes)]
    if (asset !== 'USD' && start !== undefined && end !== undefined) putFor(asset)('delta', mul(amount, sub(end, start)), 'USD')
  }
}

interface CashBook {
  /** Change of cash that fills explain, by asset. */
  readonly expected: Map<string, Decimal>
  /** Assets whose cash unseen trades moved too. */
  readonly unseen: Set<string>
  /** By asset: to whose settlements belongs what it received and no known price explains. */
  readonly settled: Map<string, Settled>
}

interface Settled {
  readonly base: string
  /** By an estimated price; undefined where there is none. */
  readonly worth: Decimal | undefined
}

/** A settlement without a price bears all of it, else the largest estimate. Two without a price cannot be told apart. */
function bearerOf(known: Settled | undefined, own: Settled): Settled {
  if (known === undefined) return own
  if (known.worth === undefined) return own.worth === undefined && own.base !== known.base ? { ...known, base: cashBase } : known
  return own.worth === undefined || gt(abs(own.worth), abs(known.worth)) ? own : known
}

interface PositionStep {
  readonly symbol: string
  readonly before: SamplePosition | undefined
  readonly after: SamplePosition | undefined
  readonly fills: readonly Fill[]
  readonly from: Sample
  readonly to: Sample
  readonly by: Explained
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
  // What it is worth is not known, nor what of the cash it moved: no line is made of its mark.
  if (position !== undefined && position.product === undefined) {
    if (fills.length > 0 || before?.size !== after?.size) cash.unseen.add(quote)
    return
  }
  const isOption = position?.product === 'option' || name?.product === 'option'
  const expiryMs = expiryOf(symbol)
  // A settled instrument leaves its value behind and pays cash.
  if (after === undefined && before !== undefined && expiryMs !== undefined && expiryMs > from.atMs && expiryMs <= to.atMs) {
    const settlement = by.settlements?.find(each => each.symbol === symbol)
    const worth = mul(add(before.size, sum(fills.map(signedQuantity))), settlement?.price ?? zero)
    expect(cash, quote, add(worth, isOption ? neg(paid) : sub(neg(lotHeld(before).cost), paid)))
    const seen = referredOf(fills, by)
    put('trades', sub(seen.worth, paid), quote)
    put('settlement', sub(sub(worth, mul(before.size, before.mark_price)), seen.worth), quote)
    if (settlement?.isEstimated !== false) {
      const own = { base: baseOf(symbol) ?? symbol, worth: settlement === undefined ? undefined : worth }
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
 * P&L of a position that lives on or was traded away: what was held by its greeks, each fill by its edge, and by greeks from then on. What an unseen
 * trade paid is not in here: `explainCash` finds it in the cash.
 */
function heldAndTraded({ before, after, fills, from, to, by, put, flags, ...step }: PositionStep, isOption: boolean, paid: Decimal): void {
  const quote = quoteOfHeld(before ?? after ?? step)
  const worthBefore = mul(before?.size ?? zero, before?.mark_price ?? zero)
  const worthAfter = mul(after?.size ?? zero, after?.mark_price ?? zero)
  const made = sub(sub(worthAfter, worthBefore), paid)
  const [start, end] = endsOf(before, after, from, to, by.markOf)
  if (start === undefined || end === undefined) {
    const seen = referredOf(fills, by)
    // What the market did since the fills cannot be told by greeks: it is in the rest.
    return put('trades', fills.length > 0 && seen.isWhole ? sub(seen.worth, paid) : made, quote)
  }
  let marketMove = zero
  /** Whether it can be told by greeks. */
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

/** Of these fills, those whose market was seen: how much, signed, and what it was worth at their moments. */
function referredOf(fills: readonly Fill[], { referenceOf }: Explained) {
  const seen = fills.flatMap(fill => {
    const reference = referenceOf?.(fill)
    return reference === undefined ? [] : [{ quantity: signedQuantity(fill), mark: reference.mark }]
  })
  const worth = sum(seen.map(each => mul(each.quantity, each.mark)))
  return { quantity: sum(seen.map(each => each.quantity)), worth, isWhole: seen.length === fills.length }
}

/** The position’s instrument at both ends of a step, where one is not held revalued from the other. */
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

/** The mark at a fill lies between those of the samples around it: a price among them has no edge, one beyond them has the rest. */
const markAtFill = (price: Decimal, start: Decimal, end: Decimal): Decimal => max(min(start, end), min(max(start, end), price))

/** The moment of a fill: indexes as far on their way as the mark is, where none was seen. */
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

/** Cash beyond what fills and settlements explain: of settlements whose price is not known, of unseen trades, or a jump. */
function explainCash(from: Sample, to: Sample, cash: CashBook, putFor: (base: string) => Put, flags: ExplainFlag[]): void {
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
