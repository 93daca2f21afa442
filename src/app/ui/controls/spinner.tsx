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
