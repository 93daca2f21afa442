/**
 * Trading rules per product, with steps that suit the base's price. Figures have at least one decimal, as the public
 * venue's.
 */
import { dec, type Decimal, withPlaces } from '../../../core/domain/decimal.ts'
import type { Instrument, Product } from '../../../core/domain/instrument.ts'
import type { Base } from './bases.ts'
import type { ListedInstrument } from './market.ts'
import { nearestPower, niceStep } from './steps.ts'

export type Rules = Pick<
  Instrument,
  'minimum_quantity' | 'maximum_quantity' | 'minimum_value' | 'maximum_value' | 'quantity_step' | 'price_step'
>

const shown = (value: Decimal): Decimal => withPlaces(value, 1)
const maximumValue = dec('100000000.0')

/** USD value of the smallest and largest quantity; the price step as a share of the price. */
const shapes = {
  spot: { least: 10, most: 1e7, priceStep: 5e-6, minimumValue: dec('0.00001') },
  linear: { least: 10, most: 1e7, priceStep: 5e-6, minimumValue: dec('0.00005') },
  option: { least: 1e4, most: 5e7, priceStep: 5e-5, minimumValue: dec('0.0001') },
} as const

/** The public venue's listing allows less here. */
const finer: Readonly<Record<string, { readonly minimum: Decimal; readonly step: Decimal }>> = {
  'AVAX spot': { minimum: dec('0.05'), step: dec('0.01') },
  'AVAX option': { minimum: dec('1.0'), step: dec('1.0') },
}

const shapeOf = (product: Product) => shapes[product === 'option' ? 'option' : product === 'spot' ? 'spot' : 'linear']

export const lotOf = (base: Base, product: Product): Decimal =>
  shown(nearestPower(shapeOf(product).least / base.anchor))

/**
 * Before version 4 of the rules (`engine/rules.ts`) orders were at least one lot, and worth at least 1 USD in spot or
 * 0.1 in options.
 */
export function earlierRules({
  instrument,
  product,
  lot,
}: Pick<ListedInstrument, 'instrument' | 'product' | 'lot'>): Instrument {
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
