/** Two lines per instrument, and a button for a thumb. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Figure } from '../../ui/format/figures.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { componentColumn } from '../../ui/grid/component-columns.tsx'
import { ToneText } from '../../ui/grid/tone-text.tsx'
import { changeColumn, quoted } from './instrument-columns.tsx'
import type { InstrumentRow } from './instrument-rows.ts'
import type { MarketNavigation } from './market-navigation.ts'
import styles from './markets.module.css'

export const phoneRowPx = 56

const change = changeColumn()

function Instrument({ row }: { readonly row: InstrumentRow }): ReactNode {
  const { name, isWatched, summary, instrument } = row
  const step = instrument.price_step
  return (
    <span className={styles.stacked}>
      <b>
        {isWatched && '★ '}
        {name}
      </b>
      <span className={styles.quotes}>
        <Figure value={quoted(summary?.best_bid)} step={step} /> /{' '}
        <Figure value={quoted(summary?.best_ask)} step={step} />
        {summary?.price_change !== undefined && <ToneText tone={change.tone?.(row)}>{change.text(row)}</ToneText>}
      </span>
    </span>
  )
}

export const phoneColumns = ({ trade }: Pick<MarketNavigation, 'trade'>): readonly Column<InstrumentRow>[] => [
  componentColumn<InstrumentRow>({
    id: 'instrument',
    header: 'Instrument',
    minWidth: 200,
    flex: 1,
    text: row => row.name,
    render: row => <Instrument row={row} />,
  }),
  {
    ...componentColumn<InstrumentRow>({
      id: 'actions',
      header: 'Actions',
      width: 96,
      pinned: 'right',
      align: 'right',
      render: (row, current) => (
        <Button
          className={styles.thumb}
          disabled={!row.active}
          aria-label={`Trade ${row.name}`}
          onClick={() => trade(current())}
        >
          Trade
        </Button>
      ),
    }),
    quietHeader: true,
  },
]
