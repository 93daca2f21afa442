/** Sliders for the scenario's date, volatility and price range. */
import { payoffBefore } from '../../../../core/pricing/payoff-before.ts'
import { type ChosenScenario, presentScenario, type Scene } from '../../../../core/pricing/portfolio/payoff-model.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { DateSlider, VolatilitySlider } from '../../../ui/charts/scenario-sliders.tsx'
import { useFollowing } from '../../../ui/charts/use-following.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Slider } from '../../../ui/controls/slider.tsx'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { dayText } from '../../../ui/format/format-time.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import styles from './payoff-panel.module.css'

interface PayoffSlidersProps {
  readonly scene: Scene | undefined
  readonly scenario: ChosenScenario
  readonly choose: (scenario: ChosenScenario) => void
  readonly preview: (scenario: ChosenScenario) => boolean
  readonly settle: () => void
  readonly currency: string
}

export function PayoffSliders({ scene, scenario: chosen, choose, preview, settle, currency }: PayoffSlidersProps) {
  useAmountsHidden()
  const { moved, move, forget } = useFollowing({ preview, choose, settle, isSame: isSameScenario })
  const current = (): ChosenScenario => moved() ?? chosen
  const scenario = current()
  const reset = (): void => {
    // Discards the preview.
    forget()
    choose(presentScenario)
  }
  const { timePart, volatilityShift, zoom = 1 } = scenario
  const isPresent = timePart === 0 && volatilityShift === 0 && zoom === 1
  return (
    <>
      <div className={styles.sliders}>
        {scene === undefined || scene.expiries.length === 0 ? null : (
          <>
            <DateSlider
              nowMs={scene.nowMs}
              expiries={scene.expiries}
              timePart={timePart}
              onChange={next => move({ ...current(), timePart: next })}
            />
            <VolatilitySlider
              shift={volatilityShift}
              onChange={next => move({ ...current(), volatilityShift: next })}
            />
          </>
        )}
        <Slider
          label="Zoom"
          value={Math.round(zoom * 100)}
          min={20}
          max={300}
          step={10}
          format={zoomText}
          formatMoved={zoomText}
          onChange={percent => move({ ...current(), zoom: percent / 100 })}
        />
      </div>
      <div className={styles.readout} data-present={isPresent}>
        <output data-testid="scenario-readout">{scene === undefined ? null : readout(scene, currency)}</output>
        <Button size="sm" variant="quiet" disabled={isPresent} onClick={reset}>
          Reset
        </Button>
      </div>
    </>
  )
}

const zoomText = (percent: number): string => `${formatNumber(percent / 100, { places: 1 })} ×`

/** "P&L at 97,500 on 18 Dec, +5 pts: +1,240 USD", at the chart's marked price. */
function readout({ legs, cost, underlying, scenario, nowMs }: Scene, currency: string): string {
  const value = payoffBefore(legs, cost, scenario, Float64Array.of(underlying))[0] ?? 0
  const when = scenario.atMs === nowMs ? 'today' : `on ${dayText(scenario.atMs)}`
  const points =
    scenario.volatilityShift === 0
      ? ''
      : `, IV ${formatNumber(scenario.volatilityShift * 100, { places: 0, sign: 'always' })} pts`
  return `P&L at ${priceText(underlying)} ${when}${points}: ${formatAmountNumber(value, { places: 2, sign: 'always' })} ${currency}`
}

export const isSameButZoom = (a: ChosenScenario, b: ChosenScenario): boolean =>
  a.timePart === b.timePart && a.volatilityShift === b.volatilityShift

const isSameScenario = (a: ChosenScenario, b: ChosenScenario): boolean => isSameButZoom(a, b) && a.zoom === b.zoom
