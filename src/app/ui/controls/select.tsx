import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldBasics } from './field.tsx'
import styles from './field.module.css'
import type { Option } from './option.ts'

export interface SelectProps<T extends string> extends FieldBasics {
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  /** Small, and its label only read out unless `hideLabel` is false. */
  readonly compact?: boolean | undefined
}

/** The native select, with its keyboard and mobile list, styled if the browser allows. */
export function Select<T extends string>({
  label,
  hint,
  error,
  compact = false,
  hideLabel = compact,
  value,
  options,
  onChange,
}: SelectProps<T>): ReactNode {
  const choose = (text: string): void => {
    const chosen = options.find(option => option.value === text)
    if (chosen !== undefined) onChange(chosen.value)
  }
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {wiring => (
        <select
          {...wiring}
          className={cx(styles.select, compact && styles.sm)}
          value={value}
          onChange={event => choose(event.target.value)}
        >
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.hint === undefined ? option.label : `${option.label} · ${option.hint}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
