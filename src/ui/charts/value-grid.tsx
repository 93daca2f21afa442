/** Profit and loss over two scales as a table of coloured figures: a heat map that is its own table. */
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { signShown } from '../format/format-decimal.ts'
import { moneyScale } from '../format/money-scale.ts'
import { maskAmount, useAmountsHidden } from '../format/privacy.ts'
import styles from './charts.module.css'

interface ValueGridProps {
  /** Accessible name. */
  readonly label: string
  /** Over the rows' names. */
  readonly corner: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** Row by row. */
  readonly values: ArrayLike<number>
  /** Row and column of where things stand now. */
  readonly here?: { readonly row?: number | undefined; readonly column?: number | undefined } | undefined
  /** A cell that stands out, and why. */
  readonly marked?: { readonly row: number; readonly column: number; readonly title: string } | undefined
}

/** Strongest colour, so that figures stay readable on it. */
const strongest = 38

export function ValueGrid({ label, corner, rows, columns, values, here, marked }: ValueGridProps): ReactNode {
  useAmountsHidden()
  const greatest = Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const write = moneyScale(values)
  const paint = (value: number): string => {
    const share = greatest === 0 || signShown(write(value)) === 0 ? 0 : Math.sqrt(Math.abs(value) / greatest) * strongest
    return `color-mix(in srgb, var(${value < 0 ? '--loss' : '--gain'}) ${Math.round(share)}%, transparent)`
  }
  return (
    // Wide tables scroll, and scrolling needs the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tableBox} aria-label={label} tabIndex={0}>
      <table className={cx(styles.table, styles.valueGrid)} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column, index) => (
              <th key={column} scope="col" data-here={index === here?.column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row}>
              <th scope="row" data-here={at === here?.row}>
                {row}
              </th>
              {columns.map((column, index) => {
                const value = values[at * columns.length + index] ?? Number.NaN
                const isMarked = at === marked?.row && index === marked.column
                return (
                  <td key={column} style={{ background: paint(value) }} data-marked={isMarked} title={isMarked ? marked.title : undefined}>
                    {maskAmount(write(value))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
