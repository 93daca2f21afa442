/** Margin use before and after an order, and the liquidation price after it. */
import { marginLevels } from '../../../core/account/margin-use.ts'
import { type OrderMarginPreview, stateFraction, stateLevel } from '../../model/account/use-order-margin.ts'
import { MarginGauge } from '../../ui/charts/margin-gauge.tsx'
import { usedText } from '../../ui/order/margin-text.ts'
import type { MarginModel } from '../../../core/account/margin-model.ts'
import { priceText } from '../../ui/charts/price-text.ts'
import styles from './review-dialog.module.css'

export function MarginChange({ margin }: { readonly margin: OrderMarginPreview }) {
  const { before, filled } = margin
  const [was, becomes] = [stateFraction(before), stateFraction(filled)]
  const liquidation = liquidationChange(margin)
  return (
    <span className={styles.margin} data-testid="review-margin">
      <MarginGauge fraction={becomes} level={stateLevel(filled)} levels={Object.values(marginLevels)} tick={was} />
      <span>
        {usedText(was)} → {usedText(becomes)} used
      </span>
      {liquidation !== undefined && <span className={styles.marginLine}>{liquidation}</span>}
    </span>
  )
}

function side(name: string, was: number | undefined, becomes: number | undefined): string | undefined {
  if (was === undefined && becomes === undefined) return undefined
  const text = (price: number | undefined): string => (price === undefined ? 'none' : priceText(price))
  return `${name} ${text(was)} → ${text(becomes)}`
}

const pricesOf = (model: MarginModel | undefined, base: string) =>
  model?.bases.find(each => each.base === base)?.liquidation

function liquidationChange({
  bases,
  liquidationBefore,
  liquidationAfter,
}: Pick<OrderMarginPreview, 'bases' | 'liquidationBefore' | 'liquidationAfter'>): string | undefined {
  if (liquidationBefore === undefined || liquidationAfter === undefined) return undefined
  if (liquidationAfter.bases.some(each => each.liquidation.isNow)) return 'Maintenance margin is not covered after it'
  const parts = bases.flatMap(base => {
    const [was, becomes] = [pricesOf(liquidationBefore, base), pricesOf(liquidationAfter, base)]
    const sides = [side('below', was?.below, becomes?.below), side('above', was?.above, becomes?.above)].flatMap(
      each => each ?? [],
    )
    return sides.length === 0 ? [] : [`${base} ${sides.join(', ')}`]
  })
  return parts.length === 0 ? undefined : `Liquidation ${parts.join('; ')}`
}
