import type { ReactNode } from 'react'
import styles from './panel.module.css'

export interface PageProps {
  /** The screen's name, as a heading for readers who do not see it. */
  readonly title: string
  readonly children: ReactNode
}

/** A screen: fills what the frame leaves, keeps its panels within. */
export function Page({ title, children }: PageProps): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={styles.pageBody}>{children}</div>
    </div>
  )
}
