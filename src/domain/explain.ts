/**
 * The change of equity (cash + option value + futures uPnL) between samples, explained: what held positions made by delta, gamma, vega and
 * theta, what new trades made since they were done, settlement, cash that moved without a fill, and the rest.
 *
 * Invariants: the lines of an explanation add up to its change, to the cent, whatever was missing: the rest is what no other line explains.
 * A line is named, not guessed: positions whose volatility cannot be read off their marks leave their move in the rest, and are listed.
 * A long way is explained step by step over the samples between, where greeks hold better, and the steps are added.
 */
import { type Decimal, abs, add, dec, gt, isZero, mul, neg, roundTo, sub, sum, zero } from './decimal.ts'
import { equityOf } from './equity.ts'
import { type Fill, signedQuantity } from './fill.ts'
import { parseInstrumentName } from './instrument.ts'
import type { Funding } from './realised.ts'
import { type Sample, type SamplePosition, baseOf, quoteOfHeld, usdOf } from './sample.ts'

export interface GreekMove {
  readonly delta: Decimal
  readonly gamma: Decimal
  readonly vega: Decimal
  readonly theta: Decimal
}

export type ExplainLine = 'delta' | 'gamma' | 'vega' | 'theta' | 'trades' | 'settlement' | 'funding' | 'cash' | 'rest'
export const explainLines: readonly ExplainLine[] = ['delta', 'gamma', 'vega', 'theta', 'trades', 'settlement', 'funding', 'cash', 'rest']

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

export type Parts = Record<Exclude<ExplainLine, 'rest'>, Decimal>

interface StepResult {
  readonly byBase: ReadonlyMap<string, Parts>
  readonly flags: readonly ExplainFlag[]
}

const noParts = (): Parts => ({
  delta: zero,
  gamma: zero,
  vega: zero,
  theta: zero,
  trades: zero,
  settlement: zero,
  funding: zero,
  cash: zero,
})
const centPlaces = 2
/** Cash that moved by less is rounding of average prices. */
const jumpTolerance = dec('0.05')

