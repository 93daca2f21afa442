import type { ReactNode } from 'react'
import styles from './notes.module.css'

export function Spinner({ label }: { label?: string | undefined }): ReactNode {
  return label === undefined ? (
    <span className={styles.spinner} aria-hidden="true" />
  ) : (
    <output className={styles.spinnerLine}>
      <span className={styles.spinner} aria-hidden="true" />
      {label}
    </output>
  )
}

export function Skeleton(): ReactNode {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: 6 }, (_, row) => (
        // Rows have no identity but their position.
        <div key={row} className={styles.skeletonRow} />
      ))}
    </div>
  )
}
