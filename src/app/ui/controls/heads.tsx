import type { ReactNode } from 'react'

export type Head =
  | string
  | { readonly name: ReactNode; readonly title?: string | undefined; readonly className?: string | undefined }

/** The header row of a table. Columns are identified by position: two may have the same name. */
export function Heads({ of }: { readonly of: readonly Head[] }): ReactNode {
  return (
    <thead>
      <tr>
        {of.map((head, at) => {
          const { name, ...rest } = typeof head === 'string' ? { name: head } : head
          return (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <th key={at} scope="col" {...rest}>
              {name}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

export const unseenHead = (name: string): Head => ({ name: <span className="visually-hidden">{name}</span> })
