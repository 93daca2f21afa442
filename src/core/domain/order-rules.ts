/**
 * Pre-trade checks: the contract's eleven placement rules and the instruments' bounds. Shared by the ticket and the
 * sandbox exchange. Returns codes in order of precedence, never text; the first blocking problem is the venue's reason.
 * A `warn` does not block. Balances, duplicates and risk are checked by the venue.
 */
import { abs, cmp, dec, type Decimal, gcd, gt, isMultipleOf, isZero, lt, max, min, mul, sign } from './decimal.ts'
import { type ClientOrderId, compareIds, type EntityId } from './ids.ts'
import { type Instrument, isExpired } from './instrument.ts'
import { firmMarket, isPackage, isRfqMarket, type NewOrder } from './order.ts'
import { isRecvWindow } from './time.ts'

export interface InstrumentLookup {
  byId(id: EntityId): Instrument | undefined
  bySymbol(symbol: string): Instrument | undefined
}

/** Contract rule 8. */
export const maxOrderLegs = 10

/** Rule numbers of the contract. `fields`: its table of fields. `bounds`: the instrument's bounds. */
export type Rule = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 'fields' | 'bounds'

export const problemCodes = {
  side_unknown: ['fields', 'invalid_fields'],
  client_order_id_missing: ['fields', 'invalid_fields'],
  type_unknown: [2, 'invalid_fields'],
  time_in_force_unknown: ['fields', 'invalid_fields'],
  market_unknown: [7, 'invalid_market'],
  market_order_not_ioc: [3, 'invalid_fields'],
  market_order_with_price: [3, 'invalid_fields'],
  market_order_with_recv_window: [3, 'invalid_fields'],
  price_missing: ['fields', 'invalid_fields'],
  recv_window_missing: [4, 'invalid_fields'],
  recv_window_out_of_range: [6, 'invalid_fields'],
  recv_window_ignored: [5, undefined],
  instrument_missing: [1, 'invalid_fields'],
  legs_with_instrument: [8, 'invalid_fields'],
  legs_too_few: [8, 'invalid_legs'],
  legs_too_many: [8, 'invalid_legs'],
  minimum_quantity_single_leg: [11, 'invalid_fields'],
  leg_instrument_missing: [10, 'invalid_legs'],
  leg_instrument_unknown: [10, 'invalid_legs'],
  leg_ratio_zero: [10, 'invalid_legs'],
  leg_single_ratio: [9, 'invalid_legs'],
  legs_repeated: [10, 'invalid_legs'],
  legs_not_ascending: [10, 'invalid_legs'],
  legs_common_factor: [10, 'invalid_legs'],
  legs_first_negative: [10, 'invalid_legs'],
  instrument_unknown: [1, 'invalid_tradeable_entity'],
  instrument_mismatch: [1, 'invalid_tradeable_entity'],
  instrument_expired: [1, 'expired_tradeable_entity'],
  instrument_suspended: [1, 'trading_suspended'],
  quantity_not_positive: ['bounds', 'quantity_less_than_minimum_quantity'],
  quantity_below_minimum: ['bounds', 'quantity_less_than_minimum_quantity'],
  quantity_above_maximum: ['bounds', 'quantity_greater_than_maximum_quantity'],
  quantity_off_step: ['bounds', 'quantity_not_a_valid_quantity_step'],
  minimum_quantity_not_positive: [11, 'invalid_fields'],
  minimum_quantity_above_quantity: [11, 'invalid_fields'],
  minimum_quantity_off_step: ['bounds', 'quantity_not_a_valid_quantity_step'],
  price_not_positive: ['bounds', 'price_less_than_minimum_price'],
  price_off_step: ['bounds', 'price_not_a_valid_price_step'],
  price_off_coarse_step: ['bounds', undefined],
  value_below_minimum: ['bounds', 'order_value_less_than_minimum_allowed'],
  value_above_maximum: ['bounds', 'order_value_greater_than_maximum_allowed'],
} as const satisfies Record<string, readonly [Rule, string | undefined]>

export type ProblemCode = keyof typeof problemCodes

export interface Problem {
  readonly code: ProblemCode
  readonly rule: Rule
  readonly severity: 'block' | 'warn'
  readonly field: keyof NewOrder
  readonly leg?: number
  /** Invalid value and the violated bound, as text. */
  readonly value?: string
  readonly limit?: string
}

