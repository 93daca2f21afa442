/** Plain text for rule problems: what is wrong, with value and bound, and the remedy. */
import { type Decimal, parseDecimal, roundToStep, sign } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import type { Problem, ProblemCode } from '../../../core/domain/order-rules.ts'

type Say = (value: string, limit: string) => string

const ofLeg = (leg: number | undefined): string => (leg === undefined ? '' : `Leg ${leg + 1}: `)

/** Unsigned, as tickets take no signs. */
const amountOf = (value: string): Decimal | undefined => parseDecimal(value.replace('-', ''))

/** "3,280 or 3,285": the nearest valid values. */
function onStep(value: string, limit: string): string {
  const [amount, step] = [amountOf(value), parseDecimal(limit)]
  if (amount === undefined || step === undefined || sign(step) <= 0) return `a multiple of ${limit}`
  const [below, above] = [roundToStep(amount, step, 'down'), roundToStep(amount, step, 'up')]
  return sign(below) > 0 ? `${exactText(below)} or ${exactText(above)}` : exactText(above)
}

const text: Readonly<Record<ProblemCode, Say>> = {
  side_unknown: value => `Side "${value}" is neither buy nor sell. Choose one.`,
  client_order_id_missing: () => 'The order has no client id. Review it again to give it one.',
  type_unknown: value => `Type "${value}" is neither LIMIT nor MARKET. Choose one.`,
  time_in_force_unknown: value => `Time in force "${value}" is neither GTC nor IOC. Choose one.`,
  market_unknown: value => `Market "${value}" is neither a firm order nor an RFQ. Choose one.`,
  market_order_not_ioc: value => `A MARKET order is immediate or cancel, not ${value}. Choose IOC.`,
  market_order_with_price: value => `A MARKET order carries no price, and ${value} is given. Clear it or choose LIMIT.`,
  market_order_with_recv_window: () => 'A MARKET order carries no life in cycles. Clear it or choose LIMIT.',
  price_missing: () => 'Enter a price: a LIMIT order needs one.',
  recv_window_missing: () => 'A GTC order needs a life in ten-minute cycles. Enter 1 or more.',
  recv_window_out_of_range: (value, limit) =>
    `Life of ${value} cycles is outside ${limit}. Enter a whole number within it.`,
  recv_window_ignored: () => 'Life in cycles is ignored for IOC.',
  instrument_missing: () => 'No instrument is chosen. Add a leg from the chain.',
  legs_with_instrument: () => 'A package must not name an instrument of its own. Only its legs do.',
  legs_too_few: () => 'The package has no legs. Add one from the chain.',
  legs_too_many: (value, limit) =>
    `${value} legs are more than the ${limit} allowed. Remove ${Number.parseInt(value, 10) - Number.parseInt(limit, 10)}.`,
  minimum_quantity_single_leg: () => 'Minimum quantity is for packages of two legs or more. Clear it.',
  leg_instrument_missing: () => 'A leg names no instrument. Remove it.',
  leg_instrument_unknown: value => `The venue does not list ${value}. Remove it or choose a listed one.`,
  leg_ratio_zero: value => `The ratio of ${value} is 0. Give it a ratio or remove it.`,
  leg_single_ratio: value => `A single order has ratio 1, not ${value}. Put it into the quantity.`,
  legs_repeated: value => `Instrument ${value} appears twice. Merge the two legs.`,
  legs_not_ascending: (value, limit) => `Legs must be in ascending id order, and ${value} comes after ${limit}.`,
  legs_common_factor: value =>
    `The ratios have the common factor ${value}. Divide them by it and multiply the quantity.`,
  legs_first_negative: value => `The first ratio is ${value}; it must be positive. Mirror the package.`,
  instrument_unknown: value => `The venue does not list ${value}. Choose a listed instrument.`,
  instrument_mismatch: value => `${value} and the id given are two instruments. Name it once.`,
  instrument_expired: value => `${value} has expired. Replace it with a later expiry.`,
  instrument_suspended: value => `${value} is suspended by the venue. Wait, or choose another.`,
  quantity_not_positive: () => 'Size must be positive; use Buy or Sell for direction.',
  quantity_below_minimum: (value, limit) => `Quantity ${value} is below the minimum ${limit}. Enter ${limit} or more.`,
  quantity_above_maximum: (value, limit) => `Quantity ${value} is above the maximum ${limit}. Enter ${limit} or less.`,
  quantity_off_step: (value, limit) => `Size step is ${limit}: use ${onStep(value, limit)}.`,
  minimum_quantity_not_positive: value => `Minimum quantity must be above 0, not ${value}. Correct or clear it.`,
  minimum_quantity_above_quantity: (value, limit) =>
    `Minimum quantity ${value} is above the quantity ${limit}. Lower it.`,
  minimum_quantity_off_step: (value, limit) =>
    `Minimum ${value} is off the size step ${limit}: use ${onStep(value, limit)}.`,
  price_not_positive: (value, limit) =>
    value.startsWith('-')
      ? `The price of one instrument is above 0; Buy or Sell gives the direction. Enter ${limit} or more.`
      : `Price ${value} is below the lowest price ${limit}. Enter ${limit} or more.`,
  price_off_step: (value, limit) => `Tick is ${limit}: use ${onStep(value, limit)}.`,
  price_off_coarse_step: (value, limit) => {
    const amount = amountOf(value)
    const refused = amount === undefined ? value : exactText(amount)
    return `Tick of the coarsest leg is ${limit}: the venue may refuse ${refused}. Safe: ${onStep(value, limit)}.`
  },
  value_below_minimum: (value, limit) => `Order value ${value} is below the minimum ${limit}. Raise quantity or price.`,
  value_above_maximum: (value, limit) => `Order value ${value} is above the maximum ${limit}. Lower quantity or price.`,
}

