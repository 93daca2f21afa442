import { Children, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './fitting-line.module.css'

export interface FittingLineProps {
  /** Parts in reading order; anything but text and elements is ignored. */
  readonly children: ReactNode
  /** The end whose part stays longest. */
  readonly keep?: 'start' | 'end' | 'ellipsis' | undefined
  readonly className?: string | undefined
}

/**
 * One line whose parts disappear whole when there is no room, those at the kept end last; none is cut. With `ellipsis`
 * there is one part, which is shortened and disappears below four letters. Hidden parts are still read out.
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
