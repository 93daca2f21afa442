/**
 * The payoff of the draft, of the book of its base, or of both: chart with handles at the strikes, tables of scenarios, and what the order does to the
 * book. Nothing is shown that has no basis.
 */
import { type RefObject, useRef, useState } from 'react'
import { parseInstrumentName } from '../../../domain/instrument.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import type { ChosenScenario, Curve, PayoffModel } from '../../../pricing/portfolio/payoff-model.ts'
import type { PayoffView } from '../../../pricing/portfolio/payoff-parts.ts'
import type { ChartHand } from '../../../ui/charts/curve-paths.ts'
import { PayoffChart } from '../../../ui/charts/payoff-chart.tsx'
import type { Range } from '../../../ui/charts/payoff-geometry.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useIsVast } from '../../../ui/panel/use-width.ts'
import { sideSign } from '../../../domain/order.ts'
import { PinBar } from './pin-bar.tsx'
import { type Effects, EffectsTable } from './effects-table.tsx'
import { InputsTable, type ModelInputs } from './inputs-table.tsx'
import styles from './payoff-panel.module.css'
import { type Drawable, PayoffResults } from './payoff-results.tsx'
import { PayoffSliders } from './payoff-sliders.tsx'
import { DateGrid, SliceTable, VolatilityGrid } from './payoff-tables.tsx'
import { StrikeHandles, type StrikeHandlesInputs } from './strike-handles.tsx'
import { gripsOf } from './strike-grips.ts'
import { StrikeRuler } from './strike-ruler.tsx'
import { TypedStrip } from '../inputs/typed-strip.tsx'
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
  /** The draft only reduces what is held. */
  readonly isClosing: boolean
  readonly setChoice: (choice: PayoffChoice) => void
  readonly handles: StrikeHandlesInputs
  /** Curves of the draft with other legs. */
  readonly curvesOf: (legs: readonly PackageLeg[]) => readonly Curve[] | undefined
  /** Curves of what is shown under another scenario. */
  readonly curvesAt: (scenario: ChosenScenario) => readonly Curve[] | undefined
  readonly inputs: ModelInputs
}

const payoffViews = [
  { value: 'draft', label: 'Draft', hint: 'One package' },
  { value: 'book', label: 'Book', hint: 'Positions of this base, from their marks now' },
  { value: 'both', label: 'Book + draft', hint: 'Positions of this base with the whole order' },
] as const

const closingViews = [
  { ...payoffViews[0], hint: 'A closing has no payoff of its own: see the book after it', disabled: true },
  payoffViews[1],
  { ...payoffViews[2], label: 'Book after', hint: 'What the closing leaves of the positions of this base' },
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
  const { name, model, effects, currency, reference, priceSource, quantity, choice, isClosing, setChoice, handles, inputs } = props
  const { payoffView } = choice
  const [tab, setTab] = useState<Tab>('chart')
  const drawing = useDrawing()
  const isVast = useIsVast()
  const { range, isDragging, onDrag } = useHeldRange(model)
  const isRuled =
    tab !== 'chart' && !isVast && payoffView !== 'book' && handles.legs.some(leg => parseInstrumentName(leg.symbol)?.product === 'option')
  return (
    <Panel
      label="Payoff"
      title="Payoff"
      toolbar={
        <>
          {model.kind === 'none' ? null : <Basis payoffView={payoffView} priceSource={priceSource} />}
          <Segmented
            label="What is shown"
            hideLabel
            size="sm"
            value={payoffView}
            options={isClosing ? closingViews : payoffViews}
            onChange={(value: PayoffView) => setChoice({ ...choice, payoffView: value })}
          />
        </>
      }
      state={model.kind === 'none' ? { kind: 'empty', title: model.why } : { kind: 'ready' }}
    >
      {model.kind === 'none' ? null : (
        <div className={styles.body}>
          <PayoffResults model={model} currency={currency} quantity={payoffView === 'draft' ? quantity : undefined} />
          <TypedStrip base={inputs.surface.base} handle={inputs.typed} nowMs={inputs.surface.atMs} />
          {model.note === undefined ? null : <p className={styles.note}>{model.note}</p>}
          <div className={styles.tabs}>
            <Segmented label="Form" hideLabel size="sm" value={tab} options={tabs} onChange={setTab} />
            {payoffView === 'draft' ? <PinBar draft={{ title: name, legs: executed(handles) }} /> : null}
          </div>
          <div className={styles.chart} data-double={isVast && tab !== 'inputs'}>
            {tab === 'chart' || (isVast && tab !== 'inputs') ? (
              <Chart {...props} drawing={drawing} model={model} range={range} isDragging={isDragging} onDrag={onDrag} />
            ) : tab === 'inputs' ? (
              <InputsTable {...inputs} />
            ) : (
              <Scenarios tab={tab} model={model} currency={currency} />
            )}
            {isVast && tab !== 'inputs' ? <Scenarios tab={tab === 'chart' ? 'dates' : tab} model={model} currency={currency} /> : null}
          </div>
          {isRuled && range !== undefined ? <StrikeRuler range={range} spot={reference?.price} handles={handles} onDrag={onDrag} /> : null}
          <PayoffSliders
            currency={currency}
            scene={model.scene}
            scenario={choice.scenario}
            choose={scenario => setChoice({ ...choice, scenario })}
            preview={scenario => drawing.preview(props.curvesAt(scenario))}
            settle={drawing.settle}
          />
          <EffectsTable effects={effects} underlying={reference?.price} currency={currency} />
        </div>
      )}
    </Panel>
  )
}

