/**
 * Payoff of the draft, of the portfolio of its base, or of both: chart with strike handles, scenario tables, and the
 * order's effect. Without inputs nothing is shown.
 */
import { type RefObject, useRef, useState } from 'react'
import { parseInstrumentName } from '../../../../core/domain/instrument.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import type { ChosenScenario, Curve, PayoffModel } from '../../../../core/pricing/portfolio/payoff-model.ts'
import type { ChartHand, DrawnOver } from '../../../ui/charts/curve-paths.ts'
import { PayoffChart } from '../../../ui/charts/payoff-chart.tsx'
import type { Range } from '../../../ui/charts/payoff-geometry.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useIsUltrawide } from '../../../ui/panel/use-width.ts'
import { OverrideStrip } from '../inputs/override-strip.tsx'
import { InputsTable, type ModelInputs } from './inputs-table.tsx'
import {
  Basis,
  formChoice,
  type PayoffForm,
  type PayoffTable,
  plotOf,
  rangeOf,
  tableChoice,
  viewChoice,
} from './payoff-choices.tsx'
import styles from './payoff-panel.module.css'
import { type Drawable, PayoffResults } from './payoff-results.tsx'
import { isSameButZoom, PayoffSliders } from './payoff-sliders.tsx'
import { DateGrid, SliceTable, VolatilityGrid } from './payoff-tables.tsx'
import { StrikeHandles, type StrikeHandlesInputs } from './strike-handles.tsx'
import { StrikeRuler } from './strike-ruler.tsx'
import type { PayoffChoice } from './use-payoff.ts'
import { Pin as PinIcon, X } from 'lucide-react'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { keyOf, mostPins, type Pin, pin, unpin, usePins } from './pins.ts'

export function PinBar({ draft }: { readonly draft: Pin }) {
  const pins = usePins()
  return (
    <span className={styles.pins}>
      <IconButton
        size="sm"
        label="Pin this draft"
        title={`Draw this draft beside the next ones (up to ${mostPins})`}
        icon={<PinIcon size={13} />}
        onClick={() => pin(draft)}
      />
      {pins.map(each => (
        <Button
          key={keyOf(each)}
          size="sm"
          variant="quiet"
          icon={<X size={11} />}
          title={`Unpin ${each.title}`}
          onClick={() => unpin(each)}
        >
          {each.title}
        </Button>
      ))}
    </span>
  )
}

interface PayoffPanelProps {
  readonly name: string
  readonly model: PayoffModel
  readonly currency: string
  readonly reference: { readonly price: number; readonly source: string } | undefined
  readonly priceSource: string | undefined
  /** Number of packages; undefined if not a valid number. */
  readonly quantity: number | undefined
  readonly choice: PayoffChoice
  readonly isClosing: boolean
  readonly setChoice: (choice: PayoffChoice) => void
  readonly handles: StrikeHandlesInputs
  readonly curvesOf: (legs: readonly PackageLeg[]) => readonly Curve[] | undefined
  readonly curvesAt: (scenario: ChosenScenario) => readonly Curve[] | undefined
  readonly inputs: ModelInputs
}

