import { type ChangeEvent, type ReactNode, useId } from 'react'
import styles from './choice.module.css'

export interface CheckboxProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
  readonly hint?: ReactNode
}

function Ticked({ label, checked, onChange, disabled, hint, isSwitch = false }: CheckboxProps & { isSwitch?: boolean }): ReactNode {
  const hintId = useId()
  const shared = {
    type: 'checkbox',
    checked,
    disabled,
    'aria-describedby': hint === undefined ? undefined : hintId,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.checked),
  }
  return (
    <div>
      <label className={styles.check}>
        {isSwitch ? (
          <input {...shared} role="switch" aria-checked={checked} className={styles.switch} />
        ) : (
          <input {...shared} className={styles.checkbox} />
        )}
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
  return <Ticked {...props} isSwitch />
}
