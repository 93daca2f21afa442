import { canonical, type Decimal, isZero } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'
import type { RfqAmounts } from '../../../core/domain/trade-story/trade-count.ts'
import { formatSize } from '../format/amounts.ts'
import { packagePriceText } from './package-price.tsx'

export interface OrderOut {
  readonly clientOrderId: string
  readonly orderId: string | undefined
  readonly price: Decimal | undefined
  readonly side: Side | undefined
  readonly state: string
  readonly out: RfqAmounts
}

export interface OutTerms {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side | undefined
  readonly closes?: boolean | undefined
}

const whyInDoubt: Readonly<Record<string, string>> = {
  sending: 'being sent',
  accepted: 'checking its fills',
  unknown: 'no answer from the venue yet',
  dismissed: 'dismissed, outcome unknown',
  'part filled': 'the venue does not say how much of it is filled',
}

/** Text for an RFQ that may have only dismissed orders left. */
export const unresolvedText = (dismissed: Decimal): string =>
  `${formatSize(canonical(dismissed))} dismissed, outcome unknown: cancel and ask again`

/** "3 working, receive 2,185", "2 in doubt: no answer from the venue yet". */
export function outTexts({ out: { working, inDoubt }, price, state }: OrderOut, shown: OutTerms): readonly string[] {
  const { legs, side } = shown
  const at = price === undefined ? '' : packagePriceText(price, { legs, quantity: working, side })
  return [
    ...(isZero(working)
      ? []
      : [`${formatSize(canonical(working))} working${at === '' ? '' : legs.length > 1 ? `, ${at}` : ` at ${at}`}`]),
    ...(isZero(inDoubt) ? [] : [`${formatSize(canonical(inDoubt))} in doubt: ${whyInDoubt[state] ?? 'not known yet'}`]),
  ]
}
