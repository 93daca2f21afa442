import type { ReactNode } from 'react'
import styles from './notes.module.css'

/** Grey bars where rows will be. */
export function Skeleton({ rows = 6 }: { rows?: number | undefined }): ReactNode {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // Rows have no identity but their place.
        <div key={row} className={styles.skeletonRow} />
      ))}
    </div>
  )
}
