/**
 * Measures that bound a hedge: greeks, the worst stress cell and margin, each by the product's own functions and as
 * rows of a linear program. Greeks and stress cells are linear in the legs' sizes. Margin is convex; the row for its
 * worst price is a valid lower bound.
 */
import { intrinsicValue } from '../black.ts'
import { filledAccount, type MarginAccount } from '../margin/order-margin.ts'
import { initialRules, marginByBase, type MarginOrder, netOptions, totalBound } from '../margin/scenario-margin.ts'
import { netGreeks, type PortfolioLine, riskFigures, type UnderlyingPrice } from '../portfolio/net-greeks.ts'
import { type StressAxes, stressTable } from '../portfolio/stress.ts'
import { scaledGreeks } from '../portfolio/unit-greeks.ts'
import { keptWithin } from './hedge-program.ts'
import type { ProgramRow } from './hedge-simplex.ts'

export const hedgeMeasures = ['delta', 'gamma', 'vega', 'theta', 'stress', 'margin'] as const
/** `stress`: the lowest cell of the table, USD. `margin`: the bound share of the collateral. */
export type HedgeMeasure = (typeof hedgeMeasures)[number]

export interface HedgeBound {
  readonly measure: HedgeMeasure
  readonly low: number
  readonly high: number
}

export interface HedgeBook {
  readonly lines: readonly PortfolioLine[]
  /** If true, greeks are in coins of the base, else in USD over all. */
  readonly isOneBase: boolean
  readonly underlyingOf: (base: string) => UnderlyingPrice | undefined
  readonly axes: StressAxes
  readonly account: MarginAccount | undefined
}

export interface StepOf {
  readonly line: PortfolioLine
  /** Units, negative if sold. */
  readonly size: number
  readonly price: number
}

export interface Measure {
  readonly measure: HedgeMeasure
  readonly valueOf: (steps: Float64Array) => number | undefined
  readonly effects: Float64Array | undefined
  /** A row that these steps break by more than `slack`, in USD; valid with or without options as `hasOptions` says. */
  readonly cutOf: (steps: Float64Array, bound: HedgeBound, slack: number, hasOptions: boolean) => ProgramRow | undefined
  readonly leftOut: readonly string[]
}

const roundingOf = (value: number): number => 1e-9 * Math.max(1, Math.abs(value))
const never = (): undefined => undefined

export const largestOf = (coefficients: Float64Array): number =>
  coefficients.reduce((most, each) => Math.max(most, Math.abs(each)), 0)

const scaledLine = (line: PortfolioLine, size: number): PortfolioLine => ({
  ...line,
  size,
  greeks: line.greeks && scaledGreeks(line.greeks, size),
})

const linesOf = (all: readonly StepOf[], steps: Float64Array): PortfolioLine[] =>
  all.flatMap(({ line, size }, at) => {
    const count = steps[at] as number
    return count === 0 ? [] : [scaledLine(line, size * count)]
  })

function greekMeasure(measure: 'delta' | 'gamma' | 'vega' | 'theta', book: HedgeBook, all: readonly StepOf[]): Measure {
  const of = (lines: readonly PortfolioLine[]) => netGreeks(lines, book.underlyingOf)
  const valueOf = (lines: readonly PortfolioLine[]): number | undefined =>
    riskFigures(of(lines), book.isOneBase)[measure]
  return {
    measure,
    valueOf: steps => valueOf([...book.lines, ...linesOf(all, steps)]),
    effects: Float64Array.from(all, ({ line, size }) => valueOf([scaledLine(line, size)]) ?? Number.NaN),
    cutOf: never,
    leftOut: of(book.lines).unpriced,
  }
}

function stressMeasure({ lines, underlyingOf, axes }: HedgeBook, all: readonly StepOf[]): Measure {
  const held = stressTable(lines, underlyingOf, axes)
  const plain: StressAxes = { ...axes, coins: [] }
  const cellsOf = (steps: Float64Array): Float64Array => {
    const added = stressTable(linesOf(all, steps), underlyingOf, plain).values
    return held.values.map((value, at) => value + (added[at] as number))
  }
  const rows = new Map<number, Float64Array>()
  const effectsOn = (cell: number): Float64Array => {
    const known = rows.get(cell)
    if (known !== undefined) return known
    const count = axes.shifts.length
    const one: StressAxes = {
      ...plain,
      moves: [axes.moves[Math.floor(cell / count)] ?? 0],
      shifts: [axes.shifts[cell % count] ?? 0],
    }
    const made = Float64Array.from(
      all,
      ({ line, size }) => stressTable([scaledLine(line, size)], underlyingOf, one).values[0] as number,
    )
    rows.set(cell, made)
    return made
  }
  const worstOf = (cells: Float64Array): number =>
    cells.reduce((worst, value, at) => (value < (cells[worst] as number) ? at : worst), 0)
  return {
    measure: 'stress',
    valueOf: steps => {
      const cells = cellsOf(steps)
      return cells[worstOf(cells)]
    },
    effects: undefined,
    cutOf: (steps, { low }, slack) => {
      const cells = cellsOf(steps)
      const cell = worstOf(cells)
      const below = low - slack - (cells[cell] as number)
      if (below <= roundingOf(low)) return undefined
      const coefficients = effectsOn(cell)
      if (below <= keptWithin * largestOf(coefficients)) return undefined
      return { coefficients, low: low - (held.values[cell] as number), high: Infinity }
    },
    leftOut: held.leftOut,
  }
}

