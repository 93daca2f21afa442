/** Payoff of the positions of one base, from their marks on or from their entries, and which of them it leaves out. */
import type { BaseSurface } from '../market/base-surface.ts'
import type { PortfolioLine } from './portfolio-line.ts'
import {
  type Beside,
  type ChosenScenario,
  type Curve,
  type PayoffInputs,
  type PayoffModel,
  payoffCurves,
  payoffModel,
} from './payoff-model.ts'

/** `mark`: what it makes from now on. `entry`: with what it has made since. */
export type PayoffFrom = 'mark' | 'entry'

export interface PortfolioPayoff {
  readonly model: PayoffModel
  readonly leftOut: readonly string[]
}

export interface PortfolioPayoffInputs {
  /** Of one base. */
  readonly lines: readonly PortfolioLine[]
  readonly surface: BaseSurface
  readonly from: PayoffFrom
  readonly scenario: ChosenScenario
  readonly nowMs: number
}

const isOption = (line: PortfolioLine): boolean => line.kind !== 'linear'

/** Expired lines are left out, and where several expiries make the model needed, options that have no volatility. */
export function portfolioPayoff(inputs: PortfolioPayoffInputs): PortfolioPayoff {
  const { shown, payoff } = shownLines(inputs)
  return { model: payoffModel(payoff), leftOut: inputs.lines.filter(line => !shown.includes(line)).map(line => line.name) }
}

/** The curves of it alone, with those beside it: what follows a hand. */
export const portfolioCurves = (inputs: PortfolioPayoffInputs, beside: readonly Beside[]): readonly Curve[] | undefined =>
  payoffCurves(shownLines(inputs).payoff, beside)

function shownLines({ lines, surface, from, scenario, nowMs }: PortfolioPayoffInputs) {
  const live = lines.filter(line => line.expiryMs === undefined || line.expiryMs > nowMs)
  const needsModel = new Set(live.filter(isOption).map(line => line.expiryMs)).size > 1
  const hasVolatility = (line: PortfolioLine): boolean =>
    line.expiryMs !== undefined && surface.expiries.get(line.expiryMs)?.marks.get(line.symbol)?.volatility !== undefined
  const shown = needsModel ? live.filter(line => !isOption(line) || hasVolatility(line)) : live
  const payoff: PayoffInputs = {
    legs: shown.map(line => ({ symbol: line.symbol, ratio: line.size })),
    cost: shown.reduce((sum, line) => sum + line.size * line[from], 0),
    surface,
    nowMs,
    scenario,
  }
  return { shown, payoff }
}