/** What the profit is counted from. */
function Basis({ payoffView, priceSource }: { readonly payoffView: PayoffView; readonly priceSource: string | undefined }) {
  const [what, from] =
    payoffView === 'draft'
      ? ['per package', `at ${priceSource}`]
      : payoffView === 'book'
        ? ['from marks now', undefined]
        : ['whole order', 'book from marks now']
  // Where there is no room for both parts the second is in the tip alone: neither is ever cut.
  return (
    <span className={styles.source} title={from === undefined ? what : `${what}, ${from}`}>
      <span>{what}</span>
      {from === undefined ? null : <span>, {from}</span>}
    </span>
  )
}

const executed = ({ legs, side }: StrikeHandlesInputs): readonly PackageLeg[] =>
  legs.map(leg => ({ ...leg, ratio: leg.ratio * sideSign(side) }))

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

interface Drawing {
  readonly hand: RefObject<ChartHand | null>
  readonly preview: (curves: readonly Curve[] | undefined) => boolean
  readonly settle: () => void
}

/** Draws curves past React for as long as a gesture is under way. */
function useDrawing(): Drawing {
  const hand = useRef<ChartHand>(null)
  return {
    hand,
    preview: curves => curves !== undefined && hand.current?.draw(curves) === true,
    settle: () => hand.current?.settle(),
  }
}

interface ChartProps extends PayoffPanelProps {
  readonly drawing: Drawing
  readonly model: Drawable
  readonly range: Range | undefined
  readonly isDragging: boolean
  readonly onDrag: (dragging: boolean) => void
}

function Chart({ name, model, currency, reference, choice, handles, curvesOf, drawing, range, isDragging, onDrag }: ChartProps) {
  const { hand, preview, settle } = drawing
  return (
    <PayoffChart
      label={`Payoff of ${choice.payoffView === 'draft' ? name : choice.payoffView === 'book' ? 'the book' : `the book with ${name}`}`}
      curves={model.curves}
      currency={currency}
      spot={reference?.price}
      spotLabel={reference?.source}
      breakEvens={model.breakEvens}
      bands={model.outlook?.bands}
      taken={choice.payoffView === 'book' ? undefined : scales => gripsOf(handles.legs, scales)}
      xDomain={range}
      isQuiet={isDragging}
      hand={hand}
      kinks={model.kind === 'exact' ? model.payoff.points.slice(1).map(point => ({ x: point.price, y: point.value })) : undefined}
    >
      {scales =>
        choice.payoffView === 'book' ? null : (
          <StrikeHandles {...handles} scales={scales} onDrag={onDrag} preview={legs => preview(curvesOf(legs))} settle={settle} />
        )
      }
    </PayoffChart>
  )
}

/** Prices shown: those of the model, held while a handle is dragged so that the ground does not move under it. */
function useHeldRange(model: PayoffModel): {
  readonly range: Range | undefined
  readonly isDragging: boolean
  readonly onDrag: (dragging: boolean) => void
} {
  const [saved, keep] = useState<Range>()
  const xs = model.kind === 'none' ? undefined : model.curves[0]?.xs
  const range = saved ?? (xs === undefined ? undefined : ([xs[0] ?? 0, xs[xs.length - 1] ?? 1] as const))
  return { range, isDragging: saved !== undefined, onDrag: dragging => keep(dragging ? range : undefined) }
}
