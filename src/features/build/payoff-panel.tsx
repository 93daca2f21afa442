/**
 * The payoff of the draft, of the book of its base, or of both: chart with handles at the strikes, tables of scenarios, and what the order does to the
 * book. Nothing is shown that has no basis.
 */
import { useState } from 'react'
import { PayoffChart } from '../../ui/charts/payoff-chart.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import { Stat } from '../../ui/controls/stat.tsx'
import { formatNumber, formatPercent } from '../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../ui/format/format-time.ts'
import { maskAmount, useAmountsHidden } from '../../ui/format/privacy.ts'
import { extremeText } from '../../ui/order/extreme-words.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { type Effects, EffectsTable } from './effects-table.tsx'
import { InputsTable, type ModelInputs } from './inputs-table.tsx'
import type { Outlook, PayoffModel } from '../../pricing/book/payoff-model.ts'
import styles from './payoff-panel.module.css'
import type { PayoffView } from '../../pricing/book/payoff-parts.ts'
import { DateGrid, SliceTable, VolatilityGrid } from './payoff-tables.tsx'
import { StrikeHandles, type StrikeHandlesInputs } from './strike-handles.tsx'
import { TypedStrip } from './typed-strip.tsx'
import type { PayoffChoice } from './use-payoff.ts'

interface PayoffPanelProps {
  readonly name: string
  readonly model: PayoffModel
  readonly effects: Effects
  readonly currency: string
  readonly reference: { readonly price: number; readonly source: string } | undefined
  /** Where the cost comes from. */
  readonly priceSource: string | undefined
  /** Packages; undefined while it is not a number. */
  readonly quantity: number | undefined
  readonly choice: PayoffChoice
  readonly setChoice: (choice: PayoffChoice) => void
  readonly handles: StrikeHandlesInputs
  readonly inputs: ModelInputs
}

type Drawable = Exclude<PayoffModel, { kind: 'none' }>

const payoffViews = [
  { value: 'draft', label: 'Draft', hint: 'One package' },
  { value: 'book', label: 'Book', hint: 'Positions of this base, from their marks now' },
  { value: 'both', label: 'Book + draft', hint: 'Positions of this base with the whole order' },
] as const

type Tab = 'chart' | 'dates' | 'slices' | 'volatility' | 'inputs'
const tabs = [
  { value: 'chart', label: 'Chart' },
  { value: 'dates', label: 'Heat map', hint: 'Price × date' },
  { value: 'slices', label: 'Slices', hint: 'Prices with their greeks' },
  { value: 'volatility', label: 'Volatility', hint: 'Price × volatility' },
  { value: 'inputs', label: 'Inputs', hint: 'Forwards and volatilities with their sources' },
] as const

export function PayoffPanel(props: PayoffPanelProps) {
  const { model, effects, currency, reference, priceSource, quantity, choice, setChoice, inputs } = props
  const { payoffView } = choice
  const [tab, setTab] = useState<Tab>('chart')
  const basis =
    payoffView === 'draft'
      ? `per package, at ${priceSource}`
      : payoffView === 'book'
        ? 'from marks now'
        : 'whole order, book from marks now'
  return (
    <Panel
      label="Payoff"
      title="Payoff"
      toolbar={
        <>
          {model.kind === 'none' ? null : <span className={styles.source}>{basis}</span>}
          <Segmented
            label="What is shown"
            hideLabel
            size="sm"
            value={payoffView}
            options={payoffViews}
            onChange={(value: PayoffView) => setChoice({ ...choice, payoffView: value })}
          />
        </>
      }
      face={model.kind === 'none' ? { kind: 'empty', title: model.why } : { kind: 'ready' }}
    >
      {model.kind === 'none' ? null : (
        <div className={styles.body}>
          <Results model={model} currency={currency} quantity={payoffView === 'draft' ? quantity : undefined} />
          <TypedStrip base={inputs.surface.base} handle={inputs.typed} nowMs={inputs.surface.atMs} />
          {model.note === undefined ? null : <p className={styles.note}>{model.note}</p>}
          <div className={styles.tabs}>
            <Segmented label="Form" hideLabel size="sm" value={tab} options={tabs} onChange={setTab} />
          </div>
          <div className={styles.chart}>
            {tab === 'chart' ? (
              <Chart {...props} model={model} />
            ) : tab === 'inputs' ? (
              <InputsTable {...inputs} />
            ) : (
              <Scenarios tab={tab} model={model} currency={currency} />
            )}
          </div>
          <Sliders model={model} choice={choice} setChoice={setChoice} />
          <EffectsTable effects={effects} underlying={reference?.price} currency={currency} />
        </div>
      )}
    </Panel>
  )
}

function Scenarios({
  tab,
  model,
  currency,
}: {
  readonly tab: Exclude<Tab, 'chart' | 'inputs'>
  readonly model: Drawable
  readonly currency: string
}) {
  const { scene } = model
  if (scene === undefined) return <p className={styles.note}>One of the legs has no volatility: there is no value before expiry.</p>
  if (tab === 'dates') return <DateGrid scene={scene} currency={currency} />
  return tab === 'slices' ? <SliceTable scene={scene} currency={currency} /> : <VolatilityGrid scene={scene} currency={currency} />
}

