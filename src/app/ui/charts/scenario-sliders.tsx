/** Scenario sliders: a date with a stop at each expiry, and a volatility shift. */
import { shortExpiry } from '../../../core/domain/instrument.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { Slider } from '../controls/slider.tsx'
import { formatNumber } from '../format/format-decimal.ts'
import { dayText, formatDaysLeft } from '../format/format-time.ts'

interface DateSliderProps {
  readonly nowMs: number
  /** Ascending; the last one is the slider's end. */
  readonly expiries: readonly number[]
  readonly timePart: number
  readonly onChange: (timePart: number) => void
}

const steps = 100

const aheadText = (ms: number): string =>
  ms >= 3 * dayMs ? `${formatNumber(ms / dayMs, { places: 0 })} d` : formatDaysLeft(ms)

function stopsOf(nowMs: number, expiries: readonly number[], whole: number): ReadonlyMap<number, number> {
  const stops = new Map<number, number>()
  let last = 0
  expiries.forEach((expiryMs, index) => {
    const roomAfter = steps - (expiries.length - 1 - index)
    last = Math.min(roomAfter, Math.max(last + 1, Math.round(((expiryMs - nowMs) / whole) * steps)))
    stops.set(last, expiryMs)
  })
  return stops
}

/** Relative distance within which an expiry counts as chosen, since time passes meanwhile. */
const near = 1 / steps / 4

export function DateSlider({ nowMs, expiries, timePart, onChange }: DateSliderProps) {
  const whole = Math.max(1, (expiries.at(-1) ?? nowMs) - nowMs)
  const stops = stopsOf(nowMs, expiries, whole)
  const partOf = (step: number): number =>
    step === 0 ? 0 : ((stops.get(step) ?? nowMs + (whole * step) / steps) - nowMs) / whole
  const stopOf = (part: number): number | undefined => {
    const awayOf = (at: number): number => Math.abs(partOf(at) - part)
    const [nearest] = [...stops.keys()].sort((a, b) => awayOf(a) - awayOf(b))
    return part !== 0 && nearest !== undefined && awayOf(nearest) < near ? nearest : undefined
  }
  /** Shows the exact chosen date, which need not be on a step. */
  const text = (part: number): string => {
    if (part === 0) return 'today'
    const expiryMs = stops.get(stopOf(part) ?? -1)
    return expiryMs === undefined
      ? `${dayText(nowMs + whole * part)}, ${aheadText(whole * part)}`
      : `expiry ${shortExpiry(expiryMs)}`
  }
  return (
    <Slider
      label="Date"
      value={stopOf(timePart) ?? Math.round(timePart * steps)}
      min={0}
      max={steps}
      step={1}
      format={() => text(timePart)}
      formatMoved={to => text(partOf(to))}
      onChange={to => onChange(partOf(to))}
    />
  )
}

interface VolatilitySliderProps {
  readonly shift: number
  readonly onChange: (shift: number) => void
}

const pointsText = (points: number): string =>
  points === 0 ? '±0 pts' : `${formatNumber(points, { places: Number.isInteger(points) ? 0 : 2, sign: 'always' })} pts`

export const VolatilitySlider = ({ shift, onChange }: VolatilitySliderProps) => (
  <Slider
    label="Volatility"
    value={Math.round(shift * 10_000) / 100}
    min={-30}
    max={30}
    step={1}
    format={pointsText}
    formatMoved={pointsText}
    onChange={points => onChange(points / 100)}
  />
)
