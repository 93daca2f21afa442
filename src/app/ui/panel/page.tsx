import type { ReactNode } from 'react'
import styles from './panel.module.css'

export interface PageProps {
  readonly title: string
  readonly children: ReactNode
}

export function Page({ title, children }: PageProps): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={styles.pageBody}>{children}</div>
    </div>
  )
}
