import { type ReactNode, useId, useMemo } from 'react'
import { cx } from '../cx.ts'
import { type Box, type ChartLabels, chartLabels, type LabelledValue, type PlacedLabel } from './chart-labels.ts'
import styles from './charts.module.css'
import {
  areaPath,
  linePath,
  margins,
  type PayoffCurve,
  type PayoffScales,
  priceDomain,
  type Range,
  valueAt,
  valueDomain,
} from './payoff-geometry.ts'
import { placesOfTicks } from './linear-scale.ts'
import { formatAmountNumber, formatCompactAmount } from '../format/amounts.ts'
import { exactPriceText } from './price-text.ts'
import { formatNumber } from '../format/format-decimal.ts'

interface PayoffAxesProps {
  readonly scales: PayoffScales
  readonly bands: readonly { readonly label: string; readonly from: number; readonly to: number }[]
  readonly labels: ChartLabels
  readonly xLabel: string
  readonly currency: string
}

const Label = ({
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

function PayoffAxes({ scales, bands, labels, xLabel, currency }: PayoffAxesProps): ReactNode {
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
          <line
            className={value === 0 ? styles.zero : styles.gridLine}
            x1={margins.left}
            x2={right}
            y1={y(value)}
            y2={y(value)}
          />
          <Label className={styles.tick} label={labels.yTicks[at]} />
        </g>
      ))}
      {labels.xTicks.map(label =>
        label === undefined ? null : <Label key={label.text} className={styles.tick} label={label} />,
      )}
      <Label className={styles.axisName} label={labels.axisName} />
      <title>{`${xLabel} across, profit and loss in ${currency} upwards`}</title>
    </g>
  )
}

/** Px between ticks, across and upwards. */
const [acrossPx, upwardsPx] = [90, 56]

export function xTicks({ x, width }: Pick<PayoffScales, 'x' | 'width'>): readonly LabelledValue[] {
  const ticks = x.ticks(Math.max(2, Math.floor(width / acrossPx)))
  const places = placesOfTicks(ticks)
  return ticks.map(value => ({ value, text: formatNumber(value, { places }) }))
}

export const yTicks = ({ y, height }: Pick<PayoffScales, 'y' | 'height'>): readonly LabelledValue[] =>
  y.ticks(Math.max(2, Math.floor(height / upwardsPx))).map(value => ({ value, text: formatCompactAmount(value) }))

export interface OverlayScales {
  readonly x: (price: number) => number
  readonly y: (value: number) => number
  readonly invertX: (px: number) => number
  readonly width: number
  readonly height: number
}

export interface PlotProps {
  readonly curves: readonly PayoffCurve[]
  readonly currency: string
  readonly xLabel?: string | undefined
  readonly spot?: number | undefined
  readonly spotLabel?: string | undefined
  readonly kinks?:
    | readonly { readonly x: number; readonly y: number; readonly label?: string | undefined }[]
    | undefined
  readonly breakEvens?: readonly number[] | undefined
  readonly bands?: readonly { readonly label: string; readonly from: number; readonly to: number }[] | undefined
  readonly xDomain?: Range | undefined
  readonly yDomain?: Range | undefined
  /** Areas that the overlay occupies, where no label is placed. */
  readonly taken?: ((scales: OverlayScales) => readonly Box[]) | undefined
}

export function plotDomains({ curves, xDomain, yDomain }: PlotProps): readonly [Range, Range] {
  const prices = priceDomain(curves, xDomain)
  return [prices, valueDomain(curves, prices, yDomain)]
}

export const overlayScales = ({ x, y, width, height }: PayoffScales): OverlayScales => ({
  x: price => x(price),
  y: value => y(value),
  invertX: px => x.invert(px),
  width,
  height,
})

const mostLetters = 20

/** Name beside a curve; a long one ends after a whole word. */
function nameOf({ kind, label }: PayoffCurve): string {
  if (kind === 'today') return 'Now'
  return label.length > mostLetters ? `${label.slice(0, label.lastIndexOf(' ', mostLetters))} …` : label
}

