/**
 * What an order leaves available by the sandbox's own rules. It is weighed as the venue weighs it: filled or not, whichever is worse; and
 * what is left once it is filled.
 */
import { isZero } from '../../domain/decimal.ts'
import type { OrderMarginPreview } from '../../model/account/use-order-margin.ts'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { exactText } from '../../ui/order/effect-words.ts'
import type { Funds } from './funds.ts'

const money = (value: number): string => formatNumber(value)

export function marginFunds({ before, working, filled, passes, largest }: OrderMarginPreview): Funds {
  const whileOpen = working.available < filled.available - 0.005 ? `, ${money(working.available)} while it is open` : ''
  const facts = [
    {
      term: 'Available → after',
      value: `${money(before.available)} → ${money(filled.available)} USD once filled${whileOpen} (scenario margin)`,
    },
  ]
  if (passes) return { facts, warning: undefined }
  const size = largest === undefined ? '' : isZero(largest) ? '; no size fits' : `; largest size that passes: ${exactText(largest)}`
  return { facts, warning: `Short by ${money(-working.available)} USD of initial margin${size}.` }
}