export const problemText = (problem: Problem): string =>
  ofLeg(problem.leg) + text[problem.code](problem.value ?? 'none', problem.limit ?? '')

const shorts: Readonly<Record<ProblemCode, string>> = {
  side_unknown: 'side unknown',
  client_order_id_missing: 'client id missing',
  type_unknown: 'type unknown',
  time_in_force_unknown: 'time in force unknown',
  market_unknown: 'market unknown',
  market_order_not_ioc: 'MARKET must be IOC',
  market_order_with_price: 'MARKET with a price',
  market_order_with_recv_window: 'MARKET with a life',
  price_missing: 'price missing',
  recv_window_missing: 'life missing',
  recv_window_out_of_range: 'life out of range',
  recv_window_ignored: 'life ignored',
  instrument_missing: 'instrument missing',
  legs_with_instrument: 'package with an instrument of its own',
  legs_too_few: 'no legs',
  legs_too_many: 'too many legs',
  minimum_quantity_single_leg: 'minimum size without a package',
  leg_instrument_missing: 'a leg without an instrument',
  leg_instrument_unknown: 'a leg is not listed',
  leg_ratio_zero: 'a ratio of 0',
  leg_single_ratio: 'ratio of a single order',
  legs_repeated: 'an instrument twice',
  legs_not_ascending: 'legs out of order',
  legs_common_factor: 'ratios with a common factor',
  legs_first_negative: 'first ratio negative',
  instrument_unknown: 'instrument not listed',
  instrument_mismatch: 'two instruments named',
  instrument_expired: 'a leg has expired',
  instrument_suspended: 'a leg is suspended',
  quantity_not_positive: 'size not positive',
  quantity_below_minimum: 'size too small',
  quantity_above_maximum: 'size too large',
  quantity_off_step: 'size off its step',
  minimum_quantity_not_positive: 'minimum size not positive',
  minimum_quantity_above_quantity: 'minimum size above the size',
  minimum_quantity_off_step: 'minimum size off its step',
  price_not_positive: 'price too low',
  price_off_step: 'price off tick',
  price_off_coarse_step: 'price off the coarsest tick',
  value_below_minimum: 'value too small',
  value_above_maximum: 'value too large',
}

export const problemShort = ({ code }: Problem): string => shorts[code]