export interface OrderContext extends InstrumentLookup {
  /** Ms since 1970 UTC. Expiry is not checked without it. */
  readonly nowMs?: number
}

const warnings: ReadonlySet<ProblemCode> = new Set(['recv_window_ignored', 'price_off_coarse_step'])
const codesInOrder = Object.keys(problemCodes) as ProblemCode[]
const precedence = new Map(codesInOrder.map((code, index) => [code, index]))

const problem = (
  code: ProblemCode,
  field: keyof NewOrder,
  more: Partial<Pick<Problem, 'leg' | 'value' | 'limit'>> = {},
): Problem => ({
  code,
  rule: problemCodes[code][0],
  severity: warnings.has(code) ? 'warn' : 'block',
  field,
  ...more,
})

export const rejectReason = (found: Problem): string | undefined => problemCodes[found.code][1]

export function checkOrder(order: NewOrder, context: OrderContext): Problem[] {
  const problems = [...checkFields(order), ...checkShape(order), ...checkInstruments(order, context)]
  return problems.sort((a, b) => (precedence.get(a.code) ?? 0) - (precedence.get(b.code) ?? 0))
}

function checkFields(order: NewOrder): Problem[] {
  const found: Problem[] = []
  const isMarket = order.type === 'MARKET'
  if (order.side !== 'buy' && order.side !== 'sell') found.push(problem('side_unknown', 'side', { value: order.side }))
  if (order.client_order_id === ('' as ClientOrderId)) found.push(problem('client_order_id_missing', 'client_order_id'))
  if (order.type !== 'LIMIT' && !isMarket) found.push(problem('type_unknown', 'type', { value: order.type }))
  if (order.time_in_force !== 'GTC' && order.time_in_force !== 'IOC') {
    found.push(problem('time_in_force_unknown', 'time_in_force', { value: order.time_in_force }))
  }
  if (order.market_id !== firmMarket && !isRfqMarket(order.market_id)) {
    found.push(problem('market_unknown', 'market_id', { value: order.market_id }))
  }
  if (isMarket && order.time_in_force !== 'IOC')
    found.push(problem('market_order_not_ioc', 'time_in_force', { value: order.time_in_force }))
  if (isMarket && order.price !== undefined)
    found.push(problem('market_order_with_price', 'price', { value: order.price }))
  if (isMarket && order.recv_window !== undefined) {
    found.push(problem('market_order_with_recv_window', 'recv_window', { value: String(order.recv_window) }))
  }
  if (order.type === 'LIMIT' && order.market_id === firmMarket && order.price === undefined)
    found.push(problem('price_missing', 'price'))
  return [...found, ...checkLife(order)]
}

function checkLife(order: NewOrder): Problem[] {
  if (order.type === 'MARKET') return []
  if (order.recv_window === undefined)
    return order.time_in_force === 'GTC' ? [problem('recv_window_missing', 'recv_window')] : []
  const value = String(order.recv_window)
  if (order.time_in_force === 'IOC') return [problem('recv_window_ignored', 'recv_window', { value })]
  return isRecvWindow(order.recv_window)
    ? []
    : [problem('recv_window_out_of_range', 'recv_window', { value, limit: '1 to 65534' })]
}

function checkShape(order: NewOrder): Problem[] {
  const found: Problem[] = []
  const legs = order.legs
  const named = order.symbol !== undefined || order.tradeable_entity_id !== undefined
  if (legs === undefined && !named) found.push(problem('instrument_missing', 'symbol'))
  if (legs !== undefined && legs.length === 0) found.push(problem('legs_too_few', 'legs', { value: '0', limit: '1' }))
  if (legs !== undefined && legs.length > maxOrderLegs) {
    found.push(problem('legs_too_many', 'legs', { value: String(legs.length), limit: String(maxOrderLegs) }))
  }
  if (legs !== undefined && legs.length > 1 && named) {
    found.push(problem('legs_with_instrument', order.symbol === undefined ? 'tradeable_entity_id' : 'symbol'))
  }
  // Zero means no minimum, so it is always allowed.
  if (order.minimum_quantity !== undefined && !isZero(order.minimum_quantity)) {
    if (!isPackage(order))
      found.push(problem('minimum_quantity_single_leg', 'minimum_quantity', { value: order.minimum_quantity }))
    else if (sign(order.minimum_quantity) <= 0) {
      found.push(problem('minimum_quantity_not_positive', 'minimum_quantity', { value: order.minimum_quantity }))
    } else if (gt(order.minimum_quantity, order.quantity)) {
      found.push(
        problem('minimum_quantity_above_quantity', 'minimum_quantity', {
          value: order.minimum_quantity,
          limit: order.quantity,
        }),
      )
    }
  }
  return found
}

