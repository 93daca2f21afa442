import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { Field, type FieldBasics } from './field.tsx'

export interface TextInputProps extends FieldBasics {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string | undefined
  readonly suffix?: ReactNode
  readonly type?: 'text' | 'search' | 'password' | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  readonly onEnter?: (() => void) | undefined
  readonly onBlur?: (() => void) | undefined
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  readonly disabled?: boolean | undefined
  readonly name?: string | undefined
  readonly mono?: boolean | undefined
  readonly align?: 'left' | 'right' | undefined
  readonly inputMode?: 'decimal' | 'text' | undefined
}

export function TextInput({
  label,
  hint,
  error,
  hideLabel,
  value,
  onChange,
  suffix,
  type = 'text',
  inputRef,
  onEnter,
  onBlur,
  onKeyDown,
  ...rest
}: TextInputProps): ReactNode {
  const { placeholder, disabled, name, mono = false, align = 'left', inputMode } = rest
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event)
    if (type === 'search' && event.key === 'Escape' && value !== '') onChange('')
    if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) onEnter?.()
  }
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {wiring => (
        <div className={styles.box} data-invalid={error !== undefined} data-disabled={disabled === true}>
          <input
            {...wiring}
            ref={inputRef}
            className={cx(styles.input, mono && styles.mono, align === 'right' && styles.right)}
            type={type}
            value={value}
            name={name}
            placeholder={placeholder}
            disabled={disabled}
            inputMode={inputMode}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={event => onChange(event.target.value)}
            onKeyDown={press}
            onBlur={onBlur}
          />
          {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
        </div>
      )}
    </Field>
  )
}
