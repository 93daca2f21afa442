import type { ReactNode } from 'react'
import { formatAmountNumber } from '../format/amounts.ts'
import { dash, signTone } from '../format/format-decimal.ts'
import styles from './charts.module.css'
import { type PayoffCurve, valueAt } from './payoff-geometry.ts'
import { exactPriceText } from './price-text.ts'
import { Heads } from '../controls/heads.tsx'

interface PayoffTableProps {
  readonly label: string
  readonly curves: readonly PayoffCurve[]
  readonly currency: string
  readonly kinks: readonly { readonly x: number; readonly y: number; readonly label?: string | undefined }[]
  readonly breakEvens: readonly number[]
  readonly spot: number | undefined
}

interface PriceRow {
  readonly price: number
  readonly what: string
}

export function tableRows({
  curves,
  kinks,
  breakEvens,
  spot,
}: Pick<PayoffTableProps, 'curves' | 'kinks' | 'breakEvens' | 'spot'>): PriceRow[] {
  const [main] = curves
  const ends = main === undefined || main.xs.length === 0 ? [] : [main.xs[0] ?? 0, main.xs[main.xs.length - 1] ?? 0]
  const named: PriceRow[] = [
    ...kinks.map(kink => ({ price: kink.x, what: kink.label ?? 'Strike' })),
    ...breakEvens.map(price => ({ price, what: 'Break-even' })),
    ...(spot === undefined ? [] : [{ price: spot, what: 'Spot' }]),
    ...ends.map(price => ({ price, what: 'Edge of the chart' })),
  ]
  const byPrice = new Map<number, PriceRow>()
  for (const row of named) {
    const retained = byPrice.get(row.price)
    if (retained === undefined) byPrice.set(row.price, row)
    else if (retained.what !== row.what)
      byPrice.set(row.price, { price: row.price, what: `${retained.what}, ${row.what.toLowerCase()}` })
  }
  return [...byPrice.values()].sort((a, b) => a.price - b.price)
}

export function PayoffTable(props: PayoffTableProps): ReactNode {
  const { label, curves, currency } = props
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={label}>
        <Heads of={['Price', 'What', ...curves.map(curve => `${curve.label}, ${currency}`)]} />
        <tbody>
          {tableRows(props).map(({ price, what }) => (
            <tr key={price}>
              <th scope="row">{exactPriceText(price)}</th>
              <td>{what}</td>
              {curves.map(curve => {
                const value = valueAt(curve, price)
                return (
                  <td key={curve.id} className={signTone(value)}>
                    {value === undefined ? dash : formatAmountNumber(value, { sign: 'always' })}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
