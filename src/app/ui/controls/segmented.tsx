import { type ReactNode, memo, useCallback, useId, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './choice.module.css'
import type { Option } from './option.ts'

export interface SegmentedProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  /** Small, and its label only read out unless `hideLabel` is false. */
  readonly compact?: boolean | undefined
  readonly hideLabel?: boolean | undefined
  readonly tone?: 'accent' | 'side' | undefined
  readonly wide?: boolean | undefined
}

/**
 * Options side by side: a radio group with its keyboard. Re-renders only if an option changes, since callers render
 * with each poll, often with a new `onChange` and equal `options`.
 */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactNode {
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const choose = useCallback((value: string): void => {
    const { options, onChange } = latest.current
    const chosen = options.find(option => option.value === value)
    if (chosen !== undefined) onChange(chosen.value)
  }, [])
  return <Choices {...props} onChange={choose} />
}

const isSameOption = (a: Option, b: Option | undefined): boolean =>
  a.value === b?.value && a.label === b.label && a.hint === b.hint && a.disabled === b.disabled

function isSame(
  { options: before, ...a }: SegmentedProps<string>,
  { options: after, ...b }: SegmentedProps<string>,
): boolean {
  const isAlike =
    a.label === b.label &&
    a.value === b.value &&
    a.compact === b.compact &&
    a.hideLabel === b.hideLabel &&
    a.tone === b.tone &&
    a.wide === b.wide &&
    a.onChange === b.onChange
  if (!isAlike) return false
  return (
    before === after ||
    (before.length === after.length && before.every((option, at) => isSameOption(option, after[at])))
  )
}

const Choices = memo(function Choices({
  label,
  value,
  options,
  onChange,
  compact = false,
  hideLabel = compact,
  tone = 'accent',
  wide = false,
}: SegmentedProps<string>): ReactNode {
  const name = useId()
  return (
    <fieldset className={cx(styles.group, compact && styles.sm, wide && styles.wide, tone === 'side' && styles.side)}>
      <legend className={hideLabel ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={styles.track}>
        {options.map(option => (
          <label key={option.value} className={styles.choice} data-value={option.value} title={option.hint}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              // A press on the checked option changes nothing in the browser, but it is a choice: a default may move.
              onClick={option.value === value ? () => onChange(option.value) : undefined}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}, isSame)
