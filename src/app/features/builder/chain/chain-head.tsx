import type { ReactNode } from 'react'
import type { ChainColumn } from './chain-columns.ts'
import styles from './chain.module.css'

interface Head {
  readonly key: string
  readonly title: string
  readonly name: string
  readonly column: ChainColumn | 'delta' | 'price'
}

const heads = (of: 'call' | 'put'): readonly Head[] => [
  { key: 'delta', title: 'Δ', name: `Delta of the ${of}; below it own position and resting orders`, column: 'delta' },
  { key: 'bid-size', title: 'Size', name: `Quantity at the best bid of the ${of}`, column: 'size' },
  { key: 'bid', title: 'Bid', name: `Bid of the ${of}`, column: 'price' },
  { key: 'ask', title: 'Ask', name: `Ask of the ${of}`, column: 'price' },
  { key: 'ask-size', title: 'Size', name: `Quantity at the best ask of the ${of}`, column: 'size' },
]

const pricesAt = 1

function shownHeads(of: 'call' | 'put', columns: ReadonlySet<ChainColumn>): readonly Head[] {
  const all = heads(of)
  const ordered = of === 'call' ? all : [...all.slice(pricesAt), ...all.slice(0, pricesAt).toReversed()]
  return ordered.filter(({ column }) => column === 'price' || column === 'delta' || columns.has(column))
}

export function ChainHead({ columns }: { readonly columns: ReadonlySet<ChainColumn> }) {
  const [calls, puts] = [shownHeads('call', columns), shownHeads('put', columns)]
  const widths = (shown: readonly Head[]): ReactNode =>
    shown.map(({ key, column }) => <col key={key} className={styles[`${column}Width`]} />)
  const cells = (shown: readonly Head[]): ReactNode =>
    shown.map(({ key, title, name, column }) => (
      <th key={key} scope="col" title={name} className={column === 'price' ? undefined : styles.narrow}>
        <span aria-hidden>{title}</span>
        <span className="visually-hidden">{name}</span>
      </th>
    ))
  return (
    <>
      <colgroup>
        {widths(calls)}
        <col className={styles.strikeHead} />
        {columns.has('iv') ? <col className={styles.ivWidth} /> : null}
        {widths(puts)}
      </colgroup>
      <thead>
        <tr className={styles.sides}>
          <th colSpan={calls.length} scope="colgroup">
            Calls
          </th>
          <th scope="colgroup" colSpan={columns.has('iv') ? 2 : 1}>
            <span className="visually-hidden">Strikes</span>
          </th>
          <th colSpan={puts.length} scope="colgroup">
            Puts
          </th>
        </tr>
        <tr>
          {cells(calls)}
          <th scope="col" className={styles.strikeHead}>
            Strike
          </th>
          {columns.has('iv') ? (
            <th
              scope="col"
              title="Implied volatility at the strike, %: of the option out of the money"
              className={styles.narrow}
            >
              IV
            </th>
          ) : null}
          {cells(puts)}
        </tr>
      </thead>
    </>
  )
}
