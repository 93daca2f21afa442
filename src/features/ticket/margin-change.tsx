/** The share of margin used before and after an order, and where liquidation begins after it. */
import { marginLevels } from '../../account/margin-use.ts'
import { type OrderMarginPreview, stateFraction, stateLevel } from '../../model/account/use-order-margin.ts'
import { MarginGauge } from '../../ui/charts/margin-gauge.tsx'
import { usedText } from '../../ui/order/margin-text.ts'
import { liquidationChange } from './liquidation-change.ts'
import styles from './review-dialog.module.css'

export function MarginChange({ margin }: { readonly margin: OrderMarginPreview }) {
  const { before, filled } = margin
  const [was, becomes] = [stateFraction(before), stateFraction(filled)]
  const liquidation = liquidationChange(margin)
  return (
    <span className={styles.margin} data-testid="review-margin">
      <MarginGauge fraction={becomes} level={stateLevel(filled)} levels={Object.values(marginLevels)} tick={was} />
      <span>
        {usedText(was)} → {usedText(becomes)} used once filled
      </span>
      {liquidation !== undefined && <span className={styles.marginLine}>{liquidation}</span>}
    </span>
  )
}
