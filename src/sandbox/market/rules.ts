/** Trading rules of each product, in steps that suit the price of its base. Figures carry at least one decimal, as the public venue's do. */
import { dec, type Decimal, withPlaces } from '../../domain/decimal.ts'
import type { Instrument, Product } from '../../domain/instrument.ts'
import type { Base } from './bases.ts'
import type { ListedInstrument } from './market.ts'
import { nearestPower, niceStep } from './steps.ts'

export type Rules = Pick<
  Instrument,
  'minimum_quantity' | 'maximum_quantity' | 'minimum_value' | 'maximum_value' | 'quantity_step' | 'price_step'
>

const shown = (value: Decimal): Decimal => withPlaces(value, 1)
const maximumValue = dec('100000000.0')

/** USD that the least quantity, the greatest quantity and the quantity step are worth, about; the price step as a part of the price. */
const shapes = {
  spot: { least: 10, most: 1e7, priceStep: 5e-6, minimumValue: dec('0.00001') },
  linear: { least: 10, most: 1e7, priceStep: 5e-6, minimumValue: dec('0.00005') },
  option: { least: 1e4, most: 5e7, priceStep: 5e-5, minimumValue: dec('0.0001') },
} as const

/** Where the public venue's listing takes less than the shapes say. */
const finer: Readonly<Record<string, { readonly minimum: Decimal; readonly step: Decimal }>> = {
  'AVAX spot': { minimum: dec('0.05'), step: dec('0.01') },
  'AVAX option': { minimum: dec('1.0'), step: dec('1.0') },
}

const shapeOf = (product: Product) => shapes[product === 'option' ? 'option' : product === 'spot' ? 'spot' : 'linear']

/** The quantities in which makers quote and in which the venue closes positions. */
export const lotOf = (base: Base, product: Product): Decimal => shown(nearestPower(shapeOf(product).least / base.anchor))

/** Before version 4 of the exchange's rules (`engine/rules.ts`) no order was smaller than a lot, and none worth less than 1 USD in spot or 0.1 in options. */
export function earlierRules({ instrument, product, lot }: Pick<ListedInstrument, 'instrument' | 'product' | 'lot'>): Instrument {
  if (lot === undefined) return instrument
  const minimum_value = product === 'spot' ? dec('1.0') : product === 'option' ? dec('0.1') : instrument.minimum_value
  return { ...instrument, minimum_quantity: lot, quantity_step: lot, minimum_value }
}

export function rulesOf(base: Base, product: Product): Rules {
  const shape = shapeOf(product)
  const lot = lotOf(base, product)
  const { minimum, step } = finer[`${base.name} ${product}`] ?? { minimum: lot, step: lot }
  return {
    minimum_quantity: minimum,
    maximum_quantity: shown(nearestPower(shape.most / base.anchor)),
    minimum_value: shape.minimumValue,
    maximum_value: maximumValue,
    quantity_step: step,
    price_step: shown(niceStep(base.anchor * shape.priceStep)),
  }
}
