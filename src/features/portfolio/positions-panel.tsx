/** The positions: by base, expiry and strike; ticked rows become a package in the builder. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/controls/toasts.ts'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { faceOfResource } from '../../ui/panel/face.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { SetAside } from '../../ui/panel/set-aside.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { BaseChips } from './base-chips.tsx'
import { buildSearchOf, packageOfPositions } from './package-of-positions.ts'
import { upnlByBase } from './portfolio-totals.ts'
import styles from './portfolio.module.css'
import { positionMenu } from './position-menu.ts'
import { closeSearch, phoneColumns, positionColumns } from './position-columns.tsx'
import type { PositionRow } from './position-rows.ts'
import type { Portfolio } from './use-portfolio.ts'

const noRows: readonly PositionRow[] = []
const rowId = (row: PositionRow): string => row.id

const flat = {
  title: 'No open positions',
  detail: 'What you trade shows up here by itself.',
  action: (
    <Link to="/build" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
      Build a spread
    </Link>
  ),
}

export function PositionsPanel({ portfolio }: { readonly portfolio: Portfolio }) {
  const { positions, positionRows: rows = noRows, indexes } = portfolio
  const navigate = useNavigate()
  const [base, setBase] = useState<string>()
  const [ticked, setTicked] = useState<readonly PositionRow[]>(noRows)
  const groups = useMemo(() => upnlByBase(rows, indexes), [rows, indexes])
  const chosen = groups.some(group => group.base === base) ? base : undefined
  const shown = useMemo(() => (chosen === undefined ? rows : rows.filter(row => row.base === chosen)), [rows, chosen])
  const close = useCallback((row: PositionRow) => void navigate({ to: '/portfolio', search: closeSearch(row) }), [navigate])
  const watch = useCallback((what: string) => void navigate({ to: '.', search: old => ({ ...old, alert: what }) }), [navigate])
  const isPhone = useWidth() === 'narrow'
  const columns = useMemo(() => (isPhone ? phoneColumns(positionColumns(close)) : positionColumns(close)), [close, isPhone])
  return (
    <Panel
      title="Positions"
      face={faceOfResource(positions, { what: 'positions', empty: rows.length === 0 && flat })}
      toolbar={
        <>
          <BaseChips groups={groups} base={chosen} onChange={setBase} stale={portfolio.stale} />
          <span className={styles.spring} />
          <SetAside rows={positions.setAside} />
          {isPhone ? null : <TickedActions rows={ticked} all={rows} close={close} />}
        </>
      }
    >
      <DataGrid
        key={isPhone ? 'phone' : 'desk'}
        id={isPhone ? 'positions-phone' : 'positions'}
        label="Positions"
        testId="positions-grid"
        rows={shown}
        columns={columns}
        rowId={rowId}
        rowMenu={row => positionMenu(row, close, watch)}
        {...(isPhone ? {} : { onSelectionChange: setTicked })}
      />
    </Panel>
  )
}

interface TickedActionsProps {
  readonly rows: readonly PositionRow[]
  readonly all: readonly PositionRow[]
  readonly close: (row: PositionRow) => void
}

/** What can be done with the ticked rows; sizes are those of now, not of when they were ticked. */
function TickedActions({ rows, all, close }: TickedActionsProps) {
  const navigate = useNavigate()
  const ids = new Set(rows.map(rowId))
  const current = all.filter(row => ids.has(row.id))
  const [only, ...more] = current
  if (only === undefined) return <span className={styles.hint}>Tick rows to close or rebuild them as one package</span>
  const open = (intent: 'hold' | 'close') => {
    const result = packageOfPositions(current, intent)
    if (!result.ok) {
      showToast({ tone: 'warning', title: 'Not one package', body: result.problem })
      return
    }
    void navigate({ to: '/build', search: buildSearchOf(result.value) })
  }
  return (
    <>
      <span className={styles.hint}>{current.length} ticked</span>
      <Button size="sm" onClick={() => open('hold')}>
        Add to builder
      </Button>
      <Button size="sm" variant="primary" onClick={() => (more.length === 0 ? close(only) : open('close'))}>
        {more.length === 0 ? 'Close' : 'Close as package'}
      </Button>
    </>
  )
}
