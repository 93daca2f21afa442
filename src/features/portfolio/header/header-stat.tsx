/** One figure of the header; pressing it explains it. */
import type { ReactNode } from 'react'
import { Tooltip } from '../../../ui/controls/tooltip.tsx'
import styles from './header.module.css'

interface HeaderStatProps {
  readonly label: string
  readonly value: ReactNode
  /** Under the value: of what, or what is missing. */
  readonly hint?: ReactNode
  /** On hover and focus: the whole hint where it may be cut short. */
  readonly title?: string | undefined
  readonly stale: boolean
  readonly onExplain: () => void
  readonly testId: string
}

export function HeaderStat({ label, value, hint, title, stale, onExplain, testId }: HeaderStatProps) {
  return (
    <Tooltip content={`${title === undefined ? label : title}. Press to see what it is made of.`}>
      <button type="button" className={styles.stat} aria-haspopup="dialog" data-stale={stale} data-testid={testId} onClick={onExplain}>
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{value}</span>
        <span className={styles.hint}>{hint}</span>
      </button>
    </Tooltip>
  )
}

/** The same in the second line, small. */
export function HeaderNote({ label, value, stale, onExplain, testId }: Omit<HeaderStatProps, 'hint' | 'title'>) {
  return (
    <button type="button" className={styles.note} aria-haspopup="dialog" data-stale={stale} data-testid={testId} onClick={onExplain}>
      <span className={styles.label}>{label}</span> <span className={styles.noteValue}>{value}</span>
    </button>
  )
}
