/** One entry: full content, the order's other events, and the trader's note. */
import { useMemo } from 'react'
import { type Notes, useJournalPage } from '../../api/journal/journal-hooks.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { parseSide } from '../../../core/domain/order.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { orderSearch } from '../../links/screen-links.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { Amount, Time } from '../../ui/format/figures.tsx'
import { jsonText } from '../../ui/format/json-text.ts'
import { maskAmount, useAmountsHidden } from '../../ui/format/privacy.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { PackagePrice, packagePriceText } from '../../ui/order/package-price.tsx'
import { Link } from '../../ui/router/link.tsx'
import { type JournalGridRow, pricedOf } from './journal-rows.ts'
import { detailText, eventText, marketLabel } from './journal-text.ts'
import styles from './journal.module.css'
import { NoteEditor } from './note-editor.tsx'
import { useLineOf } from './use-line-of.ts'

const storyRows = 60

interface EntryPanelProps {
  readonly entry: JournalGridRow
  readonly notes: Notes
}

export function EntryPanel({ entry, notes }: EntryPanelProps) {
  const { row } = entry
  const showLine = useLineOf()(row)
  return (
    <div className={styles.entry}>
      <h3 className={styles.entryTitle}>{stripHostile(entry.name) || eventText(row)}</h3>
      <DefinitionList items={factsOf(entry)} />
      <NoteEditor key={entry.subject} subject={entry.subject} notes={notes} />
      {row.client_order_id !== undefined && <Story id={row.client_order_id} entry={entry} />}
      {row.raw !== undefined && <Raw value={row.raw} />}
      {row.client_order_id !== undefined && (
        <div className={styles.lineActions}>
          <Link
            to="/orders"
            search={orderSearch(row.client_order_id)}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Show in Orders
          </Link>
          {showLine !== undefined && (
            <Button size="sm" onClick={showLine}>
              P&L over time
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function factsOf(entry: JournalGridRow) {
  const { row, side } = entry
  const detail = detailText(row, entry)
  const facts = [
    { term: 'What', value: eventText(row) },
    { term: 'At', value: <Time ms={row.atMs} /> },
    { term: 'Market', value: marketLabel(row) },
    { term: 'Quantity', value: row.quantity === undefined ? undefined : <Amount value={row.quantity} /> },
    {
      term: 'Price',
      value: row.price === undefined ? undefined : <PackagePrice price={row.price} {...pricedOf(row)} side={side} />,
    },
    { term: 'Detail', value: detail === undefined ? undefined : stripHostile(detail, 500) },
    { term: 'Side on the wire', value: row.side },
    { term: 'Instrument', value: row.symbol === undefined ? undefined : stripHostile(row.symbol, 400) },
    {
      term: 'Trade',
      value: row.trade_id === undefined ? undefined : stripHostile(`${row.trade_id} (${row.liquidity_flag ?? ''})`),
    },
    { term: 'Order id', value: row.order_id },
    { term: 'Client id', value: row.client_order_id },
    { term: 'Seen by', value: row.seenBy === 'recorder' ? 'the recorder' : undefined },
  ]
  return facts.filter(fact => fact.value !== undefined && fact.value !== '')
}

function Story({ id, entry }: { readonly id: string; readonly entry: JournalGridRow }) {
  useAmountsHidden()
  const filter = useMemo(() => ({ subjects: [id] }), [id])
  const page = useJournalPage(filter, storyRows)
  const rows: readonly JournalRow[] = page.status === 'ready' ? page.value.rows.toReversed() : []
  if (rows.length < 2) return null
  return (
    <section aria-label="What happened to this order">
      <h4 className={styles.heading}>The order’s story</h4>
      <ol className={styles.story}>
        {rows.map(row => (
          <li key={row.id} aria-current={row.id === entry.row.id}>
            <time>{formatZoned(row.atMs, 'dayTime')}</time>
            <span>{eventText(row)}</span>
            <span className={styles.storyDetail}>{storyDetail(row, entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function fillPrice(row: JournalRow): string {
  const side = parseSide(row.side)
  const priced = pricedOf(row)
  return `${side === undefined || priced.legs.length < 2 ? 'at' : 'to'} ${packagePriceText(row.price, { ...priced, side })}`
}

const storyDetail = (row: JournalRow, { filled, replacedBy }: JournalGridRow): string =>
  row.kind === 'execution'
    ? `${maskAmount(row.quantity ?? '')} ${fillPrice(row)}`
    : stripHostile(detailText(row, { filled, replacedBy }) ?? '', 200)

const mostRaw = 8_000

function Raw({ value }: { readonly value: unknown }) {
  // The raw record contains quantities.
  const isHidden = useAmountsHidden()
  if (isHidden) return null
  const text = jsonText(value)
  return (
    <details className={styles.raw}>
      <summary>As it was sent or received</summary>
      <CopyButton text={text} label="Copy as JSON" />
      <pre>{text.length > mostRaw ? `${text.slice(0, mostRaw)}…` : text}</pre>
    </details>
  )
}
