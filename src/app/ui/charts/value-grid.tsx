/** Profit and loss over two scales as a heat map that is also a table; cells can be selected. */
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import { signShown } from '../format/format-decimal.ts'
import { moneyScale } from '../format/money-scale.ts'
import { maskAmount, useAmountsHidden } from '../format/privacy.ts'
import styles from './charts.module.css'

interface CellPosition {
  readonly row: number
  readonly column: number
}

interface ValueGridProps {
  readonly label: string
  readonly corner: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly values: ArrayLike<number>
  readonly under?: ArrayLike<number> | undefined
  readonly here?: { readonly row?: number | undefined; readonly column?: number | undefined } | undefined
  readonly marked?: (CellPosition & { readonly title: string }) | undefined
  readonly chosen?: CellPosition | undefined
  readonly onCell?: ((row: number, column: number) => void) | undefined
}

const strongest = 38

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function moveFocus(body: HTMLTableSectionElement | null, event: KeyboardEvent, row: number, column: number): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  body?.children[row + step[0]]?.children[column + step[1] + 1]?.querySelector('button')?.focus()
}

interface PressedCellProps {
  readonly text: string
  readonly label: string
  readonly isEntry: boolean
  readonly isChosen: boolean
  readonly onPress: () => void
  readonly onKey: (event: KeyboardEvent) => void
}

const PressedCell = ({ text, label, isEntry, isChosen, onPress, onKey }: PressedCellProps) => (
  <button
    type="button"
    className={styles.valueCell}
    tabIndex={isEntry ? 0 : -1}
    aria-pressed={isChosen}
    aria-label={label}
    onClick={onPress}
    onKeyDown={onKey}
  >
    {text}
  </button>
)

export function ValueGrid({
  label,
  corner,
  rows,
  columns,
  values,
  under,
  here,
  marked,
  chosen,
  onCell,
}: ValueGridProps): ReactNode {
  useAmountsHidden()
  const body = useRef<HTMLTableSectionElement>(null)
  const greatest = Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const write = moneyScale(values)
  const writeUnder = under === undefined ? undefined : moneyScale(under)
  const paint = (value: number): string => {
    const share =
      greatest === 0 || signShown(write(value)) === 0 ? 0 : Math.sqrt(Math.abs(value) / greatest) * strongest
    const tint = `color-mix(in srgb, var(${value < 0 ? '--loss' : '--gain'}) ${Math.round(share)}%, transparent)`
    // Old figures are grey: on a tint they could not be read.
    return `var(--no-tint, ${tint})`
  }
  // One Tab stop for all cells; arrow keys move between them.
  const entry = chosen ?? marked ?? { row: 0, column: 0 }
  return (
    // Scrolling a wide table requires keyboard focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tableBox} aria-label={label} tabIndex={0}>
      <table className={cx(styles.table, styles.valueGrid)} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place: two may read alike
              <th key={index} scope="col" data-here={index === here?.column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            <tr key={at}>
              <th scope="row" data-here={at === here?.row}>
                {row}
              </th>
              {columns.map((column, index) => {
                const cellIndex = at * columns.length + index
                const value = values[cellIndex] ?? Number.NaN
                const isMarked = at === marked?.row && index === marked.column
                const isChosen = at === chosen?.row && index === chosen.column
                const text = maskAmount(write(value))
                return (
                  <td
                    // oxlint-disable-next-line react/no-array-index-key -- as above
                    key={index}
                    style={{ background: paint(value) }}
                    data-marked={isMarked}
                    data-chosen={isChosen}
                    title={isMarked ? marked.title : undefined}
                  >
                    {onCell === undefined ? (
                      text
                    ) : (
                      <PressedCell
                        text={text}
                        label={`${text} at ${row}, ${column}`}
                        isEntry={at === entry.row && index === entry.column}
                        isChosen={isChosen}
                        onPress={() => onCell(at, index)}
                        onKey={event => moveFocus(body.current, event, at, index)}
                      />
                    )}
                    {writeUnder !== undefined && (
                      <span className={styles.underValue}>
                        {maskAmount(writeUnder(under?.[cellIndex] ?? Number.NaN))}
                      </span>
                    )}
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
