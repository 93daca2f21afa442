/** Where liquidation begins, before and after an order, of the underlyings of its legs. */
import type { MarginModel } from '../../account/margin-model.ts'
import type { OrderMarginPreview } from '../../model/account/use-order-margin.ts'
import { priceText } from '../../ui/charts/price-text.ts'

function side(name: string, was: number | undefined, becomes: number | undefined): string | undefined {
  if (was === undefined && becomes === undefined) return undefined
  const text = (price: number | undefined): string => (price === undefined ? 'none' : priceText(price))
  return `${name} ${text(was)} → ${text(becomes)}`
}

const pricesOf = (model: MarginModel | undefined, base: string) => model?.bases.find(each => each.base === base)?.liquidation

/** "Liquidation BTC below 61,900 → 72,000"; undefined where there is no price before and after, or it is not known. */
export function liquidationChange({
  bases,
  liquidationBefore,
  liquidationAfter,
}: Pick<OrderMarginPreview, 'bases' | 'liquidationBefore' | 'liquidationAfter'>): string | undefined {
  if (liquidationBefore === undefined || liquidationAfter === undefined) return undefined
  if (liquidationAfter.bases.some(each => each.liquidation.isNow)) return 'Maintenance margin is not covered after it'
  const parts = bases.flatMap(base => {
    const [was, becomes] = [pricesOf(liquidationBefore, base), pricesOf(liquidationAfter, base)]
    const sides = [side('below', was?.below, becomes?.below), side('above', was?.above, becomes?.above)].flatMap(each => each ?? [])
    return sides.length === 0 ? [] : [`${base} ${sides.join(', ')}`]
  })
  return parts.length === 0 ? undefined : `Liquidation ${parts.join('; ')}`
}
