/** Date, volatility and prices of the scenario looked at. Expiries before the last are stops of the date. */
import { shortExpiry } from '../../domain/instrument.ts'
import type { ChosenScenario, Scene } from '../../pricing/book/payoff-model.ts'
import { Slider } from '../../ui/controls/slider.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../ui/format/format-time.ts'
import styles from './payoff-panel.module.css'

interface PayoffSlidersProps {
  readonly scene: Scene | undefined
  readonly scenario: ChosenScenario
  readonly choose: (scenario: ChosenScenario) => void
}

const steps = 100

export function PayoffSliders({ scene, scenario, choose }: PayoffSlidersProps) {
  const { zoom = 1 } = scenario
  return (
    <div className={styles.sliders}>
      {scene === undefined || scene.expiries.length === 0 ? null : <DateSlider scene={scene} scenario={scenario} choose={choose} />}
      {scene === undefined || scene.expiries.length === 0 ? null : (
        <Slider
          label="Volatility"
          value={Math.round(scenario.volatilityShift * 100)}
          min={-30}
          max={30}
          step={1}
          format={points => (points === 0 ? 'as now' : `${formatNumber(points, { places: 0, sign: 'always' })} points`)}
          onChange={points => choose({ ...scenario, volatilityShift: points / 100 })}
        />
      )}
      <Slider
        label="Prices"
        value={Math.round(zoom * 100)}
        min={20}
        max={300}
        step={10}
        format={percent => (percent === 100 ? 'usual range' : `${formatNumber(percent / 100, { places: 1 })} × the range`)}
        onChange={percent => choose({ ...scenario, zoom: percent / 100 })}
      />
    </div>
  )
}

function DateSlider({ scene, scenario, choose }: PayoffSlidersProps & { readonly scene: Scene }) {
  const { nowMs, expiries } = scene
  const whole = Math.max(1, (expiries.at(-1) ?? nowMs) - nowMs)
  /** Steps that stand for an expiry, exactly. */
  const stops = new Map(expiries.map(expiryMs => [Math.round(((expiryMs - nowMs) / whole) * steps), expiryMs] as const))
  const words = (step: number): string => {
    const stop = stops.get(step)
    if (step === 0) return 'now'
    return stop === undefined ? `in ${formatDaysLeft((whole * step) / steps)}` : `expiry ${shortExpiry(stop)}`
  }
  const take = (step: number) => {
    const stop = step === 0 ? nowMs : (stops.get(step) ?? nowMs + (whole * step) / steps)
    choose({ ...scenario, timePart: (stop - nowMs) / whole })
  }
  const step = Math.round(scenario.timePart * steps)
  return <Slider label="Date" value={step} min={0} max={steps} step={1} format={words} onChange={take} />
}
