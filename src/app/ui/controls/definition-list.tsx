import type { CSSProperties, ReactNode } from 'react'
import styles from './notes.module.css'

export interface Definition {
  readonly term: ReactNode
  readonly value: ReactNode
  readonly title?: string | undefined
}

export function DefinitionList({
  items,
  columns = 1,
}: {
  items: readonly Definition[]
  columns?: 1 | 2 | 3 | undefined
}): ReactNode {
  const style: CSSProperties & Record<'--columns', number> = { '--columns': columns }
  return (
    <dl className={styles.list} style={style}>
      {items.map((item, index) => (
        <div key={typeof item.term === 'string' ? item.term : index} className={styles.listItem} title={item.title}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
