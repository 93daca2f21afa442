/** The volatility at the money as a trader types it: "58" sets the level, "+2" or "-3" shifts what the market says. Both are kept as a shift. */
import { type Decimal, decimalFromNumber, roundTo, sub } from '../../../domain/decimal.ts'
import type { ExpirySurface } from '../../../pricing/market/base-surface.ts'
import { type InputKey, parseTyped, type TypedAnswer } from '../../../pricing/market/typed-inputs.ts'

/** In percent, to a hundredth of a point. */
export function percentOf(fraction: number): Decimal | undefined {
  const percent = decimalFromNumber(fraction * 100)
  return percent === undefined ? undefined : roundTo(percent, 2)
}

export function parseLevel(at: ExpirySurface, text: string): TypedAnswer {
  const key: InputKey = `shift ${at.expiryMs}`
  const tidy = text.trim().replace(/^[−–]/, '-')
  if (/^[+-]/.test(tidy)) return parseTyped(key, tidy.replace(/^\+\s*/, ''))
  const level = parseTyped('volatility at-the-money', tidy)
  const market = at.marketAtm === undefined ? undefined : percentOf(at.marketAtm)
  if (!level.ok) return level
  return market === undefined ? { ok: false, problem: 'not_a_number' } : { ok: true, value: sub(level.value, market) }
}
