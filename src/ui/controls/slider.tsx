import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

export interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
  readonly format?: ((value: number) => string) | undefined
  readonly hideLabel?: boolean | undefined
}

export function Slider({ label, value, min, max, step, onChange, format = String, hideLabel = false }: SliderProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.group}>
      <div className={hideLabel ? 'visually-hidden' : styles.sliderHead}>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className={styles.sliderValue}>
          {format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
