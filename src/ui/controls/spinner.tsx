import type { ReactNode } from 'react'
import styles from './notes.module.css'

/** Turning ring; with a label it is announced, without one it is decoration. */
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
