import type { CSSProperties } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { expiryOf } from '../../../../core/domain/instrument.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import type { Column } from '../../../ui/grid/column.ts'
import { numberColumn, percentColumn, pnlColumn, textColumn, timeSheet } from '../../../ui/grid/columns.ts'
import { type PositionsActions, positionsColumns } from '../rows/positions-columns.tsx'
import type { PositionsRow } from '../rows/positions-row.ts'
import styles from '../portfolio.module.css'
import { growing } from '../rows/positions-widths.tsx'

const isTrade = ({ kind, trade }: PositionsRow): boolean =>
  trade !== undefined && (kind === 'structure' || kind === 'leg')

const ofTrades = (column: Column<PositionsRow>): Column<PositionsRow> => ({
  ...column,
  text: row => (isTrade(row) ? column.text(row) : ''),
})
const ofTimed = (column: Column<PositionsRow>): Column<PositionsRow> => ({
  ...column,
  text: row => (isTrade(row) || row.kind === 'step' ? column.text(row) : ''),
})
const ofSums = (column: Column<PositionsRow>): Column<PositionsRow> => ({
  ...column,
  text: row => (row.trade === undefined ? '' : column.text(row)),
})

const quietInSteps = (column: Column<PositionsRow>): Column<PositionsRow> => ({
  ...column,
  text: row => (row.kind === 'step' && column.value(row) === undefined ? '' : column.text(row)),
})

const times: readonly Column<PositionsRow>[] = [
  {
    ...ofTimed(
      textColumn<PositionsRow>({
        id: 'opened',
        header: 'Opened',
        title: 'First fill; “before” was held when this browser first saw the account',
        value: ({ trade }) => (trade?.openedMs === undefined ? 'before' : formatZoned(trade.openedMs, 'dayMinutes')),
        tip: ({ trade }) => (trade?.openedMs === undefined ? 'Opened before recording' : formatZoned(trade.openedMs)),
        width: 104,
        tone: () => 'muted',
      }),
    ),
    sortValue: ({ trade }) => trade?.openedMs,
    sheet: timeSheet('Opened', ({ trade }) => trade?.openedMs),
  },
  {
    ...ofTrades(
      numberColumn<PositionsRow>({
        id: 'days',
        header: 'Days',
        title: 'Since it was opened',
        value: ({ trade }) =>
          trade?.openedMs === undefined ? undefined : Math.max(0, serverNowMs() - trade.openedMs) / dayMs,
        places: 1,
        width: 48,
      }),
    ),
    ticking: true,
  },
]

const withBar = (
  column: Column<PositionsRow>,
  shareOf: (row: PositionsRow) => number | undefined,
): Column<PositionsRow> => ({
  ...column,
  render: row => {
    const share = shareOf(row)
    return (
      <span className={styles.barred}>
        {column.text(row)}
        {share !== undefined && (
          <span
            className={styles.thinBar}
            aria-hidden
            style={{ '--share': Math.min(Math.abs(share), 1) } as CSSProperties}
            data-loss={share < 0}
          />
        )}
      </span>
    )
  },
})

function firstEndMs({ legs }: PositionsRow): number | undefined {
  const ends = legs.flatMap(leg => expiryOf(leg.position.symbol) ?? [])
  return ends.length === 0 ? undefined : Math.min(...ends)
}

const daysLeft: Column<PositionsRow> = {
  ...ofTrades(
    textColumn<PositionsRow>({
      id: 'left',
      header: 'Left',
      title: 'Until its first leg expires; the bar is the remaining share of its time since opening',
      align: 'right',
      value: row => {
        const endMs = firstEndMs(row)
        return endMs === undefined ? undefined : formatDaysLeft(endMs - serverNowMs())
      },
      width: 74,
    }),
  ),
  sortValue: firstEndMs,
  sheet: timeSheet('Expiry', firstEndMs),
}

function shareLeft(row: PositionsRow): number | undefined {
  const [openedMs, endMs] = [row.trade?.openedMs, firstEndMs(row)]
  if (!isTrade(row) || openedMs === undefined || endMs === undefined || endMs <= openedMs) return undefined
  return (endMs - serverNowMs()) / (endMs - openedMs)
}

const results: readonly Column<PositionsRow>[] = [
  withBar(
    ofTrades(
      percentColumn({
        id: 'of-most',
        header: '% of max',
        title: 'uPnL divided by the maximum profit of the open legs at expiry; none if that is unlimited',
        value: ({ trade }) => trade?.ofMost,
        pnl: true,
        places: 0,
        width: 72,
      }),
    ),
    row => (isTrade(row) ? row.trade?.ofMost : undefined),
  ),
  ofSums(
    pnlColumn({
      id: 'realised',
      header: 'Realised',
      title: 'By closings, rolls, settlements and funding of the trade, before fees',
      value: ({ trade }) => trade?.realised,
      places: 2,
      width: 88,
    }),
  ),
  ofSums(
    pnlColumn({
      id: 'pnl',
      header: 'P&L',
      title:
        'Realised and unrealised, since the trade was opened and through its rolls; of a step all that was realised until then; before fees',
      value: ({ trade }) => trade?.pnl,
      places: 2,
      width: 94,
    }),
  ),
]

const headers: Readonly<Record<string, readonly [header: string, title: string]>> = {
  instrument: ['Trade', 'Legs that were opened together, however the venue nets them'],
  entry: ['Price', 'Average price that it was opened at; of a package net, a package: above zero paid, below received'],
  mark: ['Now', 'By the venue’s marks; by the mid for a leg that the venue nets to zero'],
  upnl: ['uPnL', 'Mark minus opening price, times size; of the trade’s own lots, not of the net position'],
}

/** The venue's check and margin apply to positions, not trades. */
const leftOut: ReadonlySet<string> = new Set(['check', 'margin', 'age', 'product'])

export function tradeColumns(actions: PositionsActions): readonly Column<PositionsRow>[] {
  const book = positionsColumns(true, actions)
    .filter(column => !leftOut.has(column.id))
    .map(column => {
      const [header, title] = headers[column.id] ?? [column.header, column.title]
      return column.id === 'left' ? growing(withBar(daysLeft, shareLeft)) : { ...column, header, title }
    })
  const actionsAt = book.findIndex(column => column.id === 'actions')
  return [...book.slice(0, actionsAt), ...[...times, ...results].map(growing), ...book.slice(actionsAt)].map(
    quietInSteps,
  )
}
