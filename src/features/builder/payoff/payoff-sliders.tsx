/** Date, volatility and prices of the scenario looked at. */
import type { ChosenScenario, Scene } from '../../../pricing/portfolio/payoff-model.ts'
import { DateSlider, VolatilitySlider } from '../../../ui/charts/scenario-sliders.tsx'
import { Slider } from '../../../ui/controls/slider.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import styles from './payoff-panel.module.css'

interface PayoffSlidersProps {
  readonly scene: Scene | undefined
  readonly scenario: ChosenScenario
  readonly choose: (scenario: ChosenScenario) => void
}

export function PayoffSliders({ scene, scenario, choose }: PayoffSlidersProps) {
  const { zoom = 1 } = scenario
  return (
    <div className={styles.sliders}>
      {scene === undefined || scene.expiries.length === 0 ? null : (
        <>
          <DateSlider
            nowMs={scene.nowMs}
            expiries={scene.expiries}
            timePart={scenario.timePart}
            onChange={timePart => choose({ ...scenario, timePart })}
          />
          <VolatilitySlider shift={scenario.volatilityShift} onChange={volatilityShift => choose({ ...scenario, volatilityShift })} />
        </>
      )}
      <Slider
        label="Zoom"
        value={Math.round(zoom * 100)}
        min={20}
        max={300}
        step={10}
        format={percent => `${formatNumber(percent / 100, { places: 1 })} × range`}
        onChange={percent => choose({ ...scenario, zoom: percent / 100 })}
      />
    </div>
  )
}
