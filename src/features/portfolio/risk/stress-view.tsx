/** Price × volatility stress of the book as a table of profit and loss, the worst cell marked. */
import { useMemo } from 'react'
import { dayMs } from '../../../domain/time.ts'
import { type StressTable, stressTable } from '../../../pricing/portfolio/stress.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { ValueGrid } from '../../../ui/charts/value-grid.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { FaceView } from '../../../ui/panel/face-view.tsx'
import { LeftOut } from './left-out.tsx'
import { horizons } from './risk-choices.ts'
import type { RiskViewProps } from './risk-panel.tsx'
import styles from './risk.module.css'

const moves = [0.3, 0.2, 0.1, 0.05, 0.02, 0, -0.02, -0.05, -0.1, -0.2, -0.3] as const
const shifts = [-0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2] as const

const moveText = (move: number): string => (move === 0 ? 'as now' : formatPercent(move, { places: 0, sign: 'always' }))
const shiftText = (shift: number): string => (shift === 0 ? 'IV as now' : `${formatNumber(shift * 100, { places: 0, sign: 'always' })} pts`)

export function StressView({ risk, lines, choices, choose, lead }: RiskViewProps) {
  const { underlyings, book } = risk
  const days = Number.parseInt(choices.horizon, 10)
  const table = useMemo(
    () => stressTable(lines, base => underlyings.get(base), { moves, shifts, nowMs: book.atMs, laterMs: days * dayMs }),
    [lines, underlyings, book.atMs, days],
  )
  const price = choices.base === undefined ? undefined : underlyings.get(choices.base)?.price
  const worst =
    table.worst === undefined ? undefined : { row: Math.floor(table.worst / shifts.length), column: table.worst % shifts.length }
  return (
    <div className={styles.view}>
      <div className={styles.controls}>
        {lead}
        <Segmented label="When" hideLabel size="sm" value={choices.horizon} options={horizons} onChange={horizon => choose({ horizon })} />
        {worst === undefined ? null : <Worst table={table} worst={worst} />}
      </div>
      {worst === undefined ? (
        <FaceView face={{ kind: 'empty', title: 'Nothing can be priced', detail: 'The venue gives no price of the underlyings held.' }} />
      ) : (
        <div className={styles.fill}>
          <ValueGrid
            label={`Profit and loss by price and volatility of ${choices.base ?? 'all bases'}, USD`}
            corner={choices.base === undefined ? 'All prices' : 'Price'}
            rows={moves.map(move => (price === undefined ? moveText(move) : `${priceText(price * (1 + move))} ${moveText(move)}`))}
            columns={shifts.map(shiftText)}
            values={table.values}
            here={{ row: moves.indexOf(0), column: shifts.indexOf(0) }}
            marked={{ ...worst, title: 'The worst of this table' }}
          />
        </div>
      )}
      <LeftOut names={table.leftOut} why="no price or no volatility" />
      <p className={styles.fine}>
        {table.priced} of {table.of} legs, by Black-76 from the model’s value now.{' '}
        {choices.base === undefined ? 'Every underlying moves by the same part of its price, ' : 'The price moves, '}
        every volatility by the same points; coins held as cash are not in it.
      </p>
    </div>
  )
}

interface WorstProps {
  readonly table: StressTable
  readonly worst: { readonly row: number; readonly column: number }
}

function Worst({ table, worst }: WorstProps) {
  const value = table.values[table.worst ?? 0] ?? 0
  return (
    <p className={styles.worst} data-testid="stress-worst">
      Worst <strong className={value < 0 ? styles.loss : undefined}>{formatAmountNumber(value, { places: 0, sign: 'always' })} USD</strong>{' '}
      at {moveText(moves[worst.row] ?? 0)}, {shiftText(shifts[worst.column] ?? 0)}
    </p>
  )
}