interface InstrumentReference {
  readonly symbol?: string | undefined
  readonly tradeable_entity_id?: EntityId | undefined
}

export function findInstrument(
  named: InstrumentReference,
  lookup: InstrumentLookup,
): Instrument | 'missing' | 'unknown' | 'mismatch' {
  const byId = named.tradeable_entity_id === undefined ? undefined : lookup.byId(named.tradeable_entity_id)
  const bySymbol = named.symbol === undefined ? undefined : lookup.bySymbol(named.symbol)
  if (named.symbol === undefined && named.tradeable_entity_id === undefined) return 'missing'
  if (named.tradeable_entity_id === undefined) return bySymbol ?? 'unknown'
  if (named.symbol === undefined) return byId ?? 'unknown'
  if (byId === undefined || bySymbol === undefined) return 'unknown'
  return byId.tradeable_entity_id === bySymbol.tradeable_entity_id ? byId : 'mismatch'
}

function checkInstruments(order: NewOrder, context: OrderContext): Problem[] {
  const legs = order.legs
  if (legs !== undefined && legs.length > 1) return checkPackage(order, context)
  const named: InstrumentReference = legs?.[0] ?? order
  if (legs !== undefined && legs.length === 0) return []
  const instrument = findInstrument(named, context)
  const field = named.symbol === undefined ? 'tradeable_entity_id' : 'symbol'
  const value = named.symbol ?? named.tradeable_entity_id ?? ''
  const ratio = legs?.[0]?.ratio
  const ratioProblem =
    ratio === undefined || ratio === 1
      ? []
      : [problem('leg_single_ratio', 'legs', { leg: 0, value: String(ratio), limit: '1' })]
  if (instrument === 'missing') return legs === undefined ? [] : [problem('leg_instrument_missing', 'legs', { leg: 0 })]
  if (instrument === 'unknown') return [...ratioProblem, problem('instrument_unknown', field, { value })]
  // A one-leg array may also name the instrument; both must match.
  const beside = legs === undefined ? 'missing' : findInstrument(order, context)
  if (instrument === 'mismatch' || (beside !== 'missing' && beside !== instrument)) {
    return [...ratioProblem, problem('instrument_mismatch', field, { value })]
  }
  return [...ratioProblem, ...checkStatus(instrument, context, field), ...checkSingleBounds(order, instrument)]
}

function checkStatus(instrument: Instrument, context: OrderContext, field: keyof NewOrder, leg?: number): Problem[] {
  const at = leg === undefined ? {} : { leg }
  if (context.nowMs !== undefined && isExpired(instrument.symbol, context.nowMs))
    return [problem('instrument_expired', field, { ...at, value: instrument.symbol })]
  return instrument.status === 'active'
    ? []
    : [problem('instrument_suspended', field, { ...at, value: instrument.symbol })]
}

function checkQuantity(quantity: Decimal, instrument: Instrument, leg?: number): Problem[] {
  const at = { ...(leg === undefined ? {} : { leg }), value: quantity }
  const found: Problem[] = []
  if (lt(quantity, instrument.minimum_quantity)) {
    found.push(problem('quantity_below_minimum', 'quantity', { ...at, limit: instrument.minimum_quantity }))
  }
  if (gt(quantity, instrument.maximum_quantity)) {
    found.push(problem('quantity_above_maximum', 'quantity', { ...at, limit: instrument.maximum_quantity }))
  }
  if (!isMultipleOf(quantity, instrument.quantity_step)) {
    found.push(problem('quantity_off_step', 'quantity', { ...at, limit: instrument.quantity_step }))
  }
  return found
}

function checkSingleBounds(order: NewOrder, instrument: Instrument): Problem[] {
  if (sign(order.quantity) <= 0) return [problem('quantity_not_positive', 'quantity', { value: order.quantity })]
  const found = checkQuantity(order.quantity, instrument)
  const price = order.price
  if (price === undefined || order.type === 'MARKET') return found
  if (sign(price) <= 0)
    return [...found, problem('price_not_positive', 'price', { value: price, limit: instrument.price_step })]
  if (lt(price, instrument.price_step))
    found.push(problem('price_not_positive', 'price', { value: price, limit: instrument.price_step }))
  else if (!isMultipleOf(price, instrument.price_step)) {
    found.push(problem('price_off_step', 'price', { value: price, limit: instrument.price_step }))
  }
  const value = mul(order.quantity, price)
  if (lt(value, instrument.minimum_value)) {
    found.push(problem('value_below_minimum', 'quantity', { value, limit: instrument.minimum_value }))
  }
  if (gt(value, instrument.maximum_value)) {
    found.push(problem('value_above_maximum', 'quantity', { value, limit: instrument.maximum_value }))
  }
  return found
}

