import { useState } from 'react'
import { useDeliverables } from '../../api/market/deliverables.ts'
import type { Deliverable } from '../../../core/domain/account.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { Age } from '../../ui/format/figures.tsx'
import { formatQuantity } from '../../ui/format/format-decimal.ts'
import type { Column } from '../../ui/grid/column.ts'
import { textColumn } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { panelStateOf } from '../../ui/panel/panel-state.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { RejectedRows } from '../../ui/panel/rejected-rows.tsx'

const columns: readonly Column<Deliverable>[] = [
  textColumn({ id: 'name', header: 'Name', value: row => shortName(row.symbol), width: 142, tone: () => 'strong' }),
  textColumn({ id: 'id', header: 'deliverable_id', value: row => row.deliverable_id, width: 92, align: 'right' }),
  textColumn({ id: 'symbol', header: 'symbol', value: row => row.symbol, width: 150 }),
]

const rowId = (row: Deliverable): string => row.symbol
const none = { title: 'The venue lists no deliverable' }

function DeliverablesPanel() {
  const deliverables = useDeliverables()
  const rows = deliverables.data ?? []
  return (
    <Panel
      label="Deliverables"
      state={panelStateOf(deliverables, { what: 'deliverables', empty: rows.length === 0 && none })}
      toolbar={
        <>
          <span>
            {deliverables.data === undefined ? '' : `${formatQuantity(dec(rows.length))} deliverables · `}
            <Age agoMs={deliverables.receivedAgoMs} />
          </span>
          <RejectedRows rows={deliverables.rejectedRows} />
        </>
      }
    >
      <DataGrid
        id="deliverables"
        label="Deliverables"
        testId="deliverables-grid"
        rows={rows}
        columns={columns}
        rowId={rowId}
        compact
      />
    </Panel>
  )
}

export function DeliverablesButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        Deliverables
      </Button>
      <Drawer open={isOpen} onClose={() => setOpen(false)} title="Deliverables" testId="deliverables">
        {isOpen ? <DeliverablesPanel /> : null}
      </Drawer>
    </>
  )
}
