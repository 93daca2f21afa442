/**
 * Profit and loss of a package over its underlying's price: an SVG rendered by React from plain arrays. The first curve
 * is the main one: shaded, read out under the pointer, and available as a table. The chart computes no prices:
 * break-evens and kinks are exact inputs.
 */
import { createStore } from '../../../core/domain/store.ts'
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../cx.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { TableToggle } from './chart-figure.tsx'
import styles from './charts.module.css'
import { type Crosshair, CrosshairKeys, CrosshairLines, CrosshairReadout } from './crosshair.tsx'
import { canReplace, type ChartHand, fitsScales, writeCurves } from './curve-paths.ts'
import {
  margins,
  type PayoffCurve,
  type PayoffScales,
  payoffScales,
  type Range,
  valueDomain,
} from './payoff-geometry.ts'
import { Curves, type OverlayScales, overlayScales, plotDomains, PlotLayers, type PlotProps } from './payoff-plot.tsx'
import { PayoffTable } from './payoff-table.tsx'
import { useSize } from './use-size.ts'
import { formatAmountNumber } from '../format/amounts.ts'
import { exactPriceText } from './price-text.ts'

/** Pinch zoom into the prices, each finger staying on its price; a double tap resets. */
const doubleTapMs = 300
const leastPart = 0.02

interface Finger {
  readonly price: number
  readonly px: number
}

function pinched([a, b]: readonly [Finger, Finger], width: number, [least, most]: Range): Range | undefined {
  const perPx = (b.price - a.price) / (b.px - a.px)
  if (!(perPx > 0) || !Number.isFinite(perPx)) return undefined
  const from = Math.max(least, a.price - (a.px - margins.left) * perPx)
  const to = Math.min(most, from + Math.max((width - margins.left - margins.right) * perPx, (most - least) * leastPart))
  return to > from ? [from, to] : undefined
}

/** `zoom` is undefined while all prices are visible. */
function usePinch(whole: Range) {
  const [zoom, setZoom] = useState<Range>()
  const fingers = useRef(new Map<number, Finger>())
  const tappedMs = useRef(Number.NEGATIVE_INFINITY)
  const pxOf = ({ currentTarget, clientX }: PointerEvent): number =>
    clientX - currentTarget.getBoundingClientRect().left
  const down = (event: PointerEvent, { x }: PayoffScales): void => {
    if (event.pointerType !== 'touch') return
    const px = pxOf(event)
    fingers.current.set(event.pointerId, { price: x.invert(px), px })
    if (fingers.current.size > 1) return
    if (event.timeStamp - tappedMs.current < doubleTapMs) setZoom(undefined)
    tappedMs.current = event.timeStamp
  }
  /** Returns true while two fingers are down, so that neither reads a price. */
  const move = (event: PointerEvent, { width }: PayoffScales): boolean => {
    const finger = fingers.current.get(event.pointerId)
    if (finger !== undefined) fingers.current.set(event.pointerId, { ...finger, px: pxOf(event) })
    const [a, b] = [...fingers.current.values()].sort((one, other) => one.px - other.px)
    if (a === undefined || b === undefined) return false
    const next = pinched([a, b], width, whole)
    if (next !== undefined) setZoom(next)
    return true
  }
  const up = (event: PointerEvent): void => void fingers.current.delete(event.pointerId)
  return { zoom, down, move, up }
}

const mostKinks = 12

function wayOf({ xs, ys }: PayoffCurve, from: number, to: number): string {
  const [x0, x1, y0, y1] = [xs[from], xs[to], ys[from], ys[to]]
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined || x0 === x1) return 'level'
  const slope = (y1 - y0) / (x1 - x0)
  return Math.abs(slope) < 1e-9 ? 'level' : slope > 0 ? 'rising' : 'falling'
}

/**
 * "At expiry: level below 100, −20.00 USD at 100, rising above it; even at 120." Undefined for a curve without known
 * kinks.
 */
function payoffSentence({
  curves: [main],
  kinks = [],
  breakEvens = [],
  currency,
}: Pick<PlotProps, 'curves' | 'kinks' | 'breakEvens' | 'currency'>): string | undefined {
  const points = [...kinks].sort((a, b) => a.x - b.x)
  const [first] = points
  const last = points.at(-1)
  if (main === undefined || first === undefined || last === undefined) return undefined
  const end = main.xs.length - 1
  const left = points.length - mostKinks
  const values = points
    .slice(0, mostKinks)
    .map(({ x, y }) => `${formatAmountNumber(y, { sign: 'always' })} ${currency} at ${exactPriceText(x)}`)
  const even = breakEvens.length === 0 ? 'nowhere even' : `even at ${breakEvens.map(exactPriceText).join(' and ')}`
  return `${main.label}: ${wayOf(main, 0, 1)} below ${exactPriceText(first.x)}, ${values.join(', ')}${left > 0 ? ` and ${left} more in the table` : ''}, ${wayOf(main, end - 1, end)} above ${exactPriceText(last.x)}; ${even}.`
}

