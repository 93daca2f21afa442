import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { formatAmountNumber } from '../format/amounts.ts'
import { dash, formatPercent } from '../format/format-decimal.ts'
import styles from './charts.module.css'
import { type PayoffCurve, valueAt } from './payoff-geometry.ts'
import { priceText } from './price-text.ts'

interface PayoffReadoutProps {
  readonly at: number
  readonly curves: readonly PayoffCurve[]
  readonly spot: number | undefined
  readonly currency: string
  /** Place of the crosshair and width of the chart, px. */
  readonly left: number
  readonly width: number
}

export const signClass = (value: number | undefined): string | undefined =>
  value === undefined || value === 0 ? undefined : value > 0 ? styles.gain : styles.loss

/** Values of all curves at the crosshair, on the side of it that has room. */
export function PayoffReadout({ at, curves, spot, currency, left, width }: PayoffReadoutProps): ReactNode {
  return (
    <div className={styles.readout} style={left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }}>
      <div className={styles.readoutHead}>
        {priceText(at)}
        {spot !== undefined && spot !== 0 && <span className={styles.readoutMove}>{formatPercent(at / spot - 1, { sign: 'always' })}</span>}
      </div>
      {curves.map(curve => {
        const value = valueAt(curve, at)
        return (
          <div key={curve.id} className={styles.readoutRow}>
            <span>{curve.label}</span>
            <span className={cx('tabular', signClass(value))}>
              {value === undefined ? dash : formatAmountNumber(value, { sign: 'always' })} {currency}
            </span>
          </div>
        )
      })}
    </div>
  )
}
