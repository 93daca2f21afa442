import { type ReactNode, useRef } from 'react'
import type { Decimal } from '../../../../core/domain/decimal.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { Pnl } from '../../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import styles from '../portfolio.module.css'
import type { ClosedFilter } from './closed-filter.ts'

const periods = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

interface ClosedFilterFieldsProps {
  readonly filter: ClosedFilter
  readonly onChange: (filter: ClosedFilter) => void
  readonly bases: readonly string[]
  readonly found: { readonly count: number; readonly of: number; readonly realised: Decimal | undefined }
}

export function ClosedFilterFields({ filter, onChange, bases, found }: ClosedFilterFieldsProps): ReactNode {
  useAmountsHidden()
  const field = useRef<HTMLInputElement>(null)
  useCommands([
    {
      id: 'portfolio.filter',
      name: 'Filter the closed trades',
      group: 'Portfolio',
      keys: 'filter',
      run: () => field.current?.focus(),
    },
  ])
  return (
    <div className={styles.closedFilter}>
      <span className={styles.closedText}>
        <TextInput
          inputRef={field}
          label="Filter closed trades"
          hideLabel
          type="search"
          placeholder="Structure, strike or day"
          value={filter.text}
          onChange={text => onChange({ ...filter, text })}
        />
      </span>
      {bases.length > 1 && (
        <Select
          label="Underlying"
          compact
          value={filter.base ?? ''}
          options={[{ value: '', label: 'All bases' }, ...bases.map(base => ({ value: base, label: base }))]}
          onChange={base => onChange({ ...filter, base: base === '' ? undefined : base })}
        />
      )}
      <Select
        label="Closed within"
        compact
        value={filter.days === undefined ? '' : String(filter.days)}
        options={periods}
        onChange={days => onChange({ ...filter, days: days === '' ? undefined : Number.parseInt(days, 10) })}
      />
      {found.count < found.of && (
        <span className={styles.found} data-testid="closed-found">
          {found.count} of {found.of} <Pnl value={found.realised} places={2} />
        </span>
      )}
    </div>
  )
}
