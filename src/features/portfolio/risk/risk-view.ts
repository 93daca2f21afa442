/** What every view of the risk is given. */
import type { ReactNode } from 'react'
import type { Risk } from '../../../account/account-model.ts'
import type { PortfolioLine } from '../../../pricing/portfolio/net-greeks.ts'
import type { ChosenScenario } from '../../../pricing/portfolio/payoff-model.ts'
import type { HeldCoins } from '../../../pricing/portfolio/stress.ts'
import type { ChooseRisk, RiskChoices } from './risk-choices.ts'

/** What every view is drawn from. */
export interface RiskViewProps {
  readonly risk: Risk
  /** Of the base chosen, or all; of these the picked ones, or the others, where some are picked. */
  readonly lines: readonly PortfolioLine[]
  /** All of the base; undefined where that is what `lines` are. */
  readonly whole: readonly PortfolioLine[] | undefined
  /** Coins held as cash that have a price in USD. */
  readonly coins: readonly HeldCoins[]
  readonly chosen: ChosenPoint
  readonly setChosen: (next: ChosenPoint) => void
  readonly choices: RiskChoices
  readonly choose: ChooseRisk
  /** The choice of the base, to stand before a view's own choices. */
  readonly lead: ReactNode
}

/** Where the reader looks at: shared by the views, so that a cell of the stress table is looked at in the payoff. */
export interface ChosenPoint {
  readonly scenario: ChosenScenario
  /** By base; the present one where it has none. */
  readonly prices: Readonly<Record<string, number>>
}
