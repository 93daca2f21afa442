/**
 * Payoff of the portfolio of one base: today, a chosen date and the expiry; values at a chosen price; also as a table.
 */
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { noOverrides } from '../../../../core/pricing/market/overrides.ts'
import type { UnderlyingPrice } from '../../../../core/pricing/portfolio/net-greeks.ts'
import {
  type Overlay,
  type ChosenScenario,
  type PayoffModel,
  presentScenario,
  withPortfolioCurve,
} from '../../../../core/pricing/portfolio/payoff-model.ts'
import {
  createPortfolioPayoff,
  type PortfolioPayoff,
  type PortfolioPayoffInputs,
  type PortfolioPayoffReader,
} from '../../../../core/pricing/portfolio/portfolio-payoff.ts'
import type { ChartHand } from '../../../ui/charts/curve-paths.ts'
import { PayoffChart } from '../../../ui/charts/payoff-chart.tsx'
import { priceText } from '../../../ui/charts/price-text.ts'
import { DateSlider, VolatilitySlider } from '../../../ui/charts/scenario-sliders.tsx'
import { useFollowing } from '../../../ui/charts/use-following.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Slider } from '../../../ui/controls/slider.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { maskAmount, useAmountsHidden } from '../../../ui/format/privacy.ts'
import { atTodaysVolatility, extremeText } from '../../../ui/order/extreme-text.ts'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { LeftOut } from './left-out.tsx'
import { PricePoint } from './price-point.tsx'
import { chooseRisk, payoffBases } from './risk-choices.ts'
import type { ChosenPoint, RiskViewProps } from './risk-view.ts'
import styles from './risk.module.css'

type PayoffToDraw = Exclude<PayoffModel, { kind: 'none' }>

const unquoted = (base: string, atMs: number): BaseSurface => ({
  base,
  atMs,
  underlying: undefined,
  expiries: new Map(),
  slices: [],
  typed: noOverrides,
})

export function PortfolioPayoffView(props: RiskViewProps) {
  useAmountsHidden()
  const { book } = props.risk
  const base = props.choices.base ?? ''
  const quoted = book.surfaceOf(base)
  const surface = useMemo(() => quoted ?? unquoted(base, book.atMs), [quoted, base, book.atMs])
  // Without loaded volatilities it would show only futures and report all options as excluded.
  if (quoted === undefined && book.isPending(base)) return <WaitingPayoff lead={props.lead} />
  return <Payoff key={base} {...props} surface={surface} />
}

function WaitingPayoff({ lead }: Pick<RiskViewProps, 'lead'>) {
  return (
    <div className={cx(styles.view, styles.payoff)}>
      <div className={styles.controls}>{lead}</div>
      <PanelStateView state={{ kind: 'waiting', label: 'Loading volatilities' }} />
    </div>
  )
}

function Payoff({
  risk,
  lines,
  whole,
  choices,
  chosen,
  setChosen,
  lead,
  surface,
}: RiskViewProps & { readonly surface: BaseSurface }) {
  const { from } = choices
  const { scenario } = chosen
  const price = chosen.prices[surface.base]
  const setScenario = (next: ChosenScenario): void => setChosen({ ...chosen, scenario: next })
  const setPrice = (next: number | undefined): void => setChosen(withPrice(chosen, surface.base, next))
  const { atMs } = risk.book
  const [reader] = useState(createPortfolioPayoff)
  const payoff = useMemo(
    () => payoffOver(reader, whole, { lines, surface, from, scenario, nowMs: atMs }),
    [reader, lines, whole, surface, from, scenario, atMs],
  )
  const { model } = payoff
  const hand = useRef<ChartHand>(null)
  const follow = useFollowing<ChosenScenario>({
    preview: next => {
      const inputs = { lines, surface, from, scenario: next, nowMs: atMs }
      const curves = reader.curves(inputs, besideOf(reader, whole, inputs))
      return curves !== undefined && hand.current?.draw(curves) === true
    },
    choose: setScenario,
    settle: () => hand.current?.settle(),
  })
  const reset = (): void => {
    // Discards the preview as well.
    follow.forget()
    setChosen({ ...withPrice(chosen, surface.base, undefined), scenario: presentScenario })
  }
  const spot = risk.underlyings.get(surface.base)
  return (
    <div className={cx(styles.view, styles.payoff)}>
      <div className={styles.controls}>
        {lead}
        <Segmented label="P&L" compact value={from} options={payoffBases} onChange={from => chooseRisk({ from })} />
        {model.kind === 'none' ? null : <Extremes model={model} />}
      </div>
      {model.kind === 'none' ? (
        <PanelStateView state={{ kind: 'empty', title: model.why }} />
      ) : (
        <>
          <Chart model={model} base={surface.base} price={price} spot={spot} hand={hand} />
          <PricePoint model={model} price={price ?? spot?.price} />
          <Sliders
            model={model}
            scenario={follow.moved() ?? scenario}
            setScenario={change => follow.move({ ...(follow.moved() ?? scenario), ...change })}
            price={price}
            spot={spot?.price}
            setPrice={setPrice}
            reset={reset}
          />
        </>
      )}
      <Notes payoff={payoff} />
    </div>
  )
}

interface ChartProps {
  readonly model: PayoffToDraw
  readonly base: string
  readonly price: number | undefined
  readonly spot: UnderlyingPrice | undefined
  readonly hand: RefObject<ChartHand | null>
}

