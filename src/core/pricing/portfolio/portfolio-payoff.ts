/** Payoff of the positions of one base, from their marks or from their entries, and the positions left out. */
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import type { PortfolioLine } from './net-greeks.ts'
import {
  type Overlay,
  type ChosenScenario,
  type Curve,
  payoffCurves,
  type PayoffInputs,
  type PayoffModel,
  payoffModel,
} from './payoff-model.ts'

/** `mark`: profit from now on. `entry`: including the profit since entry. */
export type PayoffFrom = 'mark' | 'entry'

export interface PortfolioPayoff {
  readonly model: PayoffModel
  readonly leftOut: readonly string[]
}

export interface PortfolioPayoffInputs {
  readonly lines: readonly PortfolioLine[]
  readonly surface: BaseSurface
  readonly from: PayoffFrom
  readonly scenario: ChosenScenario
  readonly nowMs: number
}

const isOption = (line: PortfolioLine): boolean => line.kind !== 'linear'

const mostLists = 4

/**
 * Converts lines to legs. Returns the previous list while no line is added, removed or resized: every poll creates new
 * lines, and model values are cached by the list's identity.
 */
function createLegsReader(): (lines: readonly PortfolioLine[]) => readonly PackageLeg[] {
  let lists: readonly (readonly PackageLeg[])[] = []
  return lines => {
    const isOf = (legs: readonly PackageLeg[]): boolean =>
      legs.length === lines.length &&
      lines.every(({ symbol, size }, at) => legs[at]?.symbol === symbol && legs[at].ratio === size)
    const legs = lists.find(isOf) ?? lines.map(line => ({ symbol: line.symbol, ratio: line.size }))
    lists = [legs, ...lists.filter(each => each !== legs)].slice(0, mostLists)
    return legs
  }
}

const costOf = (lines: readonly PortfolioLine[], from: PayoffFrom): number =>
  lines.reduce((sum, line) => sum + line.size * line[from], 0)

export interface PortfolioPayoffReader {
  /** Skips expired lines, and options without a volatility if a model is needed. */
  readonly payoff: (inputs: PortfolioPayoffInputs) => PortfolioPayoff
  /** For redraws during a drag. */
  readonly curves: (inputs: PortfolioPayoffInputs, beside: readonly Overlay[]) => readonly Curve[] | undefined
  readonly whole: (lines: readonly PortfolioLine[], inputs: PortfolioPayoffInputs) => Overlay['portfolio']
}

export function createPortfolioPayoff(): PortfolioPayoffReader {
  const legsOf = createLegsReader()
  const payoffInputs = (
    { surface, from, scenario, nowMs }: PortfolioPayoffInputs,
    shown: readonly PortfolioLine[],
  ): PayoffInputs => ({
    legs: legsOf(shown),
    cost: costOf(shown, from),
    surface,
    nowMs,
    scenario,
  })
  return {
    payoff: inputs => {
      const shown = shownLines(inputs)
      const isShown = new Set(shown)
      return {
        model: payoffModel(payoffInputs(inputs, shown)),
        leftOut: inputs.lines.filter(line => !isShown.has(line)).map(line => line.name),
      }
    },
    curves: (inputs, beside) => payoffCurves(payoffInputs(inputs, shownLines(inputs)), beside),
    whole: (lines, { surface, nowMs, from }) => ({ legs: legsOf(lines), cost: costOf(lines, from), surface, nowMs }),
  }
}

function shownLines({ lines, surface, nowMs }: PortfolioPayoffInputs): readonly PortfolioLine[] {
  const live = lines
    .filter(line => line.kind !== 'other')
    .filter(line => line.expiryMs === undefined || line.expiryMs > nowMs)
  const needsModel = new Set(live.filter(isOption).map(line => line.expiryMs)).size > 1
  const hasVolatility = (line: PortfolioLine): boolean =>
    line.expiryMs !== undefined && surface.expiries.get(line.expiryMs)?.marks.get(line.symbol)?.volatility !== undefined
  return needsModel ? live.filter(line => !isOption(line) || hasVolatility(line)) : live
}
