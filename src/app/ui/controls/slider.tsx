import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { writeText } from '../write-text.ts'
import styles from './choice.module.css'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
  readonly format: (value: number) => string
  /**
   * If set, the slider and this text follow the pointer without re-rendering the owner. The next render resets it to
   * `value`.
   */
  readonly formatMoved?: ((value: number) => string) | undefined
  readonly hideLabel?: boolean | undefined
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  format,
  formatMoved,
  hideLabel = false,
}: SliderProps): ReactNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const output = useRef<HTMLOutputElement>(null)
  const say = (text: string): void => {
    input.current?.setAttribute('aria-valuetext', text)
    writeText(output.current, text)
  }
  const text = format(value)
  // After each render: restore the value that React knows.
  useLayoutEffect(() => {
    if (formatMoved === undefined) return
    if (input.current !== null && input.current.valueAsNumber !== value) input.current.valueAsNumber = value
    say(text)
  })
  const change = (to: number): void => {
    onChange(to)
    if (formatMoved !== undefined) say(formatMoved(to))
  }
  return (
    <div className={styles.group} data-follows={formatMoved === undefined ? undefined : ''}>
      <div className={hideLabel ? 'visually-hidden' : styles.sliderHead}>
        <label htmlFor={id}>{label}</label>
        <output ref={output} htmlFor={id} className={styles.sliderValue}>
          {text}
        </output>
      </div>
      <input
        ref={input}
        id={id}
        type="range"
        className={styles.slider}
        min={min}
        max={max}
        step={step}
        {...(formatMoved === undefined ? { value } : { defaultValue: value })}
        aria-valuetext={text}
        onChange={event => change(event.target.valueAsNumber)}
      />
    </div>
  )
}
