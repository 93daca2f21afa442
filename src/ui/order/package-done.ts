/** What was done with a package: "Sold 1 iron condor", "Closed 3 bull call spread". */
import type { Decimal } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import { effectLabel } from '../../domain/effect-label.ts'

/**
 * A package is named by its legs as executed, whichever side was sent: one that was paid for was bought, one that paid was sold, and one
 * called "Close …" was closed. What is sold is not called short as well.
 */
export function packageDone(side: Side, price: Decimal, size: string, name: string): string {
  const closed = /^Close (.+)$/i.exec(name)?.[1]
  if (closed !== undefined) return `Closed ${size} ${closed}`
  const { effect } = effectLabel(side, price)
  const isSold = effect === 'even' ? side === 'sell' : effect === 'credit'
  const own = name.replace(isSold ? /^Short (?=\S)/ : /^Long (?=\S)/, '')
  return `${isSold ? 'Sold' : 'Bought'} ${size} ${own}`
}
