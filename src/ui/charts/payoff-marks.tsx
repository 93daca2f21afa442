import type { ReactNode } from 'react'
import { formatAmountNumber } from '../format/amounts.ts'
import styles from './charts.module.css'
import { exactPriceText } from './price-text.ts'
import { Label } from './payoff-axes.tsx'
import type { ChartLabels } from './chart-labels.ts'
import { margins, type PayoffCurve, type PayoffScales, valueAt } from './payoff-geometry.ts'

interface PayoffMarksProps {
  readonly scales: PayoffScales
  readonly spot: number | undefined
  readonly labels: Pick<ChartLabels, 'spot' | 'breakEvens'>
  readonly kinks: readonly { readonly x: number; readonly y: number; readonly label?: string | undefined }[]
  readonly breakEvens: readonly number[]
  readonly hovered: number | undefined
  readonly main: PayoffCurve | undefined
}

/** Spot, break-evens, kinks and the crosshair. */
export function PayoffMarks({ scales, spot, labels, kinks, breakEvens, hovered, main }: PayoffMarksProps): ReactNode {
  const { x, y, width, height } = scales
  const bottom = height - margins.bottom
  const visible = (price: number): boolean => x(price) >= margins.left - 0.5 && x(price) <= width - margins.right + 0.5
  const value = hovered === undefined || main === undefined ? undefined : valueAt(main, hovered)
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
      {hovered !== undefined && (
        <g className={styles.crosshair}>
          <line x1={x(hovered)} x2={x(hovered)} y1={margins.top} y2={bottom} />
          {value !== undefined && <line x1={margins.left} x2={width - margins.right} y1={y(value)} y2={y(value)} />}
          {value !== undefined && <circle cx={x(hovered)} cy={y(value)} r={3.5} />}
        </g>
      )}
    </g>
  )
}
