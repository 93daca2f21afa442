import { Children, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './fitting-line.module.css'

export interface FittingLineProps {
  /** Parts in reading order; those that are no text or element are left out. */
  readonly children: ReactNode
  /** The end at which the part stands that stays longest. */
  readonly keep?: 'start' | 'end' | 'ellipsis' | undefined
  readonly className?: string | undefined
}

/**
 * One line whose parts leave whole, one after the other, where there is no room for them: the part at the kept end goes last, and none is
 * ever cut. With `ellipsis` there is one part, which shortens first and leaves below four letters. What has left is still read out.
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
