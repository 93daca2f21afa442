import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export interface FieldWiring {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldBasics {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
  readonly hideLabel?: boolean | undefined
}

type FieldProps = FieldBasics & { readonly children: (wiring: FieldWiring) => ReactNode }

/** Label above, hint or error below. An error hides the hint visually; both are read out. */
export function Field({ label, hint, error, hideLabel = false, children }: FieldProps): ReactNode {
  const id = useId()
  const hinted = hint !== undefined && hint !== null && hint !== false
  const describedBy = [hinted && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(part => part !== false)
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
      {hinted && (
        <span id={`${id}-hint`} className={error === undefined ? styles.hint : 'visually-hidden'}>
          {hint}
        </span>
      )}
    </div>
  )
}
