/** Stress shocks as text: exact as typed, without float residue. */
import { type Decimal, decimalFromNumber, formatDecimal, isZero, zero } from '../../../../core/domain/decimal.ts'

const hundredths = (fraction: number): Decimal => decimalFromNumber(Math.round(fraction * 1e6) / 1e4) ?? zero

const shockText = (fraction: number, unit: string): string | undefined => {
  const value = hundredths(fraction)
  return isZero(value) ? undefined : `${formatDecimal(value, { sign: 'always' })} ${unit}`
}

export const moveText = (move: number): string => shockText(move, '%') ?? 'as now'

export const shiftText = (shift: number): string => shockText(shift, 'pts') ?? 'IV as now'
