import type { ReactNode } from 'react'
import styles from './notes.module.css'

export interface StatProps {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly hint?: ReactNode
  readonly title?: string | undefined
  readonly stale?: boolean | undefined
  readonly testId?: string | undefined
}

/** A total in a header: small label over the figure. */
export function Stat({ label, value, hint, title, stale = false, testId }: StatProps): ReactNode {
  return (
    <div className={styles.stat} title={title} data-stale={stale} data-testid={testId}>
      <span className={styles.statLabel}>{label}</span>
      <span className={styles.statValue}>{value}</span>
      {hint !== undefined && <span className={styles.statHint}>{hint}</span>}
    </div>
  )
}
