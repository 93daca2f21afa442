/** Rows of *All events*: events newest first, under a heading for each day. */
import { startOfDay } from '../../ui/format/zoned-days.ts'
import type { Column } from '../../ui/grid/column.ts'
import { dayHeading } from './day-heading.ts'
import type { JournalGridRow } from './journal-rows.ts'

interface DayRow {
  readonly id: string
  readonly day: string
}

export type EventRow = JournalGridRow | DayRow

export const isDay = (row: EventRow): row is DayRow => 'day' in row

export const depthOf = (row: EventRow): number => (isDay(row) ? 0 : 1)

export function eventRows(events: readonly JournalGridRow[], todayMs: number): readonly EventRow[] {
  const rows: EventRow[] = []
  let last: number | undefined
  for (const event of events) {
    const startMs = startOfDay(event.row.atMs)
    if (startMs !== last) rows.push({ id: `day ${startMs}`, day: dayHeading(startMs, todayMs) })
    last = startMs
    rows.push(event)
  }
  return rows
}

export const ofEvents = ({ value, text, sortValue, tone, tip, ...rest }: Column<JournalGridRow>): Column<EventRow> => ({
  ...rest,
  value: row => (isDay(row) ? row.day : value(row)),
  text: row => (isDay(row) ? '' : text(row)),
  sortValue: row => (isDay(row) ? undefined : sortValue(row)),
  tone: row => (isDay(row) ? undefined : tone?.(row)),
  tip: row => (isDay(row) ? undefined : tip?.(row)),
  sheet: undefined,
  flashStep: undefined,
  render: undefined,
  tree: undefined,
})
