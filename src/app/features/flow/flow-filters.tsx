import { compareNames } from '../../../core/domain/compare-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { type FlowFilters, noFilters } from './flow-rows.ts'
import styles from './flow.module.css'
import type { FlowRows } from './use-flow-rows.ts'

const sizes = [
  { value: '', label: 'Any size' },
  { value: '100000', label: 'From 100k USD' },
  { value: '250000', label: 'From 250k USD' },
  { value: '1000000', label: 'From 1m USD' },
] as const

const columns = [
  { column: 'base', label: 'Base', any: 'All bases' },
  { column: 'structure', label: 'Structure', any: 'All structures' },
] as const

interface FiltersProps {
  readonly rows: FlowRows
  readonly filters: FlowFilters
  readonly shown: number
  /** False while the rows are the last known ones. */
  readonly isLive: boolean
  readonly onChange: (filters: FlowFilters) => void
}

const optionsOf = (any: string, values: readonly (string | undefined)[], chosen: string) => [
  { value: '', label: any },
  ...[...new Set([...values, chosen])]
    .flatMap(value => (value === undefined || value === '' ? [] : [{ value, label: value }]))
    .toSorted((a, b) => compareNames(a.label, b.label)),
]

export function Filters({ rows, filters, shown, isLive, onChange }: FiltersProps) {
  const all = [...rows.live, ...rows.ended]
  return (
    <search className={styles.filters}>
      {columns.map(({ column, label, any }) => (
        <Select
          key={column}
          label={label}
          compact
          value={filters[column]}
          options={optionsOf(
            any,
            all.map(row => row[column]),
            filters[column],
          )}
          onChange={value => onChange({ ...filters, [column]: value })}
        />
      ))}
      <Select
        label="Size"
        compact
        value={filters.least}
        options={sizes}
        onChange={least => onChange({ ...filters, least })}
      />
      {filters !== noFilters && (
        <Button size="sm" variant="quiet" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
      <output className={styles.count}>
        {shown === rows.live.length ? shown : `${shown} of ${rows.live.length}`} {isLive ? 'live' : 'last known'}
      </output>
    </search>
  )
}