export function PayoffPanel(props: PayoffPanelProps) {
  const { name, model, currency, reference, priceSource, quantity, choice, isClosing, setChoice, handles, inputs } =
    props
  const { payoffView } = choice
  const [tab, setTab] = useState<PayoffForm>('chart')
  const [table, setTable] = useState<PayoffTable>('dates')
  const drawing = useDrawing()
  const isUltrawide = useIsUltrawide()
  const { range, isDragging, onDrag } = useHeldRange(model)
  const isRuled =
    tab !== 'chart' &&
    !isUltrawide &&
    payoffView !== 'book' &&
    handles.legs.some(leg => parseInstrumentName(leg.symbol)?.product === 'option')
  // Results and axes show amounts.
  useAmountsHidden()
  return (
    <Panel
      label="Payoff"
      title="Payoff"
      toolbar={
        <>
          {model.kind === 'none' ? null : <Basis payoffView={payoffView} priceSource={priceSource} />}
          <Segmented
            {...viewChoice(payoffView, isClosing)}
            onChange={view => setChoice({ ...choice, payoffView: view })}
          />
        </>
      }
      state={model.kind === 'none' ? { kind: 'empty', title: model.why } : { kind: 'ready' }}
    >
      {model.kind === 'none' ? null : (
        <div className={styles.body}>
          <PayoffResults model={model} currency={currency} quantity={payoffView === 'draft' ? quantity : undefined} />
          <OverrideStrip base={inputs.surface.base} handle={inputs.typed} nowMs={inputs.surface.atMs} />
          {model.note === undefined ? null : <p className={styles.note}>{model.note}</p>}
          <div className={styles.tabs}>
            <Segmented {...formChoice(tab)} onChange={setTab} />
            {tab === 'table' || (isUltrawide && tab === 'chart') ? (
              <Segmented {...tableChoice(table)} onChange={setTable} />
            ) : null}
            {payoffView === 'draft' ? <PinBar draft={{ title: name, legs: executed(handles) }} /> : null}
          </div>
          <div className={styles.chart} data-double={isUltrawide && tab !== 'inputs'}>
            {tab === 'inputs' ? (
              <InputsTable {...inputs} />
            ) : (
              <>
                {tab === 'chart' || isUltrawide ? (
                  <Chart
                    {...props}
                    drawing={drawing}
                    model={model}
                    range={range}
                    isDragging={isDragging}
                    onDrag={onDrag}
                  />
                ) : (
                  <Scenarios table={table} model={model} currency={currency} />
                )}
                {isUltrawide ? <Scenarios table={table} model={model} currency={currency} /> : null}
              </>
            )}
          </div>
          {isRuled && range !== undefined ? (
            <StrikeRuler range={range} spot={reference?.price} handles={handles} onDrag={onDrag} />
          ) : null}
          <PayoffSliders
            currency={currency}
            scene={model.scene}
            scenario={choice.scenario}
            choose={scenario => setChoice({ ...choice, scenario })}
            preview={scenario =>
              drawing.preview(props.curvesAt(scenario), { isSame: isSameButZoom(scenario, choice.scenario) })
            }
            settle={drawing.settle}
          />
        </div>
      )}
    </Panel>
  )
}

const executed = ({ legs, side }: StrikeHandlesInputs): readonly PackageLeg[] =>
  legs.map(leg => ({ ...leg, ratio: leg.ratio * sideSign(side) }))

function Scenarios({
  table,
  model,
  currency,
}: {
  readonly table: PayoffTable
  readonly model: Drawable
  readonly currency: string
}) {
  const { scene } = model
  if (scene === undefined)
    return <p className={styles.note}>One of the legs has no volatility: there is no value before expiry.</p>
  if (table === 'dates') return <DateGrid scene={scene} currency={currency} />
  return table === 'slices' ? (
    <SliceTable scene={scene} currency={currency} />
  ) : (
    <VolatilityGrid scene={scene} currency={currency} />
  )
}

interface CurvePreview {
  readonly hand: RefObject<ChartHand | null>
  readonly preview: (curves: readonly Curve[] | undefined, over: DrawnOver) => boolean
  readonly settle: () => void
}

function useDrawing(): CurvePreview {
  const hand = useRef<ChartHand>(null)
  return {
    hand,
    preview: (curves, over) =>
      curves !== undefined && hand.current?.draw(curves, { prices: rangeOf({ curves }), ...over }) === true,
    settle: () => hand.current?.settle(),
  }
}

interface ChartProps extends PayoffPanelProps {
  readonly drawing: CurvePreview
  readonly model: Drawable
  readonly range: Range | undefined
  readonly isDragging: boolean
  readonly onDrag: (dragging: boolean) => void
}

function Chart({
  name,
  model,
  currency,
  reference,
  choice,
  handles,
  curvesOf,
  drawing,
  range,
  isDragging,
  onDrag,
}: ChartProps) {
  const { hand, preview, settle } = drawing
  return (
    <PayoffChart
      {...plotOf({ name, model, currency, reference, payoffView: choice.payoffView, legs: handles.legs })}
      xDomain={range}
      isQuiet={isDragging}
      hand={hand}
    >
      {scales =>
        choice.payoffView === 'book' ? null : (
          <StrikeHandles
            {...handles}
            scales={scales}
            onDrag={onDrag}
            preview={legs => preview(curvesOf(legs), { prices: range })}
            settle={settle}
          />
        )
      }
    </PayoffChart>
  )
}

function useHeldRange(model: PayoffModel): {
  readonly range: Range | undefined
  readonly isDragging: boolean
  readonly onDrag: (dragging: boolean) => void
} {
  const [saved, setSaved] = useState<Range>()
  const range = saved ?? (model.kind === 'none' ? undefined : rangeOf(model))
  return { range, isDragging: saved !== undefined, onDrag: dragging => setSaved(dragging ? range : undefined) }
}