function labelsOf(
  { curves, spot, spotLabel = 'Spot', currency, bands = [], breakEvens = [], kinks = [], taken }: PlotProps,
  scales: PayoffScales,
): ChartLabels {
  return chartLabels({
    scales,
    taken: taken?.(overlayScales(scales)) ?? [],
    axisName: `P&L, ${currency}`,
    spot: spot === undefined ? undefined : { value: spot, text: `${spotLabel} ${exactPriceText(spot)}` },
    bands: bands.map(({ label, to }) => ({ value: to, text: label })),
    breakEvens: breakEvens.map(price => ({ value: price, text: exactPriceText(price) })),
    kinks,
    xTicks: xTicks(scales),
    yTicks: yTicks(scales),
    curves: curves.map(curve => ({
      text: nameOf(curve),
      at: px => {
        const value = valueAt(curve, scales.x.invert(px))
        return value === undefined ? undefined : scales.y(value)
      },
    })),
  })
}

interface PlotLayersProps extends PlotProps {
  readonly scales: PayoffScales
  readonly children?: ReactNode
}

export function PlotLayers({ scales, children, ...props }: PlotLayersProps): ReactNode {
  const { spot, currency, xLabel = 'Price of the underlying', bands = [], kinks = [], breakEvens = [] } = props
  const labels = labelsOf(props, scales)
  return (
    <>
      <PayoffAxes scales={scales} bands={bands} labels={labels} xLabel={xLabel} currency={currency} />
      {children}
      {props.curves.map(({ id, kind }, at) => (
        <Label key={id} className={cx(styles.curveName, styles[`${kind}Name`])} label={labels.curves[at]} />
      ))}
      <PayoffMarks scales={scales} spot={spot} labels={labels} kinks={kinks} breakEvens={breakEvens} />
    </>
  )
}

interface CurvePaths {
  readonly lines: readonly { readonly curve: PayoffCurve; readonly path: string }[]
  readonly area: string
}

function curvePaths(curves: readonly PayoffCurve[], scales: PayoffScales): CurvePaths {
  const [main] = curves
  const lines = curves.map(curve => ({ curve, path: linePath(curve, scales) }))
  return { lines, area: main === undefined ? '' : areaPath(main, scales, lines[0]?.path) }
}

interface CurvesProps {
  readonly curves: readonly PayoffCurve[]
  readonly scales: PayoffScales
}

export function Curves({ curves, scales }: CurvesProps): ReactNode {
  const id = useId()
  const { lines, area } = useMemo(() => curvePaths(curves, scales), [curves, scales])
  const [main] = curves
  const zero = Math.min(Math.max(scales.y(0), margins.top), scales.height - margins.bottom)
  const inner = { x: margins.left, width: Math.max(0, scales.width - margins.left - margins.right) }
  return (
    <>
      <clipPath id={`${id}-gain`}>
        <rect {...inner} y={margins.top} height={Math.max(0, zero - margins.top)} />
      </clipPath>
      <clipPath id={`${id}-loss`}>
        <rect {...inner} y={zero} height={Math.max(0, scales.height - margins.bottom - zero)} />
      </clipPath>
      <clipPath id={`${id}-plot`}>
        <rect {...inner} y={margins.top} height={Math.max(0, scales.height - margins.top - margins.bottom)} />
      </clipPath>
      <path data-area="" d={area} className={styles.gainArea} clipPath={`url(#${id}-gain)`} />
      <path data-area="" d={area} className={styles.lossArea} clipPath={`url(#${id}-loss)`} />
      {lines.toReversed().map(({ curve, path }) =>
        curve === main ? (
          <g key={curve.id}>
            <path
              data-curve={curve.id}
              d={path}
              className={cx(styles.curve, styles.gainCurve)}
              clipPath={`url(#${id}-gain)`}
            />
            <path
              data-curve={curve.id}
              d={path}
              className={cx(styles.curve, styles.lossCurve)}
              clipPath={`url(#${id}-loss)`}
            />
          </g>
        ) : (
          <path
            key={curve.id}
            data-curve={curve.id}
            d={path}
            className={cx(styles.curve, styles[curve.kind])}
            clipPath={`url(#${id}-plot)`}
          />
        ),
      )}
    </>
  )
}

interface PayoffMarksProps {
  readonly scales: PayoffScales
  readonly spot: number | undefined
  readonly labels: Pick<ChartLabels, 'spot' | 'breakEvens'>
  readonly kinks: readonly { readonly x: number; readonly y: number; readonly label?: string | undefined }[]
  readonly breakEvens: readonly number[]
}

function PayoffMarks({ scales, spot, labels, kinks, breakEvens }: PayoffMarksProps): ReactNode {
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
