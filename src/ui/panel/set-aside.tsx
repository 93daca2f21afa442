/** Says that rows of an answer could not be read and are not shown. */
import type { ReactNode } from 'react'
import { Badge } from '../controls/badge.tsx'

interface BadRowLike {
  readonly path: string
  readonly message: string
}

const namedAtMost = 5

/** Nothing while every row was read; else how many were not, and why. */
export function SetAside({ rows }: { readonly rows: readonly BadRowLike[] }): ReactNode {
  if (rows.length === 0) return null
  const named = rows.slice(0, namedAtMost).map(row => `${row.path}: ${row.message}`)
  const more = rows.length > namedAtMost ? [`and ${rows.length - namedAtMost} more`] : []
  return (
    <Badge tone="warning" title={[...named, ...more].join('\n')}>
      {rows.length === 1 ? '1 row not readable' : `${rows.length} rows not readable`}
    </Badge>
  )
}
