import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

export interface CheckboxProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
  readonly hint?: ReactNode
}

function Ticked({ label, checked, onChange, disabled, hint, role }: CheckboxProps & { role?: 'switch' }): ReactNode {
  const hintId = useId()
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          role={role}
          className={role === 'switch' ? styles.switch : styles.checkbox}
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

export function Checkbox(props: CheckboxProps): ReactNode {
  return <Ticked {...props} />
}

/** A checkbox that takes effect at once. */
export function Switch(props: CheckboxProps): ReactNode {
  return <Ticked {...props} role="switch" />
}
