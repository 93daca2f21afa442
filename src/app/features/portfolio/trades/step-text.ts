import type { PackagePrice } from '../../../../core/domain/trades/trade-prices.ts'
import type { TradeStep, TradeStepKind } from '../../../../core/domain/trades/trade-steps.ts'
import { heldPhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'

const names: Readonly<Record<TradeStepKind, string>> = {
  before: 'Held before',
  open: 'Opened',
  roll: 'Rolled to',
  close: 'Closed',
  settle: 'Settled',
}

export const stepName = ({ kind, isEstimated }: TradeStep): string =>
  isEstimated ? `${names[kind]} (estimate)` : names[kind]

/** "Rolled to Bull call spread 26MAR27"; `into`: what the step opened. */
export const stepLabel = (step: TradeStep, into: PackagePrice | undefined): string =>
  step.kind === 'roll' && into !== undefined ? `${stepName(step)} ${heldPhrase(into.legs).text}` : stepName(step)
