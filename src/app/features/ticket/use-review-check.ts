/** Live market check of a review, until sending. */
import { useInstruments } from '../../api/market/instruments.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { canonical, type Decimal } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { linksOf } from '../../../core/domain/order-context.ts'
import { joinedSymbol } from '../../../core/domain/order.ts'
import { priceStepOf } from '../../../core/domain/package/package-leg.ts'
import { useDeliversOwn, useOrderFunds } from '../../model/account/use-order-funds.ts'
import type { OrderMarginPreview } from '../../model/account/use-order-margin.ts'
import { useBookOfOrder } from '../../model/market/use-book-of-order.ts'
import { usePackageMarket } from '../../model/market/use-package-market.ts'
import { closesText } from '../../ui/order/closing-text.ts'
import { fundsFact, fundsWarning } from '../../ui/order/funds-text.ts'
import { checkReview, type ReviewCheck } from './review-check.ts'
import { isFirm, legsOf, sideOf } from './review-text.ts'
import { useClosing } from './use-closing.ts'

export interface WeighedCheck extends ReviewCheck {
  readonly margin?: OrderMarginPreview | undefined
}

export function useReviewCheck(intent: Intent): WeighedCheck {
  const { facts = [] } = intent.context
  const { order } = intent
  const legs = legsOf(order)
  const needsBook = isFirm(order) && order.price === undefined
  const book = useBookOfOrder(needsBook ? bookSymbol(intent) : undefined)
  const market = usePackageMarket(legs)
  const hasExtremes = facts.some(fact => fact.term === 'Maximum loss')
  const { index } = useInstruments()
  const closing = useClosing(intent)
  const reduces = closing.kind === 'closes' && !closing.closing.isBeyond
  const instruments = legs.flatMap(leg => index?.bySymbol(leg.symbol) ?? [])
  const replaces = intent.context.amends?.clientOrderId
  const deliversOwn = useDeliversOwn({ legs, side: sideOf(order), quantity: order.quantity, replaces })
  const check = checkReview({
    order,
    market,
    book,
    currency: instruments[0]?.quote_asset ?? 'USD',
    // A reducing order has no risk of its own; the rest is in the book already.
    hasExtremes: hasExtremes || reduces,
    deliversOwn,
    hasPremium: facts.some(fact => fact.term === 'Option premium'),
    step: priceStepOf(instruments),
  })
  const { funds, margin } = useOrderFunds(
    !isFirm(order) || check.price === undefined
      ? undefined
      : {
          legs,
          side: sideOf(order),
          quantity: order.quantity,
          price: check.price,
          instruments,
          isReducing: reduces,
          replaces,
        },
  )
  if (!isFirm(order)) return check
  const closes =
    closing.kind === 'closes' && !facts.some(fact => fact.term === 'Closes')
      ? [{ term: 'Closes', value: closesText(closing.closing, order.quantity) }]
      : []
  const short = funds === undefined ? undefined : fundsWarning(funds)
  return {
    ...check,
    margin,
    facts: [...closes, ...check.facts, ...(funds === undefined ? [] : [fundsFact(funds)])],
    warnings: short === undefined ? check.warnings : [...check.warnings, short],
  }
}

function bookSymbol({ order, context }: Intent): string | undefined {
  const legs = order.legs?.flatMap(({ symbol, ratio }, index) => {
    const name = symbol ?? context.legs?.[index]?.symbol
    return name === undefined ? [] : [{ symbol: name, ratio }]
  })
  return legs === undefined ? order.symbol : legs.length === order.legs?.length ? joinedSymbol(legs) : undefined
}

export function mender(intent: Intent): ((price: Decimal) => void) | undefined {
  const { client_order_id: _, ...order } = intent.order
  if (order.price === undefined) return undefined
  // Drops figures computed at the old price; the review recomputes them.
  const { title, legs, amends } = intent.context
  return price =>
    void desk.draft({ ...order, price: canonical(price) }, { title, legs, ...linksOf(intent.context), amends })
}
