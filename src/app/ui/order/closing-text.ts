import { canonical, type Decimal, roundTo, sub } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import type { ClosingSize, Roll } from '../../../core/domain/package/closing.ts'

export const rollText = ({ closes }: Roll): string =>
  closes === 1
    ? 'Closes 1 position and opens 1 in its place.'
    : `Closes ${closes} positions and opens ${closes} in their place.`

/** "10 of 10 held, nothing is left"; "4 of 10 held, leaves 6". */
export function closesText({ held, isBeyond, isWhole }: ClosingSize, quantity: Decimal): string {
  const [asked, has] = [exactText(quantity), exactText(held)]
  if (isBeyond) return `only ${has} of ${asked}: the rest would open the opposite`
  return `${asked} of ${has} held, ${isWhole ? 'nothing is left' : `leaves ${exactText(canonical(roundTo(sub(held, quantity), 8)))}`}`
}
