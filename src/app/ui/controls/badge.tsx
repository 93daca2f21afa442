import type { ReactNode } from 'react'
import styles from './notes.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'ok' | 'warning' | 'danger' | 'buy' | 'sell'

export interface BadgeProps {
  readonly tone?: BadgeTone | undefined
  readonly children: ReactNode
  readonly title?: string | undefined
  readonly testId?: string | undefined
}

export function Badge({ tone = 'neutral', children, title, testId }: BadgeProps): ReactNode {
  return (
    <span className={styles.badge} data-tone={tone} title={title} data-testid={testId}>
      {children}
    </span>
  )
}