function Chart({ name, model, currency, reference, choice, handles }: PayoffPanelProps & { readonly model: Drawable }) {
  const [kept, keep] = useState<readonly [number, number]>()
  const xs = model.curves[0]?.xs
  const range = kept ?? (xs === undefined ? undefined : ([xs[0] ?? 0, xs[xs.length - 1] ?? 1] as const))
  const draggable = choice.payoffView !== 'book'
  return (
    <PayoffChart
      label={`Payoff of ${choice.payoffView === 'draft' ? name : 'the book'}`}
      curves={model.curves}
      currency={currency}
      spot={reference?.price}
      spotLabel={reference?.source}
      breakEvens={model.breakEvens}
      bands={model.outlook?.bands}
      xDomain={range}
      kinks={model.kind === 'exact' ? model.payoff.points.slice(1).map(point => ({ x: point.price, y: point.value })) : undefined}
    >
      {scales =>
        draggable ? <StrikeHandles {...handles} scales={scales} onDrag={dragging => keep(dragging ? range : undefined)} /> : null
      }
    </PayoffChart>
  )
}

type SlidersProps = Pick<PayoffPanelProps, 'choice' | 'setChoice'> & { readonly model: Drawable }

function Sliders({ model, choice, setChoice }: SlidersProps) {
  const { scenario } = choice
  const firstMs = model.scene?.firstMs
  if (model.scene === undefined || firstMs === undefined) return null
  const whole = firstMs - model.scene.nowMs
  return (
    <div className={styles.sliders}>
      <Slider
        label="Date"
        value={Math.round(scenario.timePart * 100)}
        min={0}
        max={100}
        step={1}
        format={part => (part === 0 ? 'now' : part === 100 ? 'first expiry' : `in ${formatDaysLeft((whole * part) / 100)}`)}
        onChange={part => setChoice({ ...choice, scenario: { ...scenario, timePart: part / 100 } })}
      />
      <Slider
        label="Volatility"
        value={Math.round(scenario.volatilityShift * 100)}
        min={-30}
        max={30}
        step={1}
        format={points => (points === 0 ? 'as now' : `${formatNumber(points, { places: 0, sign: 'always' })} points`)}
        onChange={points => setChoice({ ...choice, scenario: { ...scenario, volatilityShift: points / 100 } })}
      />
    </div>
  )
}

interface ResultsProps {
  readonly model: Drawable
  readonly currency: string
  readonly quantity: number | undefined
}

function Results({ model, currency, quantity }: ResultsProps) {
  useAmountsHidden()
  const exact = model.kind === 'exact'
  const best = exact ? model.payoff.maxProfit.value : model.greatest
  const worst = exact ? model.payoff.maxLoss.value : model.least
  const total = (value: number | 'unlimited') =>
    quantity === undefined || value === 'unlimited' || quantity === 1 ? undefined : `${maskAmount(extremeText(value, quantity))} in total`
  const within = exact ? '' : ', range shown'
  return (
    <div className={styles.results}>
      <Stat label={`Maximum profit${within}`} value={<Extreme value={best} />} hint={total(best)} title={`${currency} per package`} />
      <Stat label={`Maximum loss${within}`} value={<Extreme value={worst} />} hint={total(worst)} title={`${currency} per package`} />
      <Stat
        label={exact ? 'Break-even' : 'Break-even, by model'}
        value={<span className="tabular">{breakEvenText(model)}</span>}
        title={exact ? 'Exact, from the kinks of the payoff' : 'Where the curve crosses zero'}
      />
      {model.outlook === undefined ? null : (
        <Stat
          label="Chance of profit"
          value={<span className="tabular">{formatPercent(model.outlook.chanceOfProfit, { places: 0 })}</span>}
          title={chanceInputs(model.outlook)}
        />
      )}
    </div>
  )
}

const chanceInputs = ({ law, atmVolatility }: Outlook): string =>
  `At the first expiry, lognormal: forward ${formatNumber(law.forward)}, volatility at the money ${formatPercent(atmVolatility)}, the same for all strikes`

function Extreme({ value }: { readonly value: number | 'unlimited' }) {
  const tone = value === 'unlimited' || value === 0 ? undefined : value > 0 ? styles.gain : styles.loss
  return <span className={tone}>{value === 'unlimited' ? value : maskAmount(extremeText(value))}</span>
}

function breakEvenText(model: Drawable): string {
  if (model.kind === 'model')
    return model.breakEvens.length === 0 ? 'none in range' : model.breakEvens.map(price => `≈ ${formatNumber(price)}`).join(', ')
  const parts = model.payoff.breakEvens.map(one =>
    one.kind === 'point'
      ? formatNumber(one.price)
      : `${formatNumber(one.from)} to ${Number.isFinite(one.to) ? formatNumber(one.to) : 'any higher'}`,
  )
  return parts.length === 0 ? 'none' : parts.join(', ')
}
