/** What is said of the steps of a trade's life. */
import { expiryOf, shortExpiry, shortName } from '../../../domain/instrument.ts'
import type { PackagePrice } from '../../../domain/trades/trade-prices.ts'
import type { TradeStep, TradeStepKind } from '../../../domain/trades/trade-steps.ts'
import { structureLabel } from '../../../ui/order/structure-label.ts'

/** "Bull call spread 25DEC26"; of a single instrument its name. */
export function packageLabel({ legs }: Pick<PackagePrice, 'legs'>): string {
  const [only, ...more] = legs
  if (only !== undefined && more.length === 0) return shortName(only.symbol)
  const expiries = new Set(legs.flatMap(leg => expiryOf(leg.symbol) ?? []))
  const dates = [...expiries].sort((a, b) => a - b).map(shortExpiry)
  return [structureLabel(legs).name, dates.join('/')].filter(Boolean).join(' ')
}

const names: Readonly<Record<TradeStepKind, string>> = {
  before: 'Held before',
  open: 'Opened',
  roll: 'Rolled to',
  close: 'Closed',
  settle: 'Settled',
}

/** "Opened", "Rolled to". */
export const stepName = ({ kind, isEstimated }: TradeStep): string => (isEstimated ? `${names[kind]} (estimate)` : names[kind])

/** "Rolled to Bull call spread 26MAR27"; `into`: what the step opened. */
export const stepLabel = (step: TradeStep, into: PackagePrice | undefined): string =>
  step.kind === 'roll' && into !== undefined ? `${stepName(step)} ${packageLabel(into)}` : stepName(step)
