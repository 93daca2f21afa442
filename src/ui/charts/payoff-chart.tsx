/**
 * Profit and loss of a package over the price of its underlying: an SVG by React, from plain arrays. The first curve is the main one: it is
 * shaded, read out under the pointer, and told as a table too. It computes no price: break-evens and kinks are given, and exact.
 */
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import styles from './charts.module.css'
import { createCrosshair, CrosshairKeys, CrosshairLines, CrosshairReadout } from './crosshair.tsx'
import { type ChartHand, canReplace, writeCurves } from './curve-paths.ts'
import { type Box, type ChartLabels, chartLabels } from './chart-labels.ts'
import { PayoffAxes } from './payoff-axes.tsx'
import { xTicks, yTicks } from './payoff-ticks.ts'
import {
  margins,
  type PayoffCurve,
  type PayoffScales,
  payoffScales,
  priceDomain,
  type Range,
  areaPath,
  linePath,
  valueDomain,
} from './payoff-geometry.ts'
import { PayoffMarks } from './payoff-marks.tsx'
import { exactPriceText } from './price-text.ts'
import { PayoffTable } from './payoff-table.tsx'
import { useSize } from './use-size.ts'

/** Scales handed to what is drawn over the chart. */
export interface OverlayScales {
  readonly x: (price: number) => number
  readonly y: (value: number) => number
  readonly invertX: (px: number) => number
  readonly width: number
  readonly height: number
}

export interface PayoffChartProps {
  /** Accessible name. */
  readonly label: string
  readonly curves: readonly PayoffCurve[]
  readonly currency: string
  readonly xLabel?: string | undefined
  readonly spot?: number | undefined
  readonly spotLabel?: string | undefined
  readonly kinks?: readonly { readonly x: number; readonly y: number; readonly label?: string | undefined }[] | undefined
  readonly breakEvens?: readonly number[] | undefined
  readonly bands?: readonly { readonly label: string; readonly from: number; readonly to: number }[] | undefined
  readonly xDomain?: Range | undefined
  readonly yDomain?: Range | undefined
  /** Something over the chart is being dragged: nothing is read out under the pointer. */
  readonly isQuiet?: boolean | undefined
  readonly onHover?: ((x: number | undefined) => void) | undefined
  readonly children?: ((scales: OverlayScales) => ReactNode) | undefined
  /** What the children take of the chart: no label stands there. */
  readonly taken?: ((scales: OverlayScales) => readonly Box[]) | undefined
  /** Draws past React while a gesture is under way. */
  readonly hand?: RefObject<ChartHand | null> | undefined
  readonly testId?: string | undefined
  readonly empty?: ReactNode
}

