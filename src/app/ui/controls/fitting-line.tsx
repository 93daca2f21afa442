import { Children, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './fitting-line.module.css'

export interface FittingLineProps {
  /** Parts in reading order; other values than text and elements are ignored. */
  readonly children: ReactNode
  readonly keep?: 'start' | 'end' | 'ellipsis' | undefined
  readonly className?: string | undefined
}

/**
 * One line that hides whole parts when there is no room, those at the `keep` end last. With `ellipsis` the only part
 * is shortened, and hidden below four letters. Screen readers still read hidden parts.
 */
export function FittingLine({ children, keep = 'start', className }: FittingLineProps): ReactNode {
  return (
    <span className={cx(styles.line, styles[keep], className)} data-fitting={keep}>
      {Children.map(Children.toArray(children), part => (
        <span className={styles.part}>{part}</span>
      ))}
    </span>
  )
}
