/** What is out of an RFQ beside its fills, in words. */
import { canonical, dec, type Decimal, div, isZero, roundTo } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import { priceAsMeant, type Terms } from '../../domain/own-quotes.ts'
import type { RfqAmounts } from '../../domain/rfq-count.ts'
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
  /** Of who asked, in these terms. */
  readonly side: Side | undefined
  /** From the wire's package to the one shown. */
  readonly terms?: Terms | undefined
}

const asSent: Terms = { isTurned: false, factor: dec('1') }

const whyInDoubt: Readonly<Record<string, string>> = {
  sending: 'being sent',
  accepted: 'checking its fills',
  unknown: 'no answer from the venue yet',
  dismissed: 'dismissed, outcome unknown',
  'part filled': 'the venue does not say how much of it is filled',
}

/** A size of the wire's packages in packages as shown. */
export const sizeIn = (size: Decimal, { terms = asSent }: Pick<OutTerms, 'terms'>): string =>
  formatSize(canonical(roundTo(div(size, terms.factor), 8)))

/** "3 working, receive 2,185", "2 in doubt: no answer from the venue yet". */
export function outTexts({ out: { working, inDoubt }, price, state }: OrderOut, shown: OutTerms): readonly string[] {
  const { legs, side, terms = asSent } = shown
  const at = price === undefined ? '' : packagePriceText(priceAsMeant(price, terms), { legs, quantity: working, side })
  return [
    ...(isZero(working) ? [] : [`${sizeIn(working, shown)} working${at === '' ? '' : legs.length > 1 ? `, ${at}` : ` at ${at}`}`]),
    ...(isZero(inDoubt) ? [] : [`${sizeIn(inDoubt, shown)} in doubt: ${whyInDoubt[state] ?? 'not known yet'}`]),
  ]
}
