/** What came of an RFQ, in the words of a trade: "Bought 2 × iron condor, you received 6,524". */
import { type Decimal, abs, canonical, div, mul, roundTo } from '../../../domain/decimal.ts'
import type { Side } from '../../../domain/order.ts'
import type { Terms } from '../../../domain/own-quotes.ts'
import type { Taken } from '../../../model/orders/taken.ts'
import { effectLabel, exactText } from '../../../domain/effect-label.ts'

export interface Traded {
  readonly side: Side
  /** Of the legs as listed. */
  readonly name: string
  readonly taken: Taken
  /** Of the RFQ, as it went to the venue. */
  readonly wireSide: Side
  readonly terms: Terms
}

/** "condors", "butterflies", "boxes"; "4 legs" are many already. */
function plural(name: string): string {
  if (name.endsWith('y')) return `${name.slice(0, -1)}ies`
  return name.endsWith('s') ? name : `${name}${name.endsWith('x') ? 'es' : 's'}`
}

export function tradedText({ side, name, taken, wireSide, terms }: Traded): string {
  const size: Decimal = canonical(roundTo(div(taken.quantity, terms.factor), 8))
  const { effect } = effectLabel(wireSide, taken.average)
  const cash = exactText(canonical(roundTo(abs(mul(taken.average, taken.quantity)), 4)))
  const money = effect === 'even' ? 'at no cost' : effect === 'credit' ? `you received ${cash}` : `you paid ${cash}`
  const what = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  return `${side === 'buy' ? 'Bought' : 'Sold'} ${exactText(size)} ${size === '1' ? what : plural(what)}, ${money}`
}
