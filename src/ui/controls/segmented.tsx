import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './choice.module.css'
import type { Option } from './option.ts'

export interface SegmentedProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  readonly hideLabel?: boolean | undefined
  /** `side` gives the choices "buy" and "sell" their colour. */
  readonly tone?: 'accent' | 'side' | undefined
  readonly size?: 'md' | 'sm' | undefined
  /** Takes the whole width. */
  readonly wide?: boolean | undefined
}

/** A few choices side by side: a radio group, with the radio group's keyboard. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  hideLabel,
  tone = 'accent',
  size = 'md',
  wide = false,
}: SegmentedProps<T>): ReactNode {
  const name = useId()
  return (
    <fieldset className={cx(styles.group, size === 'sm' && styles.sm, wide && styles.wide, tone === 'side' && styles.side)}>
      <legend className={hideLabel === true ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={styles.track}>
        {options.map(option => (
          <label key={option.value} className={styles.choice} data-value={option.value} title={option.hint}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
