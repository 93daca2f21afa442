import type { ReactNode } from 'react'
import { keyLabels } from './key-labels.ts'
import styles from './notes.module.css'

/** Keys of a command ("mod+enter") as this platform names them. */
export function Kbd({ keys }: { keys: string }): ReactNode {
  return (
    <kbd className={styles.kbd}>
      {keyLabels(keys).map(label => (
        <span key={label} className={styles.key}>
          {label}
        </span>
      ))}
    </kbd>
  )
}
