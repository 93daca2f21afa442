import type { KeyboardEvent, ReactNode } from 'react'
import { canonical, type Decimal, formatDecimal } from '../../domain/decimal.ts'
import { readNumber } from '../../domain/price-entry.ts'
import styles from './field.module.css'
import { stepDecimal } from './step-decimal.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

export interface DecimalInputProps extends Omit<TextInputProps, 'type' | 'mono' | 'align' | 'inputMode'> {
  /** What the number is a multiple of: ↑ and ↓ move by it, with Shift by ten of it. Without it they do nothing. */
  readonly step?: Decimal | undefined
  readonly allowNegative?: boolean | undefined
}

/** A size, a price or another number. What is typed stays as typed; the caller reads it by `typed-number`. What can be two numbers is asked about. */
export function DecimalInput({ step, allowNegative = false, value, onChange, onKeyDown, error, ...rest }: DecimalInputProps): ReactNode {
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event)
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0 || step === undefined || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    onChange(stepDecimal(value, step, direction * (event.shiftKey ? 10 : 1), allowNegative))
  }
  const read = step === undefined ? undefined : readNumber(value, step)
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={text => onChange(text.replace(/^\s*[−–]/, '-'))}
      onKeyDown={press}
      error={read?.kind === 'ambiguous' ? <Which readings={read.readings} choose={onChange} /> : error}
      align="right"
      inputMode="decimal"
    />
  )
}

interface WhichProps {
  readonly readings: readonly Decimal[]
  readonly choose: (text: string) => void
}

/** "3,500 or 3.5?" */
const Which = ({ readings, choose }: WhichProps) => (
  <span className={styles.which}>
    Which number?
    {readings.map(reading => (
      <button key={reading} type="button" onClick={() => choose(canonical(reading))}>
        {formatDecimal(reading)}
      </button>
    ))}
  </span>
)
