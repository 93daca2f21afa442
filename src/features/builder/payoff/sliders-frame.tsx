/** What stands around the sliders of the scenario: their row, what the scenario says of the present price, and the way back. */
import type { ReactNode } from 'react'
import { payoffBefore } from '../../../pricing/payoff-before.ts'
import type { ChosenScenario, Scene } from '../../../pricing/portfolio/payoff-model.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { SliderProps } from '../../../ui/controls/slider.tsx'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { dayText } from '../../../ui/format/format-time.ts'
import styles from './payoff-panel.module.css'

interface SlidersFrameProps {
  readonly scene: Scene | undefined
  readonly scenario: ChosenScenario
  readonly currency: string
  readonly onReset: () => void
  readonly children: ReactNode
}

export function SlidersFrame({ scene, scenario, currency, onReset, children }: SlidersFrameProps) {
  const { timePart, volatilityShift, zoom = 1 } = scenario
  const isPresent = timePart === 0 && volatilityShift === 0 && zoom === 1
  return (
    <>
      <div className={styles.sliders}>{children}</div>
      <div className={styles.readout}>
        <output className="tabular" data-testid="scenario-readout">
          {scene === undefined ? null : readout(scene, currency)}
        </output>
        <Button size="sm" variant="quiet" disabled={isPresent} onClick={onReset}>
          Reset
        </Button>
      </div>
    </>
  )
}

const zoomText = (percent: number): string => `${formatNumber(percent / 100, { places: 1 })} ×`

export const zoomSlider = ({ zoom = 1 }: ChosenScenario, choose: (zoom: number) => void): SliderProps => ({
  label: 'Zoom',
  value: Math.round(zoom * 100),
  min: 20,
  max: 300,
  step: 10,
  format: zoomText,
  formatMoved: zoomText,
  onChange: percent => choose(percent / 100),
})

/** "P&L at 97,500 on 18 Dec, +5 pts: +1,240 USD": at the price that the chart marks. */
function readout({ legs, cost, underlying, scenario, nowMs }: Scene, currency: string): string {
  const value = payoffBefore(legs, cost, scenario, Float64Array.of(underlying))[0] ?? 0
  const when = scenario.atMs === nowMs ? 'today' : `on ${dayText(scenario.atMs)}`
  const points =
    scenario.volatilityShift === 0 ? '' : `, IV ${formatNumber(scenario.volatilityShift * 100, { places: 0, sign: 'always' })} pts`
  return `P&L at ${priceText(underlying)} ${when}${points}: ${formatAmountNumber(value, { places: 2, sign: 'always' })} ${currency}`
}
