import type { KeyboardEvent, ReactNode } from 'react'
import type { Decimal } from '../../domain/decimal.ts'
import { stepDecimal, tidyDecimalText } from './step-decimal.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

export interface DecimalInputProps extends Omit<TextInputProps, 'type' | 'mono' | 'align' | 'inputMode' | 'autoComplete'> {
  /** ↑ and ↓ move by it (Shift: ten of it); without it they do nothing. */
  readonly step?: Decimal | undefined
  readonly allowNegative?: boolean | undefined
}

/** Decimal text in, decimal text out: what is typed stays as typed and is judged by the caller with `parseTypedDecimal`. */
export function DecimalInput({ step, allowNegative = false, value, onChange, onKeyDown, ...rest }: DecimalInputProps): ReactNode {
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event)
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0 || step === undefined || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    onChange(stepDecimal(value, step, direction * (event.shiftKey ? 10 : 1), allowNegative))
  }
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={text => onChange(tidyDecimalText(text))}
      onKeyDown={press}
      align="right"
      inputMode="decimal"
    />
  )
}
