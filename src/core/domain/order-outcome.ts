/**
 * Outcome of an order by the venue's record, in one or two sentences. Used by the drawer, the outcomes and the card of
 * a sent order.
 */
import { type Decimal, isZero } from './decimal.ts'
import { exactText } from './effect-label.ts'
import { fillsOf, isEndState, isOver } from './order-state.ts'
import { isRfqMarket, type OrderRecord } from './order.ts'

const rejected: Readonly<Record<string, string>> = {
  price_less_than_minimum_price: 'Price below the lowest allowed. Raise it.',
  price_greater_than_maximum_price: 'Price above the highest allowed. Lower it.',
  price_not_a_valid_price_step: 'Price off its step. Round it to the price step.',
  quantity_less_than_minimum_quantity: 'Quantity below the least allowed. Raise it.',
  quantity_greater_than_maximum_quantity: 'Quantity above the most allowed. Lower it.',
  quantity_not_a_valid_quantity_step: 'Quantity off its step. Round it to the quantity step.',
  order_value_less_than_minimum_allowed: 'Order value below the least. Raise quantity or price.',
  order_value_greater_than_maximum_allowed: 'Order value above the most. Lower quantity or price.',
  invalid_legs: 'Legs not accepted. Check the leg rules in the wire preview.',
  invalid_tradeable_entity: 'Instrument not known. Reload the instruments and choose again.',
  expired_tradeable_entity: 'An instrument has expired. Choose a later expiry.',
  invalid_fields: 'A field is missing or not allowed. Check the wire preview.',
  invalid_market: 'Not offered here: firm or RFQ. Send the other kind.',
  trading_suspended: 'Trading halted in an instrument.',
  account_suspended: 'The account is suspended. Ask the venue.',
  insufficient_account_balance:
    'Not enough balance or margin. Reduce the size or free margin; the review says what balances cover.',
  duplicate_client_order_id: 'Client id used before. The first order with it stands.',
}

const ended: Readonly<Record<string, string>> = {
  user_cancelled: 'You cancelled it.',
  immediate_with_insufficient_liquidity: 'Immediate or cancel: what was not filled was cancelled.',
  timeout: 'Its time ran out.',
  insufficient_account_balance: 'The account no longer had the balance or margin for it.',
  liquidation: 'It was cancelled by a liquidation of the account.',
  supervisory: 'The venue cancelled it.',
}

export interface ReasonText {
  readonly text: string
  /** As the venue wrote it; always shown beside the words. */
  readonly raw: string
  readonly known: boolean
}

const find = (table: Readonly<Record<string, string>>, raw: string): ReasonText => {
  const text = Object.hasOwn(table, raw) ? table[raw] : undefined
  return text === undefined ? { text: raw, raw, known: false } : { text, raw, known: true }
}

/** Words for `reason` of `order_rejected`. The first sentence has at most 36 characters, to fit a column. */
export const rejectText = (reason: string): ReasonText => find(rejected, reason)

/** Words for why a live order ended. The venue cancels expired orders too: `isExpired` says that a leg had expired. */
export const endText = (reason: string, isExpired = false): ReasonText =>
  isExpired && reason === 'supervisory'
    ? { text: 'It ended with its legs, which expired.', raw: reason, known: true }
    : find(ended, reason)

/** Why an order ended that an amendment replaced; `by` describes the new order. */
export const replacedText = (by: string): string => `You amended it: replaced by ${by}.`

/**
 * Forced liquidation by the venue when the margin is insufficient. Its reason takes precedence; otherwise the id of an
 * unknown order identifies it.
 */

export const isLiquidationReason = (reason: string | undefined): boolean => reason === 'liquidation'

interface KnownOrder {
  readonly client_order_id?: string | undefined
  readonly title?: string | undefined
}

export const isForcedClose = ({ client_order_id = '', title = '' }: KnownOrder): boolean =>
  title === '' && client_order_id.startsWith('liquidation-')

type OutcomeFields = Pick<OrderRecord, 'market_id' | 'quantity' | 'order_state' | 'cancel_state' | 'executions'>

/** `isListed`: the venue lists it as open. Undefined if unknown. `replacedBy` describes the order that amended it. */
export function outcomeWords(
  record: OutcomeFields,
  {
    isListed,
    replacedBy,
    size = exactText,
  }: {
    readonly isListed?: boolean | undefined
    readonly replacedBy?: string | undefined
    readonly size?: (value: Decimal) => string
  } = {},
): string {
  const isReplaced = replacedBy !== undefined && record.cancel_state === 'user_cancelled'
  const end = isEndState(record.cancel_state) ? endText(record.cancel_state).text : ''
  const why = isReplaced ? replacedText(replacedBy) : end
  const hasEnded = isOver(record as OrderRecord) || isListed === false
  const ended = (what: string): string => [what, why].filter(Boolean).join(' ')
  if (isRfqMarket(record.market_id)) return hasEnded ? ended('Ended.') : 'Live at the venue.'
  const { filled, remaining } = fillsOf(record)
  if (filled === undefined || remaining === undefined) {
    const part = 'Part filled; the venue lists no executions, so how much is not known.'
    return hasEnded ? ended(part) : part
  }
  if (isZero(remaining) && !isZero(filled)) return 'Filled.'
  if (isZero(filled)) return hasEnded ? ended('Ended with nothing filled.') : 'Working, nothing filled yet.'
  const part = `Filled ${size(filled)} of ${size(record.quantity)}`
  return hasEnded ? ended(`${part}.`) : `${part}; the rest is working.`
}
