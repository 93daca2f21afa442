/** What happened in a day, as marks over time: fills by order, liquidations, alerts. */
import type { JournalOrder } from '../../../api/journal/journal-order.ts'
import { sum } from '../../../domain/decimal.ts'
import { shortName } from '../../../domain/instrument.ts'
import { isForcedClose } from '../../../domain/liquidation.ts'
import { parseJoinedSymbol } from '../../../domain/order.ts'
import type { Threshold } from '../../../domain/threshold.ts'
import type { TimeEvent } from '../../../ui/charts/time-marks.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'

type FilledOrder = Pick<JournalOrder, 'client_order_id' | 'title' | 'symbol' | 'side' | 'executions'>

/** Of a package what it is called, else its legs. */
const nameOf = ({ title, symbol }: FilledOrder): string =>
  parseJoinedSymbol(symbol) === undefined ? shortName(symbol) : title === '' ? `${parseJoinedSymbol(symbol)?.length ?? 0} legs` : title

/** One mark an order and minute: a fill in many parts is one. */
function fillEvents(order: FilledOrder, fromMs: number): TimeEvent[] {
  const minutes = new Map<number, FilledOrder['executions'][number][]>()
  for (const execution of order.executions) {
    const atMs = Math.floor(execution.utc_timestamp / 1_000)
    if (atMs < fromMs) continue
    const minute = Math.floor(atMs / 60_000)
    minutes.set(minute, [...(minutes.get(minute) ?? []), execution])
  }
  const isForced = isForcedClose(order)
  const verb = order.side === 'sell' ? 'Sold' : 'Bought'
  return [...minutes].map(([minute, executions]) => ({
    id: `${order.client_order_id} ${minute}`,
    atMs: Math.floor((executions[0]?.utc_timestamp ?? 0) / 1_000),
    label: `${isForced ? 'Liquidation: ' : ''}${verb} ${formatSize(sum(executions.map(each => each.executed_quantity)))} ${nameOf(order)}`,
    tone: isForced ? 'danger' : 'accent',
  }))
}

export function dayEvents(
  orders: readonly FilledOrder[],
  alerts: readonly { readonly threshold: Pick<Threshold, 'id' | 'toldMs'>; readonly words: string }[],
  fromMs: number,
): TimeEvent[] {
  const told = alerts.flatMap(({ threshold: { id, toldMs }, words }): TimeEvent[] =>
    toldMs === undefined || toldMs < fromMs ? [] : [{ id: `alert ${id}`, atMs: toldMs, label: `Alert: ${words}`, tone: 'warning' }],
  )
  return [...orders.flatMap(order => fillEvents(order, fromMs)), ...told].sort((a, b) => a.atMs - b.atMs)
}
