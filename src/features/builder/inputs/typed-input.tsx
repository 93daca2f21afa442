/** The field of an input that can be typed over, without what typing does: also drawn before the program is there. */
import type { ComponentPropsWithRef } from 'react'
import styles from './typed.module.css'

export interface TypedLook {
  readonly label: string
  /** What holds, as it reads. */
  readonly shown: string
  readonly isTyped: boolean
  readonly title?: string | undefined
}

interface TypedInputProps
  extends TypedLook,
    Pick<ComponentPropsWithRef<'input'>, 'ref' | 'onFocus' | 'onClick' | 'onChange' | 'onKeyDown' | 'onBlur'> {
  /** What is being typed; undefined where nothing is. */
  readonly text?: string | undefined
  readonly isWrong?: boolean
}

export function TypedInput({ label, shown, isTyped, title, text = shown, isWrong = false, ...given }: TypedInputProps) {
  const { ref, onFocus, onClick, onChange, onKeyDown, onBlur } = given
  return (
    <input
      {...{ ref, onFocus, onClick, onChange, onKeyDown, onBlur }}
      className={styles.input}
      aria-label={label}
      aria-invalid={isWrong}
      data-typed={isTyped}
      title={title}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      size={Math.max(5, text.length)}
      value={text}
    />
  )
}
