import { type ReactNode, type Ref, useCallback, useMemo, useState } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { closedTrades } from '../../../../core/domain/trades/closed-trades.ts'
import { shownStep } from '../../../../core/account/position-rows.ts'
import type { SeenTrades } from '../../../../core/account/realised-model.ts'
import { Table } from '../../../ui/grid/table.tsx'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import styles from '../portfolio.module.css'
import { closedColumns } from './closed-columns.ts'
import { allClosed, basesOfTrades, filterClosed, realisedOf } from './closed-filter.ts'
import { ClosedFilterFields } from './closed-filter-fields.tsx'
import { tradeItems } from '../actions/position-menu.ts'
import { ClosedLine } from './closed-line.tsx'
import { type ClosedRow, closedRows } from './closed-rows.ts'

const rowId = (row: ClosedRow): string => row.id
const depthOf = (row: ClosedRow): number => row.depth

interface ClosedTradesViewProps {
  readonly book: SeenTrades
  readonly isPhone: boolean
  readonly grid: Ref<TableHandle>
  readonly onLine: (id: string) => void
}

export function ClosedTradesView({ book, isPhone, grid, onLine }: ClosedTradesViewProps): ReactNode {
  const { index } = useInstruments()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(({ id, isOpen }: ClosedRow) => {
    if (isOpen === undefined) return
    setOpened(before => new Set(before.has(id) ? [...before].filter(each => each !== id) : [...before, id]))
  }, [])
  const [filter, setFilter] = useState(allClosed)
  const trades = useMemo(() => closedTrades(book), [book])
  const found = useMemo(() => filterClosed(trades, filter, serverNowMs()), [trades, filter])
  const rows = useMemo(() => closedRows(found, opened), [found, opened])
  const columns = useMemo(
    () => closedColumns({ toggle, isPhone, stepOf: symbol => shownStep(index?.bySymbol(symbol)?.price_step) }),
    [toggle, isPhone, index],
  )
  const id = isPhone ? 'closed-trades-phone' : 'closed-trades'
  return (
    <div className={styles.closable}>
      <ClosedLine book={book} />
      <ClosedFilterFields
        filter={filter}
        onChange={setFilter}
        bases={basesOfTrades(trades)}
        found={{ count: found.length, of: trades.length, realised: realisedOf(found) }}
      />
      <div className={styles.picking}>
        <Table
          key={id}
          id={id}
          label="Closed trades"
          testId="closed-trades-grid"
          rows={rows}
          columns={columns}
          rowId={rowId}
          depthOf={depthOf}
          onRowClick={toggle}
          rowMenu={row => tradeItems(row.depth === 0 ? row.id : undefined, onLine)}
          handle={grid}
          empty={<p className={styles.noMatch}>No closed trade matches the filter.</p>}
        />
      </div>
    </div>
  )
}
