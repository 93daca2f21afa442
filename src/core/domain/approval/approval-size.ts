/**
 * Decides from an order's body alone if it needs a second person's approval. The size per base is the quantity times
 * the largest ratio of its legs. A body that two parsers may read differently (duplicate name, unknown field,
 * instrument by id) always needs approval. A request for quotes trades nothing and needs none.
 */
import { abs, dec, type Decimal, gt, max, mul, parseDecimal, zero } from '../decimal.ts'
import { parseInstrumentName } from '../instrument.ts'
import { isRecord, parseJson } from '../json.ts'
import { rfqMarket } from '../order.ts'

/** Size by base above which an order needs approval. Other bases have no limit. */
export type ApprovalLimits = ReadonlyMap<string, Decimal>

export type ApprovalNeed =
  | { readonly kind: 'none' }
  | { readonly kind: 'above'; readonly base: string; readonly size: Decimal; readonly limit: Decimal }
  | { readonly kind: 'unread'; readonly why: string }

/** Parses limits like `BTC:50,ETH:500`. Undefined if the text is invalid. */
export function parseApprovalLimits(text: string): ApprovalLimits | undefined {
  const limits = new Map<string, Decimal>()
  for (const part of text.split(',')) {
    const [, base, size] = /^\s*([A-Z0-9]{1,20})\s*:\s*(\S+)\s*$/.exec(part) ?? []
    const limit = parseDecimal(size ?? '')
    if (base === undefined || limit === undefined || !gt(limit, zero) || limits.has(base)) return undefined
    limits.set(base, limit)
  }
  return limits
}

const orderFields = new Set(
  'symbol market_id side type time_in_force quantity minimum_quantity price client_order_id recv_window legs user_tag'.split(
    ' ',
  ),
)
const unread = (why: string): ApprovalNeed => ({ kind: 'unread', why })

export function approvalNeed(body: string, limits: ApprovalLimits): ApprovalNeed {
  const value = parseJson(body)
  if (!isRecord(value)) return unread('The body is not a JSON object.')
  if (hasNamesTwice(body, value)) return unread('A field is given twice.')
  const order = value['new_order']
  if (Object.keys(value).length !== 1 || !isRecord(order)) return unread('The body is not one new_order.')
  const unknown = Object.keys(order).find(name => !orderFields.has(name))
  if (unknown !== undefined) return unread(`The field ${unknown.slice(0, 40)} is not understood.`)
  if (order['market_id'] === rfqMarket) return { kind: 'none' }
  const quantity = typeof order['quantity'] === 'string' ? parseDecimal(order['quantity']) : undefined
  if (quantity === undefined || !gt(quantity, zero)) return unread('The quantity is not a decimal above zero.')
  const ratios = ratiosByBase(order)
  if (ratios === undefined)
    return unread('An instrument is not named by its symbol alone, or its name or ratio is not understood.')
  return firstAbove(quantity, ratios, limits)
}

function firstAbove(quantity: Decimal, ratios: ReadonlyMap<string, Decimal>, limits: ApprovalLimits): ApprovalNeed {
  for (const [base, ratio] of ratios) {
    const limit = limits.get(base)
    const size = mul(quantity, ratio)
    if (limit !== undefined && gt(size, limit)) return { kind: 'above', base, size, limit }
  }
  return { kind: 'none' }
}

/** Returns the largest ratio of the legs by base; 1 for a single instrument. */
function ratiosByBase(order: Readonly<Record<string, unknown>>): ReadonlyMap<string, Decimal> | undefined {
  const { legs } = order
  const read =
    legs === undefined
      ? [{ symbol: order['symbol'], ratio: 1 }]
      : order['symbol'] === undefined
        ? readLegs(legs)
        : undefined
  if (read === undefined) return undefined
  const ratios = new Map<string, Decimal>()
  for (const { symbol, ratio } of read) {
    const base = typeof symbol === 'string' ? parseInstrumentName(symbol)?.base : undefined
    const size = ratioOf(ratio)
    if (base === undefined || !isBase(base) || size === undefined) return undefined
    ratios.set(base, max(ratios.get(base) ?? zero, size))
  }
  return ratios
}

/** Restricted to one spelling: a venue may read another spelling as the same base, which would bypass its limit. */
const isBase = (base: string): boolean => /^[A-Z0-9]{1,20}$/.test(base)

function readLegs(legs: unknown): readonly { readonly symbol: unknown; readonly ratio: unknown }[] | undefined {
  if (!Array.isArray(legs) || legs.length === 0) return undefined
  const read = legs.map((leg: unknown) => {
    const names = isRecord(leg) ? Object.keys(leg).toSorted().join() : ''
    if (!isRecord(leg) || (names !== 'ratio,symbol' && names !== 'ratio,sym')) return undefined
    return { symbol: leg['symbol'] ?? leg['sym'], ratio: leg['ratio'] }
  })
  return read.every(leg => leg !== undefined) ? read : undefined
}

function ratioOf(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^-?[1-9]\d{0,8}$/.test(text) ? abs(dec(text)) : undefined
}

/** True if an object in the JSON text repeats a name. Parsers differ in which of the two values they use. */
export const hasNamesTwice = (text: string, parsed: unknown): boolean => namesIn(text) !== countNames(parsed)

/** Counts field names in the JSON text, including duplicates, which the parser drops. */
const namesIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gsu)].filter(([, colon]) => colon !== undefined).length

function countNames(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((count, each) => count + countNames(each), 0)
  return isRecord(value) ? Object.values(value).reduce<number>((count, each) => count + 1 + countNames(each), 0) : 0
}
