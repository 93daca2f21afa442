/** Shocks of the stress table in words: as they were typed, none of them rounded into its neighbour, and without the dust of floats. */
import { type Decimal, decimalFromNumber, formatDecimal, isZero, zero } from '../../../domain/decimal.ts'

/** A fraction in hundredths, to four places. */
const hundredths = (fraction: number): Decimal => decimalFromNumber(Math.round(fraction * 1e6) / 1e4) ?? zero

const shockText = (fraction: number, unit: string): string | undefined => {
  const value = hundredths(fraction)
  return isZero(value) ? undefined : `${formatDecimal(value, { sign: 'always' })} ${unit}`
}

/** A move of the price, as a fraction: "+7 %", "−2.25 %", "as now". */
export const moveText = (move: number): string => shockText(move, '%') ?? 'as now'

/** A shift of volatilities, as a fraction: "+5 pts", "IV as now". */
export const shiftText = (shift: number): string => shockText(shift, 'pts') ?? 'IV as now'
