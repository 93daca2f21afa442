import type { ReactNode } from 'react'
import { formatAmountNumber } from '../format/amounts.ts'
import styles from './charts.module.css'
import { exactPriceText } from './price-text.ts'
import { Label } from './payoff-axes.tsx'
import type { ChartLabels } from './chart-labels.ts'
import { margins, type PayoffScales } from './payoff-geometry.ts'

interface PayoffMarksProps {
  readonly scales: PayoffScales
  readonly spot: number | undefined
  readonly labels: Pick<ChartLabels, 'spot' | 'breakEvens'>
  readonly kinks: readonly { readonly x: number; readonly y: number; readonly label?: string | undefined }[]
  readonly breakEvens: readonly number[]
}

/** Spot, break-evens and kinks. */
export function PayoffMarks({ scales, spot, labels, kinks, breakEvens }: PayoffMarksProps): ReactNode {
  const { x, y, width, height } = scales
  const bottom = height - margins.bottom
  const visible = (price: number): boolean => x(price) >= margins.left - 0.5 && x(price) <= width - margins.right + 0.5
  return (
    <g>
      {spot !== undefined && visible(spot) && (
        <g>
          <line className={styles.spot} x1={x(spot)} x2={x(spot)} y1={margins.top} y2={bottom} />
          <Label className={styles.spotLabel} label={labels.spot} />
        </g>
      )}
      {kinks
        .filter(kink => visible(kink.x))
        .map(kink => (
          <circle key={kink.x} className={styles.kink} cx={x(kink.x)} cy={y(kink.y)} r={3}>
            <title>{`${kink.label ?? 'Strike'} ${exactPriceText(kink.x)}: ${formatAmountNumber(kink.y, { sign: 'always' })}`}</title>
          </circle>
        ))}
      {breakEvens.map((price, at) =>
        visible(price) ? (
          <g key={price}>
            <path className={styles.breakEven} d={`M${x(price)},${y(0) - 4}l4,4l-4,4l-4,-4Z`} />
            <Label className={styles.breakEvenLabel} label={labels.breakEvens[at]} />
          </g>
        ) : null,
      )}
    </g>
  )
}
