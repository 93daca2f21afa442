/** Sliders of a scenario: its date, on which every expiry is a stop, and a shift of all volatilities. */
import { shortExpiry } from '../../domain/instrument.ts'
import { dayMs } from '../../domain/time.ts'
import { Slider } from '../controls/slider.tsx'
import { formatNumber } from '../format/format-decimal.ts'
import { dayText, formatDaysLeft } from '../format/format-time.ts'

interface DateSliderProps {
  readonly nowMs: number
  /** Ascending; the last is the end of the slider. */
  readonly expiries: readonly number[]
  /** Part of the time to the last expiry. */
  readonly timePart: number
  readonly onChange: (timePart: number) => void
}

const steps = 100

/** Short, for the room beside a slider's label. */
const aheadText = (ms: number): string => (ms >= 3 * dayMs ? `${formatNumber(ms / dayMs, { places: 0 })} d` : formatDaysLeft(ms))

export function DateSlider({ nowMs, expiries, timePart, onChange }: DateSliderProps) {
  const whole = Math.max(1, (expiries.at(-1) ?? nowMs) - nowMs)
  /** Steps that stand for an expiry, exactly. */
  const stops = new Map(expiries.map(expiryMs => [Math.round(((expiryMs - nowMs) / whole) * steps), expiryMs] as const))
  const text = (step: number): string => {
    const stop = stops.get(step)
    if (step === 0) return 'today'
    if (stop !== undefined) return `expiry ${shortExpiry(stop)}`
    const aheadMs = (whole * step) / steps
    return `${dayText(nowMs + aheadMs)}, ${aheadText(aheadMs)}`
  }
  const take = (step: number) => {
    const stop = step === 0 ? nowMs : (stops.get(step) ?? nowMs + (whole * step) / steps)
    onChange((stop - nowMs) / whole)
  }
  const step = Math.round(timePart * steps)
  return <Slider label="Date" value={step} min={0} max={steps} step={1} format={text} onChange={take} />
}

interface VolatilitySliderProps {
  /** Added to every volatility: 0.05 is five points. */
  readonly shift: number
  readonly onChange: (shift: number) => void
}

const pointsText = (points: number): string => (points === 0 ? '±0 pts' : `${formatNumber(points, { places: 0, sign: 'always' })} pts`)

export function VolatilitySlider({ shift, onChange }: VolatilitySliderProps) {
  return (
    <Slider
      label="Volatility"
      value={Math.round(shift * 100)}
      min={-30}
      max={30}
      step={1}
      format={pointsText}
      onChange={points => onChange(points / 100)}
    />
  )
}
