/** The explanation of any figure of the header, from what the header itself is drawn from. */
import type { SeenRealised } from '../../../account/realised-model.ts'
import type { DayChangeShown } from '../history/use-day-change.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import type { ExplainedFigure } from './explained-figure.ts'
import { explainGreek } from './explain-greeks.ts'
import { explainBalance, explainDay, explainEquity, explainRealised, explainUpnl } from './explain-money.ts'
import type { FigureId } from './figure-ids.ts'
import type { AccountChoices } from '../../../account/parse-account-choices.ts'

export interface FigureInputs extends AccountChoices {
  readonly portfolio: Portfolio
  readonly day: DayChangeShown
  readonly realised: SeenRealised | undefined
}

export function explainFigure(id: FigureId, { portfolio, equity, dayStart, day, realised }: FigureInputs): ExplainedFigure {
  switch (id) {
    case 'equity':
      return explainEquity(portfolio, equity)
    case 'upnl':
      return explainUpnl(portfolio)
    case 'day':
      return explainDay(portfolio, equity, dayStart, day)
    case 'realised':
      return explainRealised(realised, portfolio.gap)
    case 'cash':
    case 'reserved':
    case 'available':
    case 'coins':
      return explainBalance(portfolio, id)
    default:
      return explainGreek(portfolio, id)
  }
}
