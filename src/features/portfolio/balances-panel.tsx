/** The balances as sent, coins valued by index where there is one. */
import { useMemo } from 'react'
import { useDeliverableName } from '../../api/market/deliverables.ts'
import { Table } from '../../ui/grid/table.tsx'
import { panelStateOf } from '../../ui/panel/panel-state.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { gapText } from '../../account/gap.ts'
import { SetAside } from '../../ui/panel/set-aside.tsx'
import { balanceColumns } from './balance-columns.ts'
import { type BalanceRow, referenceNote } from '../../account/balance-rows.ts'
import { useLastBalances } from '../../model/account/use-last-rows.ts'
import styles from './portfolio.module.css'
import type { Portfolio } from '../../model/account/use-portfolio.ts'

const rowId = (row: BalanceRow): string => row.id
/** What there is room for, the most telling first; what is too wide for its cell is shortened. */
const columnSet = { ids: ['cash', 'usd', 'available', 'reserved', 'withdrawable', 'rate', 'age'], isFitted: true }
const none = { title: 'No balances', detail: 'The venue lists no asset for this account.' }

export function BalancesPanel({ portfolio }: { readonly portfolio: Portfolio }) {
  const { balances } = portfolio
  const last = useLastBalances(balances)
  const rows = last?.rows ?? portfolio.balanceRows
  const nameOf = useDeliverableName(balances.data !== undefined)
  const columns = useMemo(() => balanceColumns(nameOf), [nameOf])
  const gap = portfolio.totals.gaps.balances
  return (
    <Panel
      title="Balances"
      state={panelStateOf(balances, { what: 'balances', last, empty: rows.length === 0 && none })}
      toolbar={
        <>
          {rows.some(row => row.isReference) && (
            <span className={styles.reference} title={referenceNote}>
              USD-REFERENCE is the venue’s own reference row: it shares the id of USD and goes into no total
            </span>
          )}
          <span className={styles.spring} />
          <SetAside rows={balances.setAside} label={gap?.kind === 'unread' ? gapText(gap) : undefined} />
        </>
      }
    >
      <Table id="balances" label="Balances" testId="balances-grid" rows={rows} columns={columns} columnSet={columnSet} rowId={rowId} />
    </Panel>
  )
}
