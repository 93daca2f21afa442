/** One figure of the header; pressing it explains it. A figure that is not known says why, with its last known value dimmed beside it. */
import type { ReactNode } from 'react'
import { type Gap, gapText } from '../../../account/gap.ts'
import { Tooltip } from '../../../ui/controls/tooltip.tsx'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import styles from './header.module.css'

export interface LastValue {
  readonly text: string
  /** Server time, ms. */
  readonly atMs: number
}

const lastText = ({ text, atMs }: LastValue): string => `Last known: ${text} at ${formatZoned(atMs)}`

interface HeaderStatProps {
  readonly label: string
  /** After the label, where there is room: ", USD per day". */
  readonly unit?: string | undefined
  readonly value: ReactNode
  /** Under the value: of what, or what is missing. */
  readonly hint?: ReactNode
  /** On hover and focus: the whole hint where it may be cut short. */
  readonly title?: string | undefined
  /** Why there is no value. */
  readonly gap?: Gap | undefined
  /** The last value that was known. */
  readonly last?: LastValue | undefined
  readonly stale: boolean
  readonly onExplain: () => void
  readonly testId: string
}

export function HeaderStat({ label, unit = '', value, hint, title, gap, last, stale, onExplain, testId }: HeaderStatProps) {
  const why = gap === undefined ? (title ?? `${label}${unit}`) : `${label} is not known: ${gapText(gap)}`
  const before = last === undefined ? '' : `. ${lastText(last)}`
  return (
    <Tooltip content={`${why}${before}. Press to see what it is made of.`}>
      <button type="button" className={styles.stat} aria-haspopup="dialog" data-stale={stale} data-testid={testId} onClick={onExplain}>
        <span className={styles.label}>
          {label}
          <span className={styles.unit}>{unit}</span>
        </span>
        <span className={styles.value}>
          {value}
          {last !== undefined && <Last last={last} />}
        </span>
        <span className={styles.hint}>{gap === undefined ? hint : <span className={styles.warning}>{gapText(gap)}</span>}</span>
      </button>
    </Tooltip>
  )
}

const Last = ({ last }: { readonly last: LastValue }) => (
  <span className={styles.last} data-testid="last-known">
    <span className="visually-hidden">last known </span>
    {last.text} <span className={styles.lastTime}>{formatZoned(last.atMs, 'time')}</span>
  </span>
)

/** The same in the second line, small. */
export function HeaderNote({ label, value, gap, last, stale, onExplain, testId }: Omit<HeaderStatProps, 'hint' | 'title' | 'unit'>) {
  return (
    <button
      type="button"
      className={styles.note}
      aria-haspopup="dialog"
      data-stale={stale}
      data-testid={testId}
      title={gap === undefined ? undefined : `${label} is not known: ${gapText(gap)}`}
      onClick={onExplain}
    >
      <span className={styles.label}>{label}</span> <span className={styles.noteValue}>{value}</span>
      {last !== undefined && <Last last={last} />}
    </button>
  )
}