function checkPackage(order: NewOrder, context: OrderContext): Problem[] {
  const legs = order.legs ?? []
  const found: Problem[] = []
  const instruments: Instrument[] = []
  for (const [index, leg] of legs.entries()) {
    const value = leg.symbol ?? leg.tradeable_entity_id ?? ''
    const instrument = findInstrument(leg, context)
    if (instrument === 'missing') found.push(problem('leg_instrument_missing', 'legs', { leg: index }))
    else if (typeof instrument === 'string')
      found.push(problem('leg_instrument_unknown', 'legs', { leg: index, value }))
    else {
      instruments.push(instrument)
      found.push(...checkStatus(instrument, context, 'legs', index))
    }
    if (!isRatio(leg.ratio)) found.push(problem('leg_ratio_zero', 'legs', { leg: index, value }))
  }
  found.push(...checkRatios(order))
  if (sign(order.quantity) <= 0)
    return [...found, problem('quantity_not_positive', 'quantity', { value: order.quantity })]
  if (instruments.length !== legs.length) return found
  return [...found, ...checkLegOrder(instruments), ...checkPackageBounds(order, instruments)]
}

const isRatio = (ratio: number): boolean => Number.isSafeInteger(ratio) && ratio !== 0

function checkRatios(order: NewOrder): Problem[] {
  const legs = (order.legs ?? []).filter(leg => isRatio(leg.ratio))
  const found: Problem[] = []
  const divisor = gcd(legs.map(leg => leg.ratio))
  if (divisor > 1) found.push(problem('legs_common_factor', 'legs', { value: String(divisor), limit: '1' }))
  const first = legs[0]
  if (first !== undefined && first.ratio < 0)
    found.push(problem('legs_first_negative', 'legs', { leg: 0, value: String(first.ratio) }))
  return found
}

function checkLegOrder(instruments: readonly Instrument[]): Problem[] {
  const found: Problem[] = []
  const seen = new Set<string>()
  for (const [index, instrument] of instruments.entries()) {
    const id = instrument.tradeable_entity_id
    const before = instruments[index - 1]
    if (seen.has(id)) found.push(problem('legs_repeated', 'legs', { leg: index, value: id }))
    else if (before !== undefined && compareIds(before.tradeable_entity_id, id) > 0) {
      found.push(problem('legs_not_ascending', 'legs', { leg: index, value: id, limit: before.tradeable_entity_id }))
    }
    seen.add(id)
  }
  return found
}

function checkPackageBounds(order: NewOrder, instruments: readonly Instrument[]): Problem[] {
  const legs = order.legs ?? []
  const found = instruments.flatMap((instrument, index) => {
    const ratio = legs[index]?.ratio ?? 0
    return isRatio(ratio) ? checkQuantity(abs(mul(order.quantity, dec(ratio))), instrument, index) : []
  })
  const { price, minimum_quantity: least } = order
  const isLeastOff = (instrument: Instrument, index: number): boolean =>
    least !== undefined && !isMultipleOf(mul(least, dec(legs[index]?.ratio ?? 1)), instrument.quantity_step)
  const off = least === undefined || sign(least) <= 0 ? undefined : instruments.find(isLeastOff)
  if (off !== undefined) {
    found.push(
      problem('minimum_quantity_off_step', 'minimum_quantity', { value: least ?? '', limit: off.quantity_step }),
    )
  }
  if (price === undefined || order.type === 'MARKET' || isZero(price)) return found
  const steps = instruments.map(instrument => instrument.price_step)
  const finest = steps.reduce(min)
  const coarsest = steps.reduce(max)
  if (!isMultipleOf(price, finest)) found.push(problem('price_off_step', 'price', { value: price, limit: finest }))
  else if (cmp(finest, coarsest) !== 0 && !isMultipleOf(price, coarsest)) {
    found.push(problem('price_off_coarse_step', 'price', { value: price, limit: coarsest }))
  }
  return found
}
