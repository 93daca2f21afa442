import { ListFilter } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { type JournalKind, journalKinds } from '../../../core/domain/journal-row.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Popover } from '../../ui/controls/popover.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { type JournalFilters, type Period, isFiltered, noFilters } from './journal-filters.ts'
import { kindLabels } from './journal-text.ts'
import styles from './journal.module.css'

const kinds: readonly Option<JournalKind | 'all'>[] = [
  { value: 'all', label: 'All', hint: 'All but quotes, which come many a minute' },
  ...journalKinds.map(kind => ({ value: kind, label: kindLabels[kind] })),
]
export const periods: readonly Option<Period>[] = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
  { value: 'year', label: 'A year' },
]

/** Debounce: a search of years does not start at every key. */
const typingMs = 180

interface FilterBarProps {
  readonly filters: JournalFilters
  readonly tags: readonly string[]
  readonly onChange: (filters: JournalFilters) => void
  readonly searchRef: Ref<HTMLInputElement>
  readonly isAllEvents: boolean
  readonly onAllEvents: (isAllEvents: boolean) => void
}

export function FilterBar({ filters, tags, onChange, searchRef, isAllEvents, onAllEvents }: FilterBarProps) {
  const [typed, setTyped] = useState(filters.text)
  const isNarrow = useWidth() === 'narrow'
  useEffect(() => {
    if (typed === filters.text) return undefined
    const timer = setTimeout(() => onChange({ ...filters, text: typed }), typingMs)
    return () => clearTimeout(timer)
  }, [typed, filters, onChange])
  const clear = (): void => {
    setTyped('')
    onChange(noFilters)
  }
  const choices = (
    <>
      <Checkbox label="All events" checked={isAllEvents} onChange={onAllEvents} />
      {isAllEvents && <Kinds filters={filters} isNarrow={isNarrow} onChange={onChange} />}
      <Select
        label="Period"
        compact
        value={filters.period}
        options={periods}
        onChange={period => onChange({ ...filters, period })}
      />
      {tags.length > 0 && (
        <Select
          label="Tag"
          compact
          value={filters.tag}
          options={[{ value: '', label: 'Any tag' }, ...tags.map(tag => ({ value: tag, label: `#${tag}` }))]}
          onChange={tag => onChange({ ...filters, tag })}
        />
      )}
      {isFiltered(filters) && (
        <Button size="sm" variant="quiet" onClick={clear}>
          Clear
        </Button>
      )}
    </>
  )
  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <TextInput
          label="Search the journal"
          hideLabel
          type="search"
          placeholder="Search: condor fill #roll"
          value={typed}
          onChange={setTyped}
          inputRef={searchRef}
        />
      </div>
      {isNarrow ? (
        <Popover label="Filter" icon={<ListFilter size={14} />} isWorded>
          <div className={styles.choices}>{choices}</div>
        </Popover>
      ) : (
        choices
      )}
    </search>
  )
}

interface KindsProps extends Pick<FilterBarProps, 'filters' | 'onChange'> {
  readonly isNarrow: boolean
}

function Kinds({ filters, isNarrow, onChange }: KindsProps): ReactNode {
  const Choice = isNarrow ? Select : Segmented
  return (
    <Choice
      label="What"
      compact
      value={filters.kind}
      options={isNarrow ? kinds.map(({ value, label }) => ({ value, label })) : kinds}
      onChange={kind => onChange({ ...filters, kind })}
    />
  )
}
