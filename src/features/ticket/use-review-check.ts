/** The review's own look at the market, live to the moment of sending. */
import { useBalances } from '../../api/account/account-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary, useOrderBook } from '../../api/market/market-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { Intent } from '../../api/order-desk/intent.ts'
import { type Decimal, canonical, eq, max, min, neg } from '../../domain/decimal.ts'
import { closesWords } from '../../ui/order/closing-words.ts'
import { type OrderMarginPreview, useOrderMargin } from '../../model/account/use-order-margin.ts'
import { fundsOf } from './funds.ts'
import { marginFunds } from './margin-funds.ts'
import { type ReviewCheck, checkReview } from './review-check.ts'
import { asMeant, readReviewContext } from './review-context.ts'
import { useClosing } from './use-closing.ts'
import { isFirm, legsOf, sideOf } from './review-words.ts'

const depth = 50

/** With what the order does to the account's margin, where the venue's rules are known. */
export interface WeighedCheck extends ReviewCheck {
  readonly margin?: OrderMarginPreview | undefined
}

export function useReviewCheck(intent: Intent): WeighedCheck {
  const { meant, facts } = readReviewContext(intent.context)
  const order = asMeant(intent.order, meant)
  const legs = legsOf(order)
  const [only] = legs
  const isSingle = legs.length === 1
  const book = useOrderBook(order.price === undefined && isSingle ? only?.symbol : undefined, depth)
  const quotes = useMarketSummary()
  const hasExtremes = facts.some(fact => fact.term === 'Maximum loss')
  const balances = useBalances().data
  const { index } = useInstruments()
  const closing = useClosing(intent)
  const reduces = closing.kind === 'closes' && !closing.closing.isBeyond
  const instruments = legs.flatMap(leg => index?.bySymbol(leg.symbol) ?? [])
  const step = instruments.length === 0 ? undefined : instruments.map(each => each.quantity_step).reduce(max)
  const check = withoutOwnRisk(checkReview({ order, quotes: quotes.data, book: book.data, hasExtremes: hasExtremes || reduces }), reduces)
  const most = instruments.length === 0 ? undefined : instruments.map(each => each.maximum_quantity).reduce(min)
  const margin = useOrderMargin(
    !isFirm(order) || check.price === undefined
      ? undefined
      : { legs, side: sideOf(order), quantity: order.quantity, price: check.price, step, most },
  )
  if (!isFirm(order)) return check
  const asset = instruments[0]?.quote_asset
  const funds =
    margin === undefined
      ? fundsOf({
          available: asset === undefined ? undefined : balances?.find(balance => balance.symbol === asset)?.available_balance,
          asset: asset ?? '',
          quantity: order.quantity,
          least: check.least,
          step,
        })
      : marginFunds(margin)
  const closes =
    closing.kind === 'closes' && !facts.some(fact => fact.term === 'Closes')
      ? [{ term: 'Closes', value: closesWords(closing.closing, order.quantity) }]
      : []
  return {
    ...check,
    margin,
    facts: [...closes, ...check.facts, ...funds.facts],
    warnings: funds.warning === undefined ? check.warnings : [...check.warnings, funds.warning],
  }
}

/** What only reduces a position has no risk of its own: what is left is in the book already. */
const withoutOwnRisk = (check: ReviewCheck, reduces: boolean): ReviewCheck => (reduces ? { ...check, least: 0 } : check)

/** The same order at another price, as another one under review; undefined where the wire's form of the price is not to be told from the one meant. */
export function mender(intent: Intent): ((price: Decimal) => void) | undefined {
  const { meant } = readReviewContext(intent.context)
  const { client_order_id: _, ...order } = intent.order
  const before = meant?.price ?? order.price
  if (before === undefined || order.price === undefined) return undefined
  const isTurned = !eq(before, order.price)
  if (isTurned && !eq(neg(before), order.price)) return undefined
  return price => {
    const wire = canonical(isTurned ? neg(price) : price)
    // What was reckoned at the old price is left behind; the review reckons anew.
    const { title, legs, rfq, closes } = intent.context
    desk.draft(
      { ...order, price: wire },
      { title, legs, rfq, closes, ...(meant === undefined ? {} : { meant: { ...meant, price: canonical(price) } }) },
    )
  }
}
