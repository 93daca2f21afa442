/**
 * Versions of the exchange's rules. A journal is replayed by the rules in force when its entries were written: a
 * snapshot stores the version, and the command `adopt_rules` raises it. So a new program can continue an old journal
 * without changing its past. 1: the venue never touches positions. 2: margin is enforced at every tick
 * (`liquidation.ts`). 3: an order at any price must be able to pay the makers' offer (`offerOnly`), even if nobody was
 * there before. 4: orders may be smaller than a maker's lot if listed so, and worth almost nothing; a minimum quantity
 * of 0 counts as absent. 5: only an RFQ of a package times out; one of a single instrument lives its cycles.
 */
import type { Decimal } from '../../../core/domain/decimal.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import type { ListedInstrument } from '../market/market.ts'
import { earlierRules } from '../market/rules.ts'

export const firstRules = 1
export const latestRules = 5

export const enforcesMargins = (rules: number): boolean => rules >= 2
export const weighsOffers = (rules: number): boolean => rules >= 3
const takesSmallOrders = (rules: number): boolean => rules >= 4
export const timesOutPackagesOnly = (rules: number): boolean => rules >= 5

export const instrumentUnder = (rules: number, listed: ListedInstrument): Instrument =>
  takesSmallOrders(rules) ? listed.instrument : earlierRules(listed)

export const quantityStepUnder = (rules: number, listed: ListedInstrument): Decimal =>
  instrumentUnder(rules, listed).quantity_step

export const takesZeroMinimum = takesSmallOrders
