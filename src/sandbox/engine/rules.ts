/**
 * Versions of the exchange's own rules. A journal is replayed by the rules that held when its entries were written: an
 * exchange knows its version, a snapshot carries it, and the command `adopt_rules` raises it from that moment on. So a
 * new program takes an old journal over with nothing in its past changed.
 *
 * - 1: positions are never touched by the venue.
 * - 2: with every tick accounts are held to their margin (`liquidation.ts`).
 * - 3: who takes any price must be able to pay what makers are made to offer (`offerOnly`), though nobody is across before.
 * - 4: orders may be smaller than a maker's lot where the listing says so and worth next to nothing, and a minimum quantity of 0 is none.
 * - 5: only an RFQ of a package times out; one of a single instrument lives its cycles.
 */
import type { Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { ListedInstrument } from '../market/market.ts'
import { earlierRules } from '../market/rules.ts'

export const firstRules = 1
export const latestRules = 5

export const enforcesMargins = (rules: number): boolean => rules >= 2
export const weighsOffers = (rules: number): boolean => rules >= 3
const takesSmallOrders = (rules: number): boolean => rules >= 4
export const timesOutPackagesOnly = (rules: number): boolean => rules >= 5

/** The trading rules of an instrument by which an order is judged. */
export const instrumentUnder = (rules: number, listed: ListedInstrument): Instrument =>
  takesSmallOrders(rules) ? listed.instrument : earlierRules(listed)

export const quantityStepUnder = (rules: number, listed: ListedInstrument): Decimal => instrumentUnder(rules, listed).quantity_step

export const takesZeroMinimum = takesSmallOrders
