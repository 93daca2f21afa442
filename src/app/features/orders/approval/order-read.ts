/** Reads an order that waits for approval from its bytes, for the approver. */
import { type Decimal, parseDecimal, toNumber } from '../../../../core/domain/decimal.ts'
import { fieldsOf, isRecord, parseJson } from '../../../../core/domain/json.ts'
import { parseSide, type Side, sideSign } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { isClosing } from '../../../../core/domain/trade-story/trade-words.ts'
import { volatilityFreeBounds } from '../../../../core/pricing/package-legs.ts'

export interface ReadOrder {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  readonly timeInForce: string
  readonly type: string
  /** As the trader drafted it; the positions are not compared. */
  readonly closes: boolean
}

/** Undefined if it is not an order of this page; then only its bytes are shown. */
export function readOrder(body: string): ReadOrder | undefined {
  const order = fieldsOf(fieldsOf(parseJson(body))['new_order'])
  const { side, quantity, price, type, time_in_force: timeInForce, client_order_id: id } = order
  const read = {
    legs: legsOf(order),
    side: typeof side === 'string' ? parseSide(side) : undefined,
    quantity: typeof quantity === 'string' ? parseDecimal(quantity) : undefined,
    price: typeof price === 'string' ? parseDecimal(price) : undefined,
  }
  const { legs, side: known, quantity: size } = read
  if (legs === undefined || known === undefined || size === undefined) return undefined
  if (typeof type !== 'string' || typeof timeInForce !== 'string') return undefined
  if ((price !== undefined && read.price === undefined) || (price === undefined && type !== 'MARKET')) return undefined
  return {
    legs,
    side: known,
    quantity: size,
    price: read.price,
    type,
    timeInForce,
    closes: isClosing({ client_order_id: String(id) }),
  }
}

function legsOf({ legs, symbol }: Readonly<Record<string, unknown>>): readonly PackageLeg[] | undefined {
  if (legs === undefined) return typeof symbol === 'string' ? [{ symbol, ratio: 1 }] : undefined
  if (!Array.isArray(legs) || legs.length === 0) return undefined
  const read = legs.map((leg: unknown) => (isRecord(leg) ? legOf(leg) : undefined))
  return read.every(leg => leg !== undefined) ? read : undefined
}

function legOf(leg: Readonly<Record<string, unknown>>): PackageLeg | undefined {
  const symbol = leg['symbol'] ?? leg['sym']
  const ratio = ratioOf(leg['ratio'])
  return typeof symbol === 'string' && ratio !== undefined ? { symbol, ratio } : undefined
}

function ratioOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  const ratio = typeof text === 'string' && /^-?[1-9]\d{0,8}$/.test(text) ? parseDecimal(text) : undefined
  return ratio === undefined ? undefined : toNumber(ratio)
}

/** The worst outcome at expiry for the whole order; undefined without a price, or if the legs do not determine it. */
export function worstOf({ legs, side, quantity, price }: ReadOrder): number | 'unlimited' | undefined {
  if (price === undefined) return undefined
  const sign = sideSign(side)
  const bounds = volatilityFreeBounds(
    legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign })),
    sign * toNumber(price),
  )
  if (bounds === undefined) return undefined
  return bounds.least === 'unlimited' ? bounds.least : bounds.least * toNumber(quantity)
}
