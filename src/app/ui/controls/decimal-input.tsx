import type { KeyboardEvent, ReactNode } from 'react'
import { type Decimal, formatDecimal } from '../../../core/domain/decimal.ts'
import { numberText, readNumber, refusedText, type TypedNumber } from '../../../core/domain/typed-number.ts'
import styles from './field.module.css'
import { stepDecimal } from './step-decimal.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

export interface DecimalInputProps extends Omit<TextInputProps, 'type' | 'mono' | 'align' | 'inputMode'> {
  /** Step of ↑ and ↓, tenfold with Shift. Without it they do nothing. */
  readonly step?: Decimal | undefined
  readonly allowNegative?: boolean | undefined
  readonly read?: ((text: string) => TypedNumber | undefined) | undefined
}

/**
 * An input for a size, price or other number; the caller parses the same text with `typed-number`. Asks about ambiguous
 * numbers and names invalid characters. Leading zeros are removed on blur.
 */
export function DecimalInput(props: DecimalInputProps): ReactNode {
  const { step, allowNegative = false, read: readText, value, onChange, onKeyDown, onBlur, error, ...rest } = props
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event)
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (
      direction === 0 ||
      step === undefined ||
      event.defaultPrevented ||
      event.altKey ||
      event.metaKey ||
      event.ctrlKey
    )
      return
    event.preventDefault()
    onChange(stepDecimal(value, step, direction * (event.shiftKey ? 10 : 1), allowNegative))
  }
  const read = readText === undefined ? readNumber(value, step) : readText(value)
  const refused = read?.kind === 'refused' ? refusedText(read.character) : undefined
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={text => onChange(text.replace(/^\s*[−–]/, '-'))}
      onKeyDown={press}
      onBlur={() => {
        if (read?.kind === 'number' && /^\D*0\d/.test(value)) onChange(numberText(read.value))
        onBlur?.()
      }}
      error={read?.kind === 'ambiguous' ? <Which readings={read.readings} choose={onChange} /> : (refused ?? error)}
      align="right"
      inputMode="decimal"
    />
  )
}

interface WhichProps {
  readonly readings: readonly Decimal[]
  readonly choose: (text: string) => void
}

const Which = ({ readings, choose }: WhichProps) => (
  <span className={styles.which}>
    Which number?
    {readings.map(reading => (
      <button key={reading} type="button" onClick={() => choose(numberText(reading))}>
        {formatDecimal(reading)}
      </button>
    ))}
  </span>
)
