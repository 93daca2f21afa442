/** The payoff before the program is there: what its panel will show, drawn of the same parts. The plot is drawn when the room that it has is known. */
import type { ListedChains } from '../../../domain/listed-universe.ts'
import { legQuote } from '../../../pricing/market/leg-quotes.ts'
import { presentScenario } from '../../../pricing/portfolio/payoff-model.ts'
import charts from '../../../ui/charts/charts.module.css'
import { payoffScales } from '../../../ui/charts/payoff-geometry.ts'
import { ChartFigure, CurvesView, curvePaths, overlayScales, PlotLayers, plotDomains } from '../../../ui/charts/payoff-plot.tsx'
import { dateSlider, volatilitySlider } from '../../../ui/charts/scenario-sliders.tsx'
import { SegmentedView } from '../../../ui/controls/segmented.tsx'
import { type SliderProps, SliderView } from '../../../ui/controls/slider.tsx'
import { PanelFrame } from '../../../ui/panel/panel-frame.tsx'
import type { Draft } from '../draft/draft.ts'
import { type Effects, EffectsTable } from '../payoff/effects-table.tsx'
import panel from '../payoff/payoff-panel.module.css'
import { Basis, formChoice, PayoffFrame, plotOf, rangeOf, viewChoice } from '../payoff/payoff-frame.tsx'
import { handlesDrawing, isOf } from '../payoff/handle-drawing.ts'
import { SlidersFrame, zoomSlider } from '../payoff/sliders-frame.tsx'
import { StrikeGrip } from '../payoff/strike-grip.tsx'
import strikes from '../payoff/strike-handles.module.css'
import type { FirstPayoff } from './first-figures.ts'
import { IconRoom } from './icon-room.tsx'

const nothing = (): void => undefined
/** Of a drag alone. */
const noFigures = () => ({ quote: legQuote(undefined), delta: undefined })

/** In the room that they take, until they are reckoned. */
const noEffects: Effects = { draft: undefined, before: undefined, after: undefined, horizonMs: undefined }

interface FirstPayoffProps {
  readonly payoff: FirstPayoff
  readonly draft: Draft
}

export function FirstPayoffPanel({ payoff, draft }: FirstPayoffProps) {
  const { model, currency, priceSource, quantity } = payoff
  const { label, curves } = plotOf({ ...payoff, payoffView: 'draft', legs: draft.legs })
  return (
    <PanelFrame
      name="Payoff"
      title="Payoff"
      kind="ready"
      toolbar={
        <>
          <Basis payoffView="draft" priceSource={priceSource} />
          <SegmentedView {...viewChoice('draft', false)} name="first-view" onChange={nothing} />
        </>
      }
      tools={<IconRoom px={12} />}
    >
      <PayoffFrame
        model={model}
        currency={currency}
        quantity={quantity}
        strip={null}
        forms={<SegmentedView {...formChoice('chart')} name="first-form" onChange={nothing} />}
        pins={
          <span className={panel.pins}>
            <IconRoom px={13} />
          </span>
        }
        isDouble={false}
        chart={<ChartFigure label={label} testId="payoff-chart" curves={curves} />}
        ruler={null}
        sliders={<FirstSliders payoff={payoff} />}
        effects={<FirstEffects payoff={payoff} effects={noEffects} />}
      />
    </PanelFrame>
  )
}

export const FirstEffects = ({ payoff, effects }: { readonly payoff: FirstPayoff; readonly effects: Effects }) => (
  <EffectsTable effects={effects} underlying={payoff.reference?.price} currency={payoff.currency} />
)

function FirstSliders({ payoff: { model, currency } }: { readonly payoff: FirstPayoff }) {
  const { scene } = model
  return (
    <SlidersFrame scene={scene} scenario={presentScenario} currency={currency} onReset={nothing}>
      {scene === undefined || scene.expiries.length === 0 ? null : (
        <>
          <FirstSlider
            slider={dateSlider({ nowMs: scene.nowMs, expiries: scene.expiries, timePart: presentScenario.timePart, onChange: nothing })}
          />
          <FirstSlider slider={volatilitySlider({ shift: presentScenario.volatilityShift, onChange: nothing })} />
        </>
      )}
      <FirstSlider slider={zoomSlider(presentScenario, nothing)} />
    </SlidersFrame>
  )
}

function FirstSlider({ slider: { format = String, ...slider } }: { readonly slider: SliderProps }) {
  return <SliderView {...slider} text={format(slider.value)} id={`first-${slider.label}`} />
}

interface FirstPlotProps {
  readonly payoff: FirstPayoff
  readonly draft: Draft
  readonly listed: ListedChains
  /** Of the stage, whole px. */
  readonly width: number
  readonly height: number
}

export function FirstPlot({ payoff, draft: { legs, side }, listed, width, height }: FirstPlotProps) {
  const range = rangeOf(payoff.model)
  const plot = { ...plotOf({ ...payoff, payoffView: 'draft', legs }), xDomain: range }
  const scales = payoffScales(width, height, ...plotDomains(plot))
  const over = overlayScales(scales)
  const current = legs[0]?.symbol
  const handles = handlesDrawing({ legs, side, listed, scales: over, figuresOf: noFigures, current }, undefined)
  return (
    <svg className={charts.plot} width={width} height={height}>
      <g aria-hidden="true">
        <PlotLayers {...plot} scales={scales}>
          <CurvesView id="first" curves={plot.curves} paths={curvePaths(plot.curves, scales)} scales={scales} />
        </PlotLayers>
      </g>
      <g>
        <path className={strikes.ticks} data-ticks="" d={handles.ticks} aria-hidden />
        {handles.grips.map(grip => (
          <StrikeGrip key={grip.strike} drawing={grip} active={false} isCurrent={isOf(grip.handle, current)} />
        ))}
      </g>
    </svg>
  )
}
