/** What became of what this browser sent. */
import { averagePriceShown } from '../../ui/format/average-price.ts'
import { useMemo } from 'react'
import type { CellTone } from '../../ui/grid/column.ts'
import type { Column } from '../../ui/grid/column.ts'
import { textColumn, timeColumn } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { packagePriceColumn } from '../../ui/order/package-price.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type OutcomeKind, type OutcomeRow, outcomeRows } from './outcome-rows.ts'
import type { Orders } from './open/use-orders.ts'

const tones: Readonly<Partial<Record<OutcomeKind, CellTone>>> = {
  rejected: 'warning',
  liquidation: 'danger',
  'not as sent': 'danger',
  filled: 'strong',
  'part filled': 'strong',
  ended: 'muted',
  dismissed: 'muted',
}

const columns: readonly Column<OutcomeRow>[] = [
  timeColumn({ id: 'at', header: 'Time', value: row => row.atMs, width: 76, minWidth: 76 }),
  textColumn({ id: 'kind', header: 'Outcome', value: row => row.kind, width: 92, minWidth: 84, tone: row => tones[row.kind] }),
  textColumn({ id: 'title', header: 'Order', value: row => row.title, width: 330, minWidth: 200, flex: 2, tip: row => row.title }),
  textColumn({ id: 'market', header: 'Type', value: row => (row.isRfq ? 'RFQ' : 'firm'), width: 64, minWidth: 64, tone: () => 'muted' }),
  packagePriceColumn({
    id: 'average',
    header: 'Average',
    title: 'Average fill price; of a package in the units chosen (Shift U)',
    price: row => averagePriceShown(row.averagePrice),
    priced: row => row.priced,
    width: 140,
    minWidth: 138,
  }),
  textColumn({
    id: 'words',
    header: 'Result',
    value: row => (row.raw === undefined ? row.text : `${row.text} (${row.raw})`),
    width: 300,
    minWidth: 110,
    flex: 1,
    tip: row => (row.raw === undefined ? row.text : `${row.text} (${row.raw})`),
  }),
]

/** All of them where there is room, else the first. */
const columnSet = { ids: ['at', 'kind', 'title', 'average', 'words', 'market'], isFitted: true } as const

const rowId = (row: OutcomeRow): string => row.id

interface RecentOutcomesProps {
  readonly orders: Orders
  readonly activeId: string | undefined
  readonly onOpen: (clientOrderId: string) => void
}

export function RecentOutcomes({ orders, activeId, onOpen }: RecentOutcomesProps) {
  const { cards, intents, listed, past } = orders
  const { data } = orders.open
  const rows = useMemo(() => {
    const open = new Map((data ?? []).map(record => [record.client_order_id as string, record]))
    return outcomeRows(intents, {
      listed: data === undefined ? undefined : listed,
      past,
      open,
      nowMs: serverNowMs(),
      rfqs: new Map(cards.map(card => [card.clientOrderId, card.state])),
    })
  }, [cards, intents, listed, data, past])
  const empty = {
    kind: 'empty',
    title: 'Nothing sent yet',
    detail: 'What you send from this browser is kept here with what became of it.',
  } as const
  return (
    <Panel title="Recent outcomes" state={rows.length === 0 ? empty : { kind: 'ready' }}>
      <DataGrid
        id="recent-outcomes"
        label="Recent outcomes"
        rows={rows}
        columns={columns}
        columnSet={columnSet}
        rowId={rowId}
        activeId={activeId}
        onRowClick={row => onOpen(row.id)}
      />
    </Panel>
  )
}
