/** Trading rules of each product, in steps that suit the price of its base. Figures carry at least one decimal, as the public venue's do. */
import { type Decimal, dec, withPlaces } from '../../domain/decimal.ts'
import type { Instrument, Product } from '../../domain/instrument.ts'
import type { Base } from './bases.ts'
import { nearestPower, niceStep } from './steps.ts'

export type Rules = Pick<
  Instrument,
  'minimum_quantity' | 'maximum_quantity' | 'minimum_value' | 'maximum_value' | 'quantity_step' | 'price_step'
>

const shown = (value: Decimal): Decimal => withPlaces(value, 1)
const maximumValue = dec('100000000.0')

/** USD that the least quantity, the greatest quantity and the quantity step are worth, about; the price step as a part of the price. */
const shapes = {
  spot: { least: 10, most: 1e7, priceStep: 5e-6, minimumValue: dec('1.0') },
  linear: { least: 10, most: 1e7, priceStep: 5e-6, minimumValue: dec('0.00005') },
  option: { least: 1e4, most: 5e7, priceStep: 5e-5, minimumValue: dec('0.1') },
} as const

export function rulesOf(base: Base, product: Product): Rules {
  const shape = shapes[product === 'option' ? 'option' : product === 'spot' ? 'spot' : 'linear']
  const quantityStep = shown(nearestPower(shape.least / base.anchor))
  return {
    minimum_quantity: quantityStep,
    maximum_quantity: shown(nearestPower(shape.most / base.anchor)),
    minimum_value: shape.minimumValue,
    maximum_value: maximumValue,
    quantity_step: quantityStep,
    price_step: shown(niceStep(base.anchor * shape.priceStep)),
  }
}
