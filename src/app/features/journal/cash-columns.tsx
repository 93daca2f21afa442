/** Tables of the cash view: one row per day and for the whole span, and the lines of one row. */
import { type CashSource, type CashStatement, type cashKinds } from '../../../core/account/cash-statement.ts'
import { type Decimal, isZero } from '../../../core/domain/decimal.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import type { Column } from '../../ui/grid/column.ts'
import { decimalColumn, pnlColumn, textColumn, timeColumn } from '../../ui/grid/columns.ts'
import { componentColumn } from '../../ui/grid/component-columns.tsx'
import { ToneText } from '../../ui/grid/tone-text.tsx'
import { executedText } from '../../ui/order/order-phrase.tsx'
import { eventText } from './journal-text.ts'
import styles from './journal.module.css'

export interface CashRow {
  readonly id: string
  readonly name: string
  readonly statement: CashStatement
}

export interface CashLineRow {
  readonly id: string
  readonly atMs: number
  readonly what: string
  /** Balance at that time. */
  readonly balance?: Decimal | undefined
  /** Amount by which the line changed the balance. */
  readonly amount?: Decimal | undefined
  readonly source: string
  readonly isWarning?: boolean | undefined
}

const spanText = ({ fromMs, toMs }: CashStatement): string =>
  `From the sample of ${formatZoned(fromMs, 'dateMinutes')} to that of ${formatZoned(toMs, 'dateMinutes')} ${zoneLabel(toMs)}`

const placesOf = (asset: string): number | undefined => (asset.startsWith('USD') ? 2 : undefined)

const kindHeads: Readonly<Record<(typeof cashKinds)[number], { readonly header: string; readonly title: string }>> = {
  fills: { header: 'Fills', title: 'Premiums paid and received, coins, and what closed futures made' },
  settlement: { header: 'Settlements', title: 'Options and futures that expired' },
  funding: { header: 'Funding', title: 'Of perpetuals: paid (−) or received' },
  fee: { header: 'Fees', title: 'Estimated: cash lost with trades that nothing else explains' },
  transfer: { header: 'Transfers', title: 'Deposits and withdrawals: cash that moved with nothing' },
}

export function cashColumns(asset: string): readonly Column<CashRow>[] {
  const places = placesOf(asset)
  const form = places === undefined ? {} : { places }
  const balance = (id: 'opening' | 'closing', header: string, title: string) =>
    decimalColumn<CashRow>({
      id,
      header,
      title,
      value: row => row.statement[id],
      amount: true,
      width: 116,
      minWidth: 104,
      ...form,
    })
  const kinds = (Object.keys(kindHeads) as (keyof typeof kindHeads)[]).map(kind =>
    pnlColumn<CashRow>({
      id: kind,
      ...kindHeads[kind],
      value: row => row.statement.sums[kind],
      minWidth: 92,
      width: 92,
      ...form,
    }),
  )
  return [
    textColumn({
      id: 'name',
      header: 'Day',
      value: row => row.name,
      tip: row => spanText(row.statement),
      flex: 1,
      minWidth: 156,
      pinned: 'left',
    }),
    balance('opening', 'Opening', 'Cash by the first sample'),
    ...kinds,
    pnlColumn({
      id: 'unexplained',
      header: 'Not explained',
      title: 'Closing − opening − all lines',
      value: row => row.statement.unexplained,
      minWidth: 104,
      width: 108,
      ...form,
    }),
    balance('closing', 'Closing', 'Cash by the last sample'),
  ]
}

/** Most important first. */
export const cashColumnSet = {
  ids: ['closing', 'unexplained', 'opening', ...Object.keys(kindHeads)],
  isFitted: true,
} as const

export const stackedLinePx = 64

/** Stacked: one column has the time, source and amount above the text. */
export function cashLineColumns(asset: string, isStacked: boolean): readonly Column<CashLineRow>[] {
  const places = placesOf(asset)
  const form = places === undefined ? {} : { places }
  const amount = pnlColumn<CashLineRow>({
    id: 'amount',
    header: `Moved, ${asset}`,
    value: row => row.amount,
    width: 116,
    minWidth: 104,
    ...form,
  })
  const balance = decimalColumn<CashLineRow>({
    id: 'balance',
    header: 'Cash',
    value: row => row.balance,
    amount: true,
    width: 116,
    minWidth: 104,
    ...form,
  })
  const at = timeColumn<CashLineRow>({
    id: 'at',
    header: 'At',
    value: row => row.atMs,
    form: 'dateMinutes',
    width: 170,
    minWidth: 170,
  })
  if (isStacked) {
    const figure = (row: CashLineRow) => (row.balance === undefined ? amount : balance)
    return [
      componentColumn({
        id: 'what',
        header: `What moved, ${asset}`,
        minWidth: 240,
        flex: 1,
        text: row => `${row.what} ${figure(row).text(row)}`,
        render: row => (
          <span className={styles.stacked}>
            <span className={styles.stackedFacts}>
              <span className={styles.lineTime}>{at.text(row)}</span>
              <span className="muted">{row.source}</span>
              <span className={styles.stackedFigure}>
                <ToneText tone={figure(row).tone?.(row)}>{figure(row).text(row)}</ToneText>
              </span>
            </span>
            <ToneText tone={row.isWarning === true ? 'warning' : undefined}>{row.what}</ToneText>
          </span>
        ),
      }),
    ]
  }
  return [
    textColumn({
      id: 'what',
      header: 'What',
      value: row => row.what,
      tip: row => row.what,
      tone: row => (row.isWarning === true ? 'warning' : undefined),
      flex: 1,
      minWidth: 140,
    }),
    amount,
    balance,
    at,
    textColumn({
      id: 'source',
      header: 'Source',
      value: row => row.source,
      tone: () => 'muted',
      width: 124,
      minWidth: 96,
    }),
  ]
}

const sources: Readonly<Record<CashSource, string>> = {
  seen: 'seen',
  recorder: 'recorder',
  history: 'venue’s history',
  estimated: 'estimated',
}

/** Oldest first, from the opening to the closing cash. The unexplained rest has a line even if it is zero. */
export function cashLineRows({
  lines,
  opening,
  closing,
  unexplained,
  fromMs,
  toMs,
}: CashStatement): readonly CashLineRow[] {
  const moved = lines.map(({ id, atMs, amount, source, order, row }): CashLineRow => {
    const executions =
      order?.executions.filter(each => each.utc_timestamp / 1_000 > fromMs && each.utc_timestamp / 1_000 <= toMs) ?? []
    const named = row?.symbol === undefined ? '' : ` ${shortName(row.symbol)}`
    const what =
      order !== undefined ? executedText(order, executions) : row !== undefined ? `${eventText(row)}${named}` : id
    return { id, atMs, what, amount, source: sources[source] }
  })
  const isWarning = !isZero(unexplained)
  return [
    { id: 'opening', atMs: fromMs, what: 'Opening cash', balance: opening, source: 'venue’s balance' },
    ...moved,
    { id: 'unexplained', atMs: toMs, what: 'Not explained', amount: unexplained, source: '', isWarning },
    { id: 'closing', atMs: toMs, what: 'Closing cash', balance: closing, source: 'venue’s balance' },
  ]
}