/** Explains the change from the first to the last of `samples` (by rising time, at least two) with the fills of that time. */
export function explain(
  samples: readonly Sample[],
  fills: readonly Fill[],
  moveOf: MoveOf,
  fundings: readonly Funding[] = [],
): Explanation {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || samples.length < 2) throw new Error('an explanation needs two samples')
  const sums = noParts()
  const byBase = new Map<string, Parts>()
  const flags: ExplainFlag[] = []
  for (let index = 1; index < samples.length; index += 1) {
    const [from, to] = [samples[index - 1] ?? first, samples[index] ?? last]
    const step = explainStep(
      from,
      to,
      fills.filter(fill => fill.atMs > from.atMs && fill.atMs <= to.atMs),
      moveOf,
      fundings.filter(each => each.atMs > from.atMs && each.atMs <= to.atMs),
    )
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

/** Jumps are told each; the rest of the flags once an instrument. */
function distinct(flags: readonly ExplainFlag[]): ExplainFlag[] {
  const seen = new Set<string>()
  return flags.filter(flag => {
    if (flag.kind === 'cash_jump' || flag.kind === 'unseen_trade') return true
    const key = JSON.stringify(flag)
    return !seen.has(key) && seen.add(key).size > 0
  })
}

const costOf = (position: SamplePosition | undefined): Decimal =>
  position === undefined ? zero : mul(position.average_entry_price, position.size)
const bySymbol = (sample: Sample): Map<string, SamplePosition> => new Map((sample.positions ?? []).map(each => [each.symbol, each]))

function explainStep(from: Sample, to: Sample, fills: readonly Fill[], moveOf: MoveOf, fundings: readonly Funding[]): StepResult {
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
  const cash: CashBook = { expected: new Map(), unseen: new Set(), settled: new Set() }
  for (const symbol of new Set([...before.keys(), ...after.keys(), ...fills.map(fill => fill.symbol)])) {
    const own = fills.filter(fill => fill.symbol === symbol)
    explainPosition({
      symbol,
      before: before.get(symbol),
      after: after.get(symbol),
      fills: own,
      from,
      to,
      moveOf,
      put: putFor(baseOf(symbol) ?? symbol),
      flags,
      cash,
    })
  }
  for (const { symbol, amount } of fundings) {
    const quote = quoteOfHeld(before.get(symbol) ?? after.get(symbol) ?? { symbol })
    expect(cash, quote, amount)
    putFor(baseOf(symbol) ?? symbol)('funding', amount, quote)
  }
  explainCash(from, to, cash, putFor(cashBase), flags)
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
  /** Assets whose cash unseen trades moved too, and those that a settlement paid into. */
  readonly unseen: Set<string>
  readonly settled: Set<string>
}

interface PositionStep {
  readonly symbol: string
  readonly before: SamplePosition | undefined
  readonly after: SamplePosition | undefined
  readonly fills: readonly Fill[]
  readonly from: Sample
  readonly to: Sample
  readonly moveOf: MoveOf
  readonly put: Put
  readonly flags: ExplainFlag[]
  readonly cash: CashBook
}

const expect = (cash: CashBook, asset: string, amount: Decimal): void => {
  cash.expected.set(asset, add(cash.expected.get(asset) ?? zero, amount))
}

function explainPosition(step: PositionStep): void {
  const { symbol, before, after, fills, from, to, put, cash } = step
  const name = parseInstrumentName(symbol)
  const quote = quoteOfHeld(before ?? after ?? { symbol })
  const paid = sum(fills.map(fill => mul(signedQuantity(fill), fill.price)))
  if (name?.product === 'spot') {
    expect(cash, quote, neg(paid))
    const bought = sum(fills.map(signedQuantity))
    expect(cash, name.base, bought)
    put('trades', bought, name.base)
    put('trades', neg(paid), quote)
    return
  }
  const isOption = (before ?? after)?.product === 'option' || name?.product === 'option'
  const expiryMs = name !== undefined && 'expiryMs' in name ? name.expiryMs : undefined
  // A settled instrument leaves its value behind and pays cash, which is all of the venue's word on it.
  if (after === undefined && before !== undefined && expiryMs !== undefined && expiryMs > from.atMs && expiryMs <= to.atMs) {
    expect(cash, quote, isOption ? neg(paid) : sub(neg(costOf(before)), paid))
    cash.settled.add(quote)
    put('trades', neg(paid), quote)
    put('settlement', neg(mul(before.size, before.mark_price)), quote)
    return
  }
  expect(cash, quote, isOption ? neg(paid) : sub(sub(costOf(after), costOf(before)), paid))
  const traded = sum(fills.map(signedQuantity))
  const unseen = sub(sub(after?.size ?? zero, before?.size ?? zero), traded)
  if (!isZero(unseen)) {
    step.flags.push({ kind: 'unseen_trade', symbol, size: unseen, atMs: to.atMs })
    cash.unseen.add(quote)
  }
  heldAndTraded(step, isOption, paid)
}

/**
 * P&L of a position that lives on or was traded away: what was held by its greeks, the trades against the mark at the end. What an unseen
 * trade paid is not in here: `explainCash` finds it in the cash.
 */
function heldAndTraded({ symbol, before, after, from, to, moveOf, put, flags }: PositionStep, isOption: boolean, paid: Decimal): void {
  const quote = quoteOfHeld(before ?? after ?? { symbol })
  const worthBefore = mul(before?.size ?? zero, before?.mark_price ?? zero)
  const worthAfter = mul(after?.size ?? zero, after?.mark_price ?? zero)
  const made = sub(sub(worthAfter, worthBefore), paid)
  if (before === undefined || after === undefined) return put('trades', made, quote)
  const held = mul(before.size, sub(after.mark_price, before.mark_price))
  put('trades', sub(made, held), quote)
  if (!isOption) return put('delta', held, quote)
  const move = moveOf(before, after, from, to)
  if (move === undefined) flags.push({ kind: 'no_greeks', symbol })
  else for (const greek of ['delta', 'gamma', 'vega', 'theta'] as const) put(greek, mul(before.size, move[greek]), quote)
}

/** Cash beyond what fills explain: of a settlement, of unseen trades, or a jump. */
function explainCash(from: Sample, to: Sample, cash: CashBook, put: Put, flags: ExplainFlag[]): void {
  for (const asset of new Set([...Object.keys(from.cash), ...Object.keys(to.cash), ...cash.expected.keys()])) {
    const moved = sub(to.cash[asset] ?? zero, from.cash[asset] ?? zero)
    const left = sub(moved, cash.expected.get(asset) ?? zero)
    if (isZero(left)) continue
    if (cash.settled.has(asset)) put('settlement', left, asset)
    else if (cash.unseen.has(asset)) put('trades', left, asset)
    else if (gt(abs(mul(left, usdOf(asset, to.indexes) ?? dec('1'))), jumpTolerance)) {
      put('cash', left, asset)
      flags.push({ kind: 'cash_jump', asset, amount: left, atMs: to.atMs })
    }
  }
}
