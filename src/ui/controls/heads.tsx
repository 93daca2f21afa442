import type { ReactNode } from 'react'

/** The name of a column, or its name with what explains or places it. */
export type Head = string | { readonly name: ReactNode; readonly title?: string | undefined; readonly className?: string | undefined }

/** The head of a table: a row of its columns' names. A column is its place: two may have one name. */
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

/** The name of a column for those who hear it: what stands in it needs none for the eye. */
export const unseenHead = (name: string): Head => ({ name: <span className="visually-hidden">{name}</span> })