function Curves({ curves, scales }: { curves: readonly PayoffCurve[]; scales: PayoffScales }): ReactNode {
  const id = useId()
  const [main] = curves
  const zero = Math.min(Math.max(scales.y(0), margins.top), scales.height - margins.bottom)
  const inner = { x: margins.left, width: Math.max(0, scales.width - margins.left - margins.right) }
  const paths = useMemo(() => curves.map(curve => ({ curve, path: linePath(curve, scales) })), [curves, scales])
  const area = useMemo(() => (main === undefined ? '' : areaPath(main, scales)), [main, scales])
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
      {paths.toReversed().map(({ curve, path }) =>
        curve === main ? (
          <g key={curve.id}>
            <path data-curve={curve.id} d={path} className={cx(styles.curve, styles.gainCurve)} clipPath={`url(#${id}-gain)`} />
            <path data-curve={curve.id} d={path} className={cx(styles.curve, styles.lossCurve)} clipPath={`url(#${id}-loss)`} />
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

/** What a gesture draws stays drawn over whatever React draws meanwhile, until it rests. */
function useHand(hand: PayoffChartProps['hand'], curves: readonly PayoffCurve[], scales: PayoffScales) {
  const plot = useRef<SVGSVGElement>(null)
  const moving = useRef<readonly PayoffCurve[]>(undefined)
  const resting = useRef(false)
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const write = (shown: readonly PayoffCurve[]): void => {
    if (plot.current !== null) writeCurves(plot.current, shown, scales)
  }
  useImperativeHandle(hand, () => ({
    draw: next => {
      if (plot.current === null || !canReplace(curves, next, scales)) return false
      resting.current = false
      moving.current = next
      plot.current.dataset['moving'] = 'true'
      write(next)
      return true
    },
    settle: () => {
      resting.current = true
      drawAgain()
    },
  }))
  useLayoutEffect(() => {
    if (moving.current === undefined) return
    if (resting.current) {
      moving.current = undefined
      delete plot.current?.dataset['moving']
    }
    write(moving.current ?? curves)
  })
  return plot
}

function labelsOf(
  { spot, spotLabel = 'Spot', currency, bands = [], breakEvens = [] }: PayoffChartProps,
  scales: PayoffScales,
  taken: readonly Box[],
): ChartLabels {
  return chartLabels({
    scales,
    taken,
    axisName: `P&L, ${currency}`,
    spot: spot === undefined ? undefined : { value: spot, text: `${spotLabel} ${exactPriceText(spot)}` },
    bands: bands.map(({ label, to }) => ({ value: to, text: label })),
    breakEvens: breakEvens.map(price => ({ value: price, text: exactPriceText(price) })),
    xTicks: xTicks(scales),
    yTicks: yTicks(scales),
  })
}

function Plot(props: PayoffChartProps & { width: number; height: number }): ReactNode {
  const { curves, width, height, spot, currency, xLabel = 'Price of the underlying', onHover, children } = props
  const [crosshair] = useState(createCrosshair)
  const domain = priceDomain(curves, props.xDomain)
  const [x0, x1] = domain
  const [y0, y1] = valueDomain(curves, domain, props.yDomain)
  const scales = useMemo(() => payoffScales(width, height, [x0, x1], [y0, y1]), [width, height, x0, x1, y0, y1])
  const plot = useHand(props.hand, curves, scales)
  const move = (price: number | undefined): void => {
    const within = price === undefined ? undefined : Math.min(x1, Math.max(x0, price))
    crosshair.move(within)
    onHover?.(within)
  }
  const point = (event: PointerEvent<SVGSVGElement>): void =>
    move(scales.x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left))
  const overlay = {
    x: (price: number) => scales.x(price),
    y: (value: number) => scales.y(value),
    invertX: (px: number) => scales.x.invert(px),
    width,
    height,
  }
  const isRead = props.isQuiet !== true
  const labels = labelsOf(props, scales, props.taken?.(overlay) ?? [])
  const marks = { spot, labels, kinks: props.kinks ?? [], breakEvens: props.breakEvens ?? [] }
  return (
    <div className={styles.plane}>
      <CrosshairKeys crosshair={crosshair} curves={curves} spot={spot} currency={currency} domain={domain} move={move} />
      <svg ref={plot} className={styles.plot} width={width} height={height} onPointerMove={point} onPointerLeave={() => move(undefined)}>
        <g aria-hidden="true">
          <PayoffAxes scales={scales} bands={props.bands ?? []} labels={labels} xLabel={xLabel} currency={currency} />
          <Curves curves={curves} scales={scales} />
          <PayoffMarks scales={scales} {...marks} />
          {isRead && <CrosshairLines crosshair={crosshair} scales={scales} main={curves[0]} />}
        </g>
        {children?.(overlay)}
      </svg>
      {isRead && <CrosshairReadout crosshair={crosshair} curves={curves} spot={spot} currency={currency} scales={scales} />}
    </div>
  )
}

export function PayoffChart(props: PayoffChartProps): ReactNode {
  const { label, curves, testId = 'payoff-chart', empty, currency } = props
  // The axes and tips of what is drawn tell amounts.
  useAmountsHidden()
  const [ref, { width, height }] = useSize()
  const [asTable, setAsTable] = useState(false)
  if (curves.length === 0) {
    return (
      <div className={styles.chart} data-testid={testId}>
        <div className={styles.nothing}>{empty ?? 'Nothing to draw yet.'}</div>
      </div>
    )
  }
  return (
    <figure className={styles.chart} aria-label={label} data-testid={testId}>
      <figcaption className={styles.legend}>
        {curves.map((curve, index) => (
          <span key={curve.id} className={styles.legendItem}>
            <span className={cx(styles.swatch, index === 0 ? styles.mainSwatch : styles[`${curve.kind}Swatch`])} aria-hidden="true" />
            {curve.label}
          </span>
        ))}
        <Button size="sm" variant="quiet" className={styles.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          Table
        </Button>
      </figcaption>
      <div ref={ref} className={styles.stage}>
        {asTable ? (
          <PayoffTable
            label={label}
            curves={curves}
            currency={currency}
            kinks={props.kinks ?? []}
            breakEvens={props.breakEvens ?? []}
            spot={props.spot}
          />
        ) : (
          width > 0 && height > 0 && <Plot {...props} width={width} height={height} />
        )}
      </div>
    </figure>
  )
}
