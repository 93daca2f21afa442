import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

export interface CheckboxProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
  readonly hint?: ReactNode
}

export function Checkbox({ label, checked, onChange, disabled, hint }: CheckboxProps): ReactNode {
  const hintId = useId()
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={event => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <span id={hintId} className={styles.checkHint}>
          {hint}
        </span>
      )}
    </div>
  )
}
