import type { ReactNode } from 'react'
import styles from './panel.module.css'

export interface PageProps {
  /** The screen's name: heading for readers who do not see it, unless `heading` shows it. */
  readonly title: string
  readonly heading?: ReactNode
  readonly toolbar?: ReactNode
  readonly children: ReactNode
}

/** A screen: fills what the frame leaves, keeps its panels within. */
export function Page({ title, heading, toolbar, children }: PageProps): ReactNode {
  return (
    <div className={styles.page}>
      {heading === undefined && toolbar === undefined ? (
        <h1 className="visually-hidden">{title}</h1>
      ) : (
        <header className={styles.pageHead}>
          <h1 className={heading === undefined ? 'visually-hidden' : styles.pageHeading}>{heading ?? title}</h1>
          {toolbar}
        </header>
      )}
      <div className={styles.pageBody}>{children}</div>
    </div>
  )
}
