/** Describes what the full size costs in a book: the average and worst price of its levels. */
import { abs, canonical, dec, type Decimal, eq, gte, isZero, mul, roundTo } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText, totalText } from '../../../core/domain/effect-label.ts'
import type { Side } from '../../../core/domain/order.ts'
import type { OwnBest } from '../../../core/domain/own-quotes.ts'
import { averagePriceShown } from '../format/amounts.ts'
import { maskAmount } from '../format/privacy.ts'

type Fill = OwnBest['fill']

const one = dec('1')
const shown = (price: Decimal): Decimal => averagePriceShown(price) ?? price

const sizeText = (wanted: Decimal, { filled, unfilled }: Fill): string =>
  isZero(unfilled)
    ? `Full size ${maskAmount(exactText(wanted))}`
    : `${maskAmount(exactText(canonical(filled)))} of ${maskAmount(exactText(wanted))} available`

export function besides(side: Side, other: Decimal, price: Decimal): string {
  const isOther = effectLabel(side, price).effect !== effectLabel(side, other).effect
  return isOther ? effectLabel(side, price).text : exactText(canonical(abs(price)))
}

/** "Full size 2 @ 3,262 average, worst 3,240"; "0.8 of 2 available @ 3,262". */
export function fullSizeText(side: Side, wanted: Decimal, fill: Fill): string {
  const { average, worst } = fill
  const at = (price: Decimal): string => besides(side, average, price)
  const size = sizeText(wanted, fill)
  return eq(average, worst) ? `${size} @ ${at(worst)}` : `${size} @ ${at(shown(average))} average, worst ${at(worst)}`
}

/** Without the average: "Full size 2, worst 3,240". */
export const availableText = (side: Side, wanted: Decimal, fill: Fill): string =>
  `${sizeText(wanted, fill)}${eq(fill.average, fill.worst) ? '' : `, worst ${besides(side, fill.average, fill.worst)}`}`

/** Cash of what would trade now: "receive 6,524 in total". Empty for one package, whose price is the total. */
export function fillTotalText(side: Side, { average, filled }: Fill): string {
  if (eq(filled, one)) return ''
  const { effect } = effectLabel(side, average)
  return effect === 'even' ? 'even' : maskAmount(totalText(side, shown(mul(average, filled)), '1' as Decimal))
}

/** "20 worse than the leg mid"; from 1 on to the cent. */
export function againstText(better: Decimal, what: string): string {
  if (isZero(better)) return `at ${what}`
  const by = abs(better)
  return `${exactText(gte(by, one) ? roundTo(by, 2) : (averagePriceShown(by) ?? by))} ${better.startsWith('-') ? 'worse' : 'better'} than ${what}`
}
