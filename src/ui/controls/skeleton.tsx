import type { ReactNode } from 'react'
import styles from './notes.module.css'

/** Grey bars where rows will be. */
export function Skeleton(): ReactNode {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: 6 }, (_, row) => (
        // Rows have no identity but their place.
        <div key={row} className={styles.skeletonRow} />
      ))}
    </div>
  )
}
