import type { ReactNode } from 'react'
import type { ChartLabels, Labelled, PlacedLabel } from './chart-labels.ts'
import styles from './charts.module.css'
import { margins, type PayoffScales } from './payoff-geometry.ts'
import { formatCompactAmount } from '../format/amounts.ts'
import { formatNumber } from '../format/format-decimal.ts'

interface PayoffAxesProps {
  readonly scales: PayoffScales
  readonly bands: readonly { readonly label: string; readonly from: number; readonly to: number }[]
  readonly labels: ChartLabels
  readonly xLabel: string
  readonly currency: string
}

export const Label = ({
  label,
  className,
}: {
  readonly label: PlacedLabel | undefined
  readonly className: string | undefined
}): ReactNode =>
  label === undefined ? null : (
    <text className={className} data-chart-label="" x={label.x} y={label.y} textAnchor={label.anchor ?? 'middle'}>
      {label.text}
    </text>
  )

/** Grid lines, ticks, names of the axes and the bands of likely prices. */
export function PayoffAxes({ scales, bands, labels, xLabel, currency }: PayoffAxesProps): ReactNode {
  const { x, y, width, height } = scales
  const right = width - margins.right
  const bottom = height - margins.bottom
  const within = (px: number): number => Math.min(right, Math.max(margins.left, px))
  return (
    <g aria-hidden="true">
      {bands.map((band, at) => (
        <g key={band.label}>
          <rect
            className={styles.band}
            x={within(x(band.from))}
            y={margins.top}
            width={Math.max(0, within(x(band.to)) - within(x(band.from)))}
            height={Math.max(0, bottom - margins.top)}
          />
          <Label className={styles.bandLabel} label={labels.bands[at]} />
        </g>
      ))}
      {yTicks(scales).map(({ value }, at) => (
        <g key={value}>
          <line className={value === 0 ? styles.zero : styles.gridLine} x1={margins.left} x2={right} y1={y(value)} y2={y(value)} />
          <Label className={styles.tick} label={labels.yTicks[at]} />
        </g>
      ))}
      {labels.xTicks.map(label => (label === undefined ? null : <Label key={label.text} className={styles.tick} label={label} />))}
      <Label className={styles.axisName} label={labels.axisName} />
      <title>{`${xLabel} across, profit and loss in ${currency} upwards`}</title>
    </g>
  )
}

/** Ticks of a payoff chart's axes with their words: prices across, amounts upwards. */
const [acrossPx, upwardsPx] = [90, 56]

/** Decimals of a raster of ticks, so that neighbours differ. */
const placesOfStep = (ticks: readonly number[]): number =>
  Math.max(0, Math.min(8, -Math.floor(Math.log10(Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1))))

export function xTicks({ x, width }: Pick<PayoffScales, 'x' | 'width'>): readonly Labelled[] {
  const ticks = x.ticks(Math.max(2, Math.floor(width / acrossPx)))
  const places = placesOfStep(ticks)
  return ticks.map(value => ({ value, text: formatNumber(value, { places }) }))
}

export const yTicks = ({ y, height }: Pick<PayoffScales, 'y' | 'height'>): readonly Labelled[] =>
  y.ticks(Math.max(2, Math.floor(height / upwardsPx))).map(value => ({ value, text: formatCompactAmount(value) }))
