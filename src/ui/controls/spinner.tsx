import type { ReactNode } from 'react'
import styles from './notes.module.css'

/** A spinner; announced if it has a label, otherwise decorative. */
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
