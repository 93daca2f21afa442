import type { ReactNode } from 'react'
import styles from './start.module.css'

interface SectionProps {
  readonly title: string
  readonly tools?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, tools, children }: SectionProps): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={styles.head}>
        {title}
        {tools}
      </h3>
      {children}
    </section>
  )
}
