import type { ReactNode } from 'react'
import type { Risk } from '../../../../core/account/account-model.ts'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import type { ChosenScenario } from '../../../../core/pricing/portfolio/payoff-model.ts'
import type { HeldCoins } from '../../../../core/pricing/portfolio/stress.ts'
import type { RiskChoices } from './risk-choices.ts'

export interface RiskViewProps {
  readonly risk: Risk
  /** Lines of the chosen base, or all; limited to the picked or the other legs if any are picked. */
  readonly lines: readonly PortfolioLine[]
  readonly whole: readonly PortfolioLine[] | undefined
  readonly coins: readonly HeldCoins[]
  readonly chosen: ChosenPoint
  readonly setChosen: (next: ChosenPoint) => void
  readonly choices: RiskChoices
  readonly lead: ReactNode
}

export interface ChosenPoint {
  readonly scenario: ChosenScenario
  /** By base; the present price by default. */
  readonly prices: Readonly<Record<string, number>>
}
