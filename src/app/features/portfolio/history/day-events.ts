/** Events of a day: fills by order, liquidations, settlements, funding, transfers, alerts. */
import type { Alert } from '../../../../core/domain/alert.ts'
import { sum, zero } from '../../../../core/domain/decimal.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import type { JournalOrder } from '../../../../core/domain/journal-order.ts'
import type { JournalRow } from '../../../../core/domain/journal-row.ts'
import { isForcedClose } from '../../../../core/domain/order-outcome.ts'
import type { TimeEvent } from '../../../ui/charts/time-marks.tsx'
import { formatPnl } from '../../../ui/format/format-decimal.ts'
import { executedText } from '../../../ui/order/order-phrase.tsx'

type CashRow = Pick<JournalRow, 'what' | 'atMs' | 'symbol' | 'amount' | 'asset'>
type FilledOrder = Pick<JournalOrder, 'client_order_id' | 'title' | 'symbol' | 'side' | 'executions'>

/** One mark per order and minute, however many parts the fill has. */
function fillEvents(order: FilledOrder, fromMs: number): TimeEvent[] {
  const minutes = new Map<number, FilledOrder['executions'][number][]>()
  for (const execution of order.executions) {
    const atMs = Math.floor(execution.utc_timestamp / 1_000)
    if (atMs < fromMs) continue
    const minute = Math.floor(atMs / 60_000)
    minutes.set(minute, [...(minutes.get(minute) ?? []), execution])
  }
  const isForced = isForcedClose(order)
  return [...minutes].map(([minute, executions]) => ({
    id: `${order.client_order_id} ${minute}`,
    atMs: Math.floor((executions[0]?.utc_timestamp ?? 0) / 1_000),
    label: `${isForced ? 'Liquidation: ' : ''}${executedText(order, executions)}`,
    tone: isForced ? 'danger' : 'accent',
  }))
}

const cashVerbs: Readonly<Record<string, string>> = { settlement: 'Settled', funding: 'Funding', fee: 'Fee' }

function cashEvents(rows: readonly CashRow[], fromMs: number): TimeEvent[] {
  const moments = new Map<string, CashRow[]>()
  for (const row of rows)
    if (row.atMs >= fromMs)
      moments.set(`${row.what} ${row.atMs}`, [...(moments.get(`${row.what} ${row.atMs}`) ?? []), row])
  return [...moments].map(([id, these]): TimeEvent => {
    const [first] = these
    const names = these.flatMap(row => (row.symbol === undefined ? [] : [shortName(row.symbol)])).join(', ')
    const paid = `${formatPnl(sum(these.map(row => row.amount ?? zero)))} ${first?.asset ?? 'USD'}`
    const label = `${cashVerbs[first?.what ?? ''] ?? 'Cash moved without a fill'}${names === '' ? '' : ` ${names}`}: ${paid}`
    return {
      id: `cash ${id}`,
      atMs: first?.atMs ?? fromMs,
      label,
      tone: first?.what === 'cash_moved' ? 'warning' : 'accent',
    }
  })
}

export function dayEvents(
  orders: readonly FilledOrder[],
  alerts: readonly { readonly alert: Pick<Alert, 'id' | 'reportedMs'>; readonly text: string }[],
  fromMs: number,
  cash: readonly CashRow[] = [],
): TimeEvent[] {
  const reported = alerts.flatMap(({ alert: { id, reportedMs }, text }): TimeEvent[] =>
    reportedMs === undefined || reportedMs < fromMs
      ? []
      : [{ id: `alert ${id}`, atMs: reportedMs, label: `Alert: ${text}`, tone: 'warning' }],
  )
  return [...orders.flatMap(order => fillEvents(order, fromMs)), ...cashEvents(cash, fromMs), ...reported].sort(
    (a, b) => a.atMs - b.atMs,
  )
}
