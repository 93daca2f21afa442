import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { Field, type FieldBasics } from './field.tsx'

export interface TextAreaProps extends FieldBasics {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly rows: number
  readonly placeholder?: string | undefined
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  value,
  onChange,
  rows,
  placeholder,
}: TextAreaProps): ReactNode {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {wiring => (
        <div className={cx(styles.box, styles.area)} data-invalid={error !== undefined}>
          <textarea
            {...wiring}
            className={styles.input}
            rows={rows}
            value={value}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            onChange={event => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