function Chart({ model, base, price, spot, hand }: ChartProps) {
  return (
    <div className={styles.chart}>
      <PayoffChart
        label={`Payoff of the book on ${base}`}
        testId="book-payoff"
        curves={model.curves}
        hand={hand}
        currency="USD"
        spot={spot?.price}
        spotLabel={spot?.source}
        breakEvens={model.breakEvens}
        bands={model.outlook?.bands}
        kinks={
          model.kind === 'exact'
            ? model.payoff.points.slice(1).map(point => ({ x: point.price, y: point.value }))
            : undefined
        }
      >
        {scales =>
          price === undefined ? null : (
            <line
              className={styles.chosenPrice}
              x1={scales.x(price)}
              x2={scales.x(price)}
              y1={14}
              y2={scales.height - 24}
            />
          )
        }
      </PayoffChart>
    </div>
  )
}

const besideOf = (
  reader: PortfolioPayoffReader,
  whole: RiskViewProps['whole'],
  inputs: PortfolioPayoffInputs,
): Overlay[] =>
  whole === undefined ? [] : [{ portfolio: reader.whole(whole, inputs), label: 'All legs', kind: 'book' }]

function payoffOver(
  reader: PortfolioPayoffReader,
  whole: RiskViewProps['whole'],
  inputs: PortfolioPayoffInputs,
): PortfolioPayoff {
  const payoff = reader.payoff(inputs)
  return { ...payoff, model: besideOf(reader, whole, inputs).reduce(withPortfolioCurve, payoff.model) }
}

const mostZeros = 3

function Extremes({ model }: { readonly model: PayoffToDraw }) {
  const isExact = model.kind === 'exact'
  const best = isExact ? model.payoff.maxProfit.value : model.extremes.greatest
  const worst = isExact ? model.payoff.maxLoss.value : model.extremes.least
  const about = isExact ? '' : '≈ '
  const said = (value: number | 'unlimited'): string =>
    value === 'unlimited' ? 'unlimited' : `${about}${maskAmount(extremeText(value))}`
  const zeros = model.breakEvens.map(priceText)
  const breakEvenOf = (shown: readonly string[]): string =>
    `break-even ${zeros.length === 0 ? 'none' : `${about}${shown.join(', ')}`}`
  const left = zeros.length - mostZeros
  const how = isExact ? 'exact' : `about, ${atTodaysVolatility}, at any price`
  return (
    <p
      className={cx(styles.worst, styles.extremes)}
      data-testid="book-extremes"
      title={[`Best ${said(best)}, worst ${said(worst)}, ${how} · ${breakEvenOf(zeros)}`, model.note]
        .filter(Boolean)
        .join('\n')}
    >
      Best <strong className={best === 'unlimited' || best > 0 ? 'gain' : undefined}>{said(best)}</strong>, worst{' '}
      <strong className={worst === 'unlimited' || worst < 0 ? 'loss' : undefined}>{said(worst)}</strong>
      <span className={styles.quiet}>
        {isExact ? ', exact' : ''} · {breakEvenOf(zeros.slice(0, mostZeros))}
        {left > 0 && ` and ${left} more`}
      </span>
    </p>
  )
}

interface SlidersProps {
  readonly model: PayoffToDraw
  readonly scenario: ChosenScenario
  readonly setScenario: (change: Partial<ChosenScenario>) => void
  readonly price: number | undefined
  readonly spot: number | undefined
  readonly setPrice: (price: number | undefined) => void
  readonly reset: () => void
}

function withPrice(chosen: ChosenPoint, base: string, price: number | undefined): ChosenPoint {
  const { [base]: _, ...others } = chosen.prices
  return { ...chosen, prices: price === undefined ? others : { ...others, [base]: price } }
}

function Sliders({ model, scenario, setScenario, price, spot, setPrice, reset }: SlidersProps) {
  const { scene } = model
  const xs = model.curves[0]?.xs
  const [low, high] = [xs?.[0] ?? 0, xs?.[xs.length - 1] ?? 1]
  const at = price ?? spot ?? (low + high) / 2
  const isMoved = price !== undefined || scenario.timePart !== 0 || scenario.volatilityShift !== 0
  const move = (to: number): string =>
    spot === undefined ? '' : ` (${formatPercent(to / spot - 1, { sign: 'always' })})`
  return (
    <div className={styles.sliders}>
      <Slider
        label="Price"
        value={Math.min(high, Math.max(low, at))}
        min={low}
        max={high}
        step={(high - low) / 400}
        format={() =>
          price === undefined
            ? spot === undefined
              ? 'not chosen'
              : priceText(at)
            : `${priceText(price)}${move(price)}`
        }
        onChange={setPrice}
      />
      {scene === undefined || scene.expiries.length === 0 ? null : (
        <>
          <DateSlider
            nowMs={scene.nowMs}
            expiries={scene.expiries}
            timePart={scenario.timePart}
            onChange={timePart => setScenario({ timePart })}
          />
          <VolatilitySlider
            shift={scenario.volatilityShift}
            onChange={volatilityShift => setScenario({ volatilityShift })}
          />
        </>
      )}
      <Button size="sm" variant="quiet" disabled={!isMoved} onClick={reset}>
        As now
      </Button>
    </div>
  )
}

function Notes({ payoff: { model, leftOut } }: { readonly payoff: PortfolioPayoff }) {
  const isBlind = model.kind !== 'none' && model.scene === undefined
  return (
    <div className={styles.notes}>
      <LeftOut names={leftOut} why="expired, without a volatility, or of an unknown rule" />
      {isBlind && (
        <p className={styles.leftOut}>
          A leg has no volatility, or the underlying no price: there is no value before expiry.
        </p>
      )}
    </div>
  )
}
