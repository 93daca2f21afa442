import { memo, type RefObject, useMemo, useRef, useState } from 'react'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { cx } from '../../../ui/cx.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import styles from '../portfolio.module.css'

export interface PositionsFilter {
  readonly text: string
  readonly expiryMs: number | undefined
}

const all: PositionsFilter = { text: '', expiryMs: undefined }

export function filterPositions(
  rows: readonly PositionRow[],
  { text, expiryMs }: PositionsFilter,
): readonly PositionRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && expiryMs === undefined) return rows
  return rows.filter(row => {
    if (expiryMs !== undefined && (row.expiryMs ?? 0) !== expiryMs) return false
    const said =
      `${row.name} ${row.symbol} ${row.product ?? ''} ${row.side === 'sell' ? 'short' : 'long'}`.toLowerCase()
    return words.every(word => said.includes(word))
  })
}

export const expiriesOf = (rows: readonly PositionRow[]): readonly number[] =>
  [...new Set(rows.map(row => row.expiryMs ?? 0))].sort((a, b) => a - b)

/** Returns the previous array if its members are unchanged, so that a poll does not re-render. */
function createSharing(): (fresh: readonly number[]) => readonly number[] {
  let last: readonly number[] = []
  return fresh => {
    if (fresh.length !== last.length || fresh.some((each, index) => each !== last[index])) last = fresh
    return last
  }
}

export function usePositionsFilter(rows: readonly PositionRow[]) {
  const [chosen, setFilter] = useState(all)
  const [share] = useState(createSharing)
  const expiries = share(useMemo(() => expiriesOf(rows), [rows]))
  const expiryMs = chosen.expiryMs !== undefined && expiries.includes(chosen.expiryMs) ? chosen.expiryMs : undefined
  const filter = useMemo(() => ({ text: chosen.text, expiryMs }), [chosen.text, expiryMs])
  const shown = useMemo(() => filterPositions(rows, filter), [rows, filter])
  return { filter, setFilter, expiries, shown }
}

interface PositionsFilterFieldsProps {
  readonly filter: PositionsFilter
  readonly setFilter: (filter: PositionsFilter) => void
  readonly expiries: readonly number[]
  readonly shown: number
  readonly of: number
}

export const PositionsFilterFields = memo(function PositionsFilterFields({
  filter,
  setFilter,
  expiries,
  shown,
  of,
}: PositionsFilterFieldsProps) {
  const field: RefObject<HTMLInputElement | null> = useRef(null)
  useCommands([
    {
      id: 'portfolio.filter',
      name: 'Filter the positions',
      group: 'Portfolio',
      keys: 'filter',
      run: () => field.current?.focus(),
    },
  ])
  const options = [
    { value: '', label: 'All expiries' },
    ...expiries.map(each => ({ value: String(each), label: each === 0 ? 'No expiry' : shortExpiry(each) })),
  ]
  return (
    <>
      <span className={styles.filterText}>
        <TextInput
          inputRef={field}
          label="Filter positions"
          hideLabel
          type="search"
          placeholder="Filter"
          value={filter.text}
          onChange={text => setFilter({ ...filter, text })}
        />
      </span>
      {expiries.length > 1 && (
        <Select
          label="Expiry"
          compact
          value={filter.expiryMs === undefined ? '' : String(filter.expiryMs)}
          options={options}
          onChange={value => setFilter({ ...filter, expiryMs: value === '' ? undefined : Number.parseInt(value, 10) })}
        />
      )}
      {shown < of && (
        <span className={cx(styles.hint, styles.filtered)} title={`${shown} of ${of}; sums are of these`}>
          {shown} of {of}; sums are of these
        </span>
      )}
    </>
  )
})