export interface PayoffChartProps extends PlotProps {
  readonly label: string
  /** True while an overlay is dragged: the pointer shows no readout then. */
  readonly isQuiet?: boolean | undefined
  readonly children?: ((scales: OverlayScales) => ReactNode) | undefined
  /** Draws outside React during a gesture. */
  readonly hand?: RefObject<ChartHand | null> | undefined
  readonly testId?: string | undefined
  readonly empty?: ReactNode
}

interface Gesture {
  readonly plot: RefObject<SVGSVGElement | null>
  readonly scales: PayoffScales
}

interface ShownDomains {
  readonly domains: ReturnType<typeof plotDomains> | undefined
}

function useGesture(props: PayoffChartProps & { width: number; height: number }): Gesture {
  const { hand, curves, yDomain, width, height } = props
  const plot = useRef<SVGSVGElement>(null)
  const moving = useRef<readonly PayoffCurve[]>(undefined)
  const resting = useRef(false)
  const [{ domains }, show] = useState<ShownDomains>({ domains: undefined })
  const [shownPrices, [y0, y1]] = domains ?? plotDomains(props)
  const [x0, x1] = shownPrices
  const scales = useMemo(() => payoffScales(width, height, [x0, x1], [y0, y1]), [width, height, x0, x1, y0, y1])
  const write = (shown: readonly PayoffCurve[]): void => {
    if (plot.current !== null) writeCurves(plot.current, shown, scales)
  }
  useImperativeHandle(hand, () => ({
    draw: (next, { prices = shownPrices, isSame = false } = {}) => {
      if (plot.current === null || !canReplace(curves, next)) return false
      resting.current = false
      moving.current = next
      plot.current.dataset['moving'] = isSame ? 'prices' : 'values'
      const isHere = prices[0] === x0 && prices[1] === x1 && fitsScales(next, scales)
      if (isHere) write(next)
      // Re-renders only the chart, synchronously in this frame; the curves are written after it.
      else flushSync(() => show({ domains: [prices, valueDomain(next, prices, yDomain)] }))
      return true
    },
    settle: () => {
      resting.current = true
      show({ domains: undefined })
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
  return { plot, scales }
}

function Plot(props: PayoffChartProps & { width: number; height: number }): ReactNode {
  const { curves, width, height, spot, currency, children } = props
  const [crosshair] = useState<Crosshair>(() => createStore(undefined))
  const pinch = usePinch(plotDomains(props)[0])
  const { plot, scales } = useGesture(pinch.zoom === undefined ? props : { ...props, xDomain: pinch.zoom })
  const domain = scales.x.domain()
  const [x0, x1] = domain
  const move = (price: number | undefined): void => {
    crosshair.set(price === undefined ? undefined : Math.min(x1, Math.max(x0, price)))
  }
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const isPinching = pinch.move(event, scales)
    move(isPinching ? undefined : scales.x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left))
  }
  const press = (event: PointerEvent<SVGSVGElement>): void => {
    pinch.down(event, scales)
    if (event.pointerType === 'touch') point(event)
  }
  const leave = (event: PointerEvent<SVGSVGElement>): void => {
    pinch.up(event)
    // Lifting a finger keeps its readout.
    if (event.pointerType !== 'touch') move(undefined)
  }
  const overlay = overlayScales(scales)
  const isRead = props.isQuiet !== true
  return (
    <div className={styles.plane}>
      <CrosshairKeys
        crosshair={crosshair}
        curves={curves}
        spot={spot}
        currency={currency}
        domain={domain}
        move={move}
      />
      <svg
        ref={plot}
        className={styles.plot}
        width={width}
        height={height}
        onPointerDown={press}
        onPointerMove={point}
        onPointerUp={pinch.up}
        onPointerCancel={pinch.up}
        onPointerLeave={leave}
      >
        <g aria-hidden="true">
          <PlotLayers {...props} scales={scales}>
            <Curves curves={curves} scales={scales} />
          </PlotLayers>
          {isRead && <CrosshairLines crosshair={crosshair} scales={scales} main={curves[0]} />}
        </g>
        {children?.(overlay)}
      </svg>
      {isRead && (
        <CrosshairReadout crosshair={crosshair} curves={curves} spot={spot} currency={currency} scales={scales} />
      )}
    </div>
  )
}

export function PayoffChart(props: PayoffChartProps): ReactNode {
  const { label, curves, testId = 'payoff-chart', empty, currency } = props
  // Axes and tooltips show amounts.
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
    <figure className={cx(styles.chart, styles.named)} aria-label={label} data-testid={testId}>
      <figcaption className="visually-hidden">{curves.map(curve => curve.label).join(', ')}</figcaption>
      <TableToggle asTable={asTable} onToggle={() => setAsTable(!asTable)} />
      <div ref={ref} className={styles.stage}>
        {!asTable && <p className="visually-hidden">{payoffSentence(props)}</p>}
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
