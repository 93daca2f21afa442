import { formatDecimal } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import type { LimitBreach } from '../../domain/own-limits.ts'

/** What an order goes beyond, in a sentence. */
export function breachText(breach: LimitBreach): string {
  switch (breach.kind) {
    case 'cash':
      return `Cash of ${formatDecimal(breach.amount)}; your limit is ${formatDecimal(breach.limit)}.`
    case 'cash_unknown':
      return `A market order has no price, so its cash is not known; your limit is ${formatDecimal(breach.limit)}. Give it a price.`
    case 'leg_quantity':
      return `${shortName(breach.symbol)}: size ${formatDecimal(breach.amount)} exceeds your limit of ${formatDecimal(breach.limit)} per leg.`
    case 'pace':
      return `${breach.sent} orders sent within the last minute; your limit is ${breach.limit}.`
  }
}
