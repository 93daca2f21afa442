import type { ReactNode } from 'react'
import styles from './notes.module.css'

export interface StatProps {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly title?: string | undefined
}

export function Stat({ label, value, title }: StatProps): ReactNode {
  return (
    <div className={styles.stat} title={title}>
      <span className={styles.statLabel}>{label}</span>
      <span className={styles.statValue}>{value}</span>
    </div>
  )
}
