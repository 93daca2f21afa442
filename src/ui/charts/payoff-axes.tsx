import type { ReactNode } from 'react'
import { formatCompactAmount } from '../format/amounts.ts'
import { formatNumber } from '../format/format-decimal.ts'
import styles from './charts.module.css'
import { labelRows, margins, type PayoffScales } from './payoff-geometry.ts'

interface PayoffAxesProps {
  readonly scales: PayoffScales
  readonly bands: readonly { readonly label: string; readonly from: number; readonly to: number }[]
  readonly xLabel: string
  readonly currency: string
}

const tickGap = 62

/** Decimals of a raster of ticks, so that neighbours differ. */
const placesOfStep = (ticks: readonly number[]): number =>
  Math.max(0, Math.min(8, -Math.floor(Math.log10(Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1))))

/** Grid lines, ticks, names of the axes and the bands of likely prices. */
export function PayoffAxes({ scales, bands, xLabel, currency }: PayoffAxesProps): ReactNode {
  const { x, y, width, height } = scales
  const right = width - margins.right
  const bottom = height - margins.bottom
  const allXs = x.ticks(Math.max(2, Math.floor(width / 90)))
  const rows = labelRows(
    allXs.map(tick => x(tick)),
    tickGap,
  )
  const xs = allXs.filter((_, place) => rows[place] === 0)
  const ys = y.ticks(Math.max(2, Math.floor(height / 56)))
  const places = placesOfStep(allXs)
  const within = (px: number): number => Math.min(right, Math.max(margins.left, px))
  return (
    <g aria-hidden="true">
      {bands.map(band => (
        <g key={band.label}>
          <rect
            className={styles.band}
            x={within(x(band.from))}
            y={margins.top}
            width={Math.max(0, within(x(band.to)) - within(x(band.from)))}
            height={Math.max(0, bottom - margins.top)}
          />
          <text className={styles.bandLabel} x={within(x(band.to)) - 4} y={margins.top + 10} textAnchor="end">
            {band.label}
          </text>
        </g>
      ))}
      {ys.map(tick => (
        <g key={tick}>
          <line className={tick === 0 ? styles.zero : styles.gridLine} x1={margins.left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text className={styles.tick} x={margins.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
            {formatCompactAmount(tick)}
          </text>
        </g>
      ))}
      {xs.map(tick => (
        <text key={tick} className={styles.tick} x={x(tick)} y={height - 8} textAnchor={x(tick) > right - 24 ? 'end' : 'middle'}>
          {formatNumber(tick, { places })}
        </text>
      ))}
      <text className={styles.axisName} x={6} y={10}>
        P&L, {currency}
      </text>
      <title>{`${xLabel} across, profit and loss in ${currency} upwards`}</title>
    </g>
  )
}
