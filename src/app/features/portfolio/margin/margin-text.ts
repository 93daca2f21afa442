import type { BaseUse, MarginModel } from '../../../../core/account/margin-model.ts'
import type { MarginLevel } from '../../../../core/account/margin-use.ts'
import { searchedRange } from '../../../../core/pricing/margin/liquidation-prices.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { formatPercent } from '../../../ui/format/format-decimal.ts'

export const levelNames: Readonly<Record<MarginLevel, string>> = {
  ok: 'margin ok',
  high: 'margin high',
  critical: 'margin critical',
  uncovered: 'margin not covered',
}

/** "BTC < 61,900 or > 131,400"; undefined if no price of it liquidates. */
export function baseLiquidationText({
  base,
  liquidation: { below, above, isNow },
}: Pick<BaseUse, 'base' | 'liquidation'>): string | undefined {
  if (isNow) return `${base} now`
  const sides = [
    below === undefined ? undefined : `< ${priceText(below)}`,
    above === undefined ? undefined : `> ${priceText(above)}`,
  ]
  const known = sides.filter(side => side !== undefined)
  return known.length === 0 ? undefined : `${base} ${known.join(' or ')}`
}

export function nearestPart({
  index,
  liquidation: { below, above, isNow },
}: Pick<BaseUse, 'index' | 'liquidation'>): number {
  if (isNow) return 0
  const away = [below, above].flatMap(price => (price === undefined ? [] : Math.abs(price / index - 1)))
  return Math.min(Number.POSITIVE_INFINITY, ...away)
}

export function nearLiquidationText({ bases }: Pick<MarginModel, 'bases'>): string | undefined {
  if (bases.some(each => each.liquidation.isNow)) return 'Maintenance margin is not covered: liquidation now'
  const near = [...bases]
    .sort((a, b) => nearestPart(a) - nearestPart(b))
    .flatMap(each => baseLiquidationText(each) ?? [])
  return near.length > 0 ? `Liquidation if ${near.join('; ')}` : undefined
}

export function liquidationText(model: Pick<MarginModel, 'bases'>): string {
  const near = nearLiquidationText(model)
  if (near !== undefined) return near
  const [least, most] = [searchedRange.least, searchedRange.most].map(part => formatPercent(part, { places: 0 }))
  return model.bases.length === 0 ? 'No positions' : `No liquidation price from ${least} to ${most} of any underlying`
}