function orderOf(all: readonly StepOf[], steps: Float64Array): MarginOrder | undefined {
  const taken = all.flatMap((step, at) =>
    steps[at] === 0 ? [] : [{ ...step, size: step.size * (steps[at] as number) }],
  )
  if (taken.length === 0) return undefined
  return {
    side: 'buy',
    quantity: 1,
    price: taken.reduce((total, { size, price }) => total + size * price, 0),
    legs: taken.map(({ line: { symbol, base, kind, strike, mark }, size }) => ({
      symbol,
      base,
      kind: kind === 'call' || kind === 'put' ? kind : 'linear',
      strike,
      ratio: size,
      mark,
    })),
  }
}

const filledBy = (account: MarginAccount, all: readonly StepOf[], steps: Float64Array): MarginAccount => {
  const order = orderOf(all, steps)
  return order === undefined ? account : filledAccount(account, order)
}

function marginEffects(
  account: MarginAccount,
  all: readonly StepOf[],
): { readonly bound: Float64Array; readonly paid: Float64Array } {
  const { holdings, orders, indexOf } = account
  const margins = marginByBase(holdings, orders, indexOf, initialRules) ?? []
  const isShort = new Map<string, boolean>()
  const shortIn = (base: string, right: 'call' | 'put'): boolean => {
    const key = `${base} ${right}`
    const known = isShort.get(key) ?? netOptions(holdings, orders, base, right) < 0
    isShort.set(key, known)
    return known
  }
  const boundOf = ({ line: { base, kind, strike = 0, mark } }: StepOf): number => {
    const index = indexOf(base) ?? Number.NaN
    const worstAt = margins.find(each => each.base === base)?.worstAt
    if (kind !== 'call' && kind !== 'put') return worstAt === undefined ? 0 : index - worstAt
    if (worstAt !== undefined) return -intrinsicValue(worstAt, strike, kind === 'call')
    return -mark - (shortIn(base, kind) ? index * initialRules.shortOption : 0)
  }
  const paidOf = ({ line, price }: StepOf): number => (line.kind === 'linear' ? price - line.mark : price)
  return {
    bound: Float64Array.from(all, step => boundOf(step) * step.size),
    paid: Float64Array.from(all, step => paidOf(step) * step.size),
  }
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((total, each, at) => total + each * (b[at] as number), 0)

function marginMeasure(account: MarginAccount, all: readonly StepOf[]): Measure {
  const boundIn = (filled: MarginAccount): number => {
    const margins = marginByBase(filled.holdings, filled.orders, filled.indexOf, initialRules)
    return margins === undefined ? Number.NaN : totalBound(margins)
  }
  return {
    measure: 'margin',
    valueOf: steps => {
      const filled = filledBy(account, all, steps)
      const bound = boundIn(filled)
      if (Number.isNaN(bound)) return undefined
      return bound <= 0 ? 0 : filled.collateral <= 0 ? Infinity : bound / filled.collateral
    },
    effects: undefined,
    cutOf: (steps, { high: part }, slack, hasOptions) => {
      const filled = filledBy(account, all, steps)
      const bindable = part * Math.max(0, filled.collateral)
      const over = boundIn(filled) - bindable
      if (over <= slack + roundingOf(bindable)) return undefined
      const { bound, paid } = marginEffects(filled, all)
      // For linear legs only, the price is profit or loss and counts in full; beside an option it is paid in cash.
      const withPaid = (isCash: boolean): Float64Array =>
        bound.map((each, at) => each + (paid[at] as number) * (isCash ? part : 1))
      const coefficients = withPaid(hasOptions)
      if (over - slack <= keptWithin * largestOf(coefficients)) return undefined
      const isCash = all.some(({ line }, at) => steps[at] !== 0 && line.kind !== 'linear')
      return { coefficients, low: -Infinity, high: dot(withPaid(isCash), steps) - over }
    },
    leftOut: [],
  }
}

export function measureOf(measure: HedgeMeasure, book: HedgeBook, all: readonly StepOf[]): Measure | undefined {
  if (measure === 'stress') return stressMeasure(book, all)
  if (measure !== 'margin') return greekMeasure(measure, book, all)
  return book.account === undefined ? undefined : marginMeasure(book.account, all)
}
