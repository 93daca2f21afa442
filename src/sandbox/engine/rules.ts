/**
 * Versions of the exchange's own rules. A journal is done again by the rules that held when its entries were written: an exchange knows its
 * version, a snapshot carries it, and the command `adopt_rules` raises it from that moment on. So a new program takes an old journal
 * over with nothing in its past changed.
 *
 * - 1: positions are never touched by the venue.
 * - 2: with every tick accounts are held to their margin (`liquidation.ts`).
 * - 3: who takes any price must be able to pay what makers are made to offer (`offerOnly`), though nobody is across before.
 */
export const firstRules = 1
export const latestRules = 3

export const keepsMargins = (rules: number): boolean => rules >= 2
export const weighsOffers = (rules: number): boolean => rules >= 3
