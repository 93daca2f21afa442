/** Fair value of a listed instrument by its product. */
import { toNumber } from '../../domain/decimal.ts'
import { must } from '../../domain/must.ts'
import type { Base } from './bases.ts'
import type { Listed } from './market.ts'
import { type Fair, edgeOf } from './quotes.ts'
import type { Surface } from './surface.ts'

/** Decimals of index and fair values: about seven significant digits. */
export const placesOf = (base: Base): number => Math.max(2, 6 - Math.floor(Math.log10(base.anchor)))

const expiry = 'the expiry of a dated instrument'

/** Fair value in USD of one unit, before expiry. */
export function priceOf(surface: Surface, listed: Listed, second: number): number {
  switch (listed.product) {
    case 'option':
      return surface.option(
        must(listed.expiryMs, expiry),
        toNumber(must(listed.strike, 'the strike of an option')),
        listed.right === 'call',
        second,
      )
    case 'future':
      return surface.future(must(listed.expiryMs, expiry), second)
    case 'perpetual':
      return surface.perpetual(second)
    default:
      return surface.index(second)
  }
}

/** Fair value with what one side of the makers' spread is worth. */
export function fairOf(surface: Surface, listed: Listed, second: number): Fair {
  if (listed.strike === undefined || listed.expiryMs === undefined) {
    const price = priceOf(surface, listed, second)
    return { price, edge: edgeOf(listed, price, 0) }
  }
  const { price, vegaPerVolPoint } = surface.optionWithVega(listed.expiryMs, toNumber(listed.strike), listed.right === 'call', second)
  return { price, edge: edgeOf(listed, price, vegaPerVolPoint) }
}
