/** Balances: on a wide screen a summary line with the table on demand; coins are valued at the index if available. */
import { type CSSProperties, useMemo } from 'react'
import { useDeliverableName } from '../../api/market/deliverables.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Table } from '../../ui/grid/table.tsx'
import { panelStateOf } from '../../ui/panel/panel-state.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { gapText } from '../../../core/account/gap.ts'
import { RejectedRows } from '../../ui/panel/rejected-rows.tsx'
import { useIsUltrawide } from '../../ui/panel/use-width.ts'
import { useSavedChoice } from '../../ui/saved-choice.ts'
import { balanceColumns } from './balance-columns.ts'
import { type BalanceRow, isDust } from '../../../core/account/balance-rows.ts'
import { LiveBalanceNotes } from './header/header-figure.tsx'
import { useLastBalances } from '../../model/account/use-last-rows.ts'
import styles from './portfolio.module.css'
import type { Portfolio } from '../../model/account/use-portfolio.ts'

const rowId = (row: BalanceRow): string => row.id
const columnSet = { ids: ['cash', 'usd', 'available', 'reserved', 'withdrawable', 'rate', 'age'], isFitted: true }
const none = { title: 'No balances', detail: 'The venue lists no asset for this account.' }

interface BalancesPanelProps {
  readonly portfolio: Portfolio
  readonly place: 'line' | 'tab' | 'window'
}

export function BalancesPanel({ portfolio, place }: BalancesPanelProps) {
  const { balances, totals, balanceRows } = portfolio
  const isUltrawide = useIsUltrawide()
  const [chosen, choose] = useSavedChoice('balances', stored => (typeof stored === 'boolean' ? stored : undefined))
  const isFolded = place === 'line' && !(chosen ?? isUltrawide)
  const last = useLastBalances(balances)
  const rows = last?.rows ?? balanceRows
  const [hidesDust, hideDust] = useSavedChoice('balances-dust', stored => stored === true)
  const dust = rows.filter(isDust).length
  const shown = useMemo(() => (hidesDust ? rows.filter(row => !isDust(row)) : rows), [rows, hidesDust])
  const gap = totals.gaps.balances
  return (
    <Panel
      title="Balances"
      height={place === 'line' ? 'content' : 'fill'}
      state={
        isFolded ? undefined : panelStateOf(balances, { what: 'balances', last, empty: rows.length === 0 && none })
      }
      toolbar={
        <>
          {place !== 'window' && <LiveBalanceNotes portfolio={portfolio} />}
          <span className={styles.spring} />
          <RejectedRows rows={balances.rejectedRows} label={gap?.kind === 'unread' ? gapText(gap) : undefined} />
          {dust > 0 && !isFolded && (
            <Button
              size="sm"
              variant="quiet"
              aria-pressed={hidesDust}
              title="Assets worth less than 1 USD by the venue’s index; those without an index always stay"
              onClick={() => hideDust(!hidesDust)}
            >
              {hidesDust ? `${dust} below 1 USD hidden` : 'Hide below 1 USD'}
            </Button>
          )}
          {place === 'line' && (
            <Button
              size="sm"
              variant="quiet"
              aria-expanded={!isFolded}
              aria-label="Balances by asset"
              onClick={() => choose(isFolded)}
            >
              {isFolded ? 'Show' : 'Hide'}
            </Button>
          )}
        </>
      }
    >
      {!isFolded && (
        <div
          className={place === 'line' ? styles.unfolded : styles.assets}
          style={{ '--rows': shown.length } as CSSProperties}
        >
          <Assets rows={shown} isRead={balances.data !== undefined} />
        </div>
      )}
    </Panel>
  )
}

function Assets({ rows, isRead }: { readonly rows: readonly BalanceRow[]; readonly isRead: boolean }) {
  const nameOf = useDeliverableName(isRead)
  const columns = useMemo(() => balanceColumns(nameOf), [nameOf])
  return (
    <Table
      id="balances"
      label="Balances"
      testId="balances-grid"
      rows={rows}
      columns={columns}
      columnSet={columnSet}
      rowId={rowId}
    />
  )
}
