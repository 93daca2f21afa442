import { ListFilter } from 'lucide-react'
import { memo, type ReactNode, type Ref, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { dec } from '../../../core/domain/decimal.ts'
import { shortExpiry } from '../../../core/domain/instrument.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Popover } from '../../ui/controls/popover.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { formatQuantity } from '../../ui/format/format-decimal.ts'
import { useWidth } from '../../ui/panel/use-width.ts'
import { productLabels } from './instrument-columns.tsx'
import { type FilterChoices, isChosen, isFiltered, type MarketFilters, noFilters } from './market-filters.ts'
import styles from './markets.module.css'
import type { WatchLists } from './use-watch-lists.ts'
import { WatchListsDialog } from './watch-lists-dialog.tsx'

interface FilterBarProps {
  readonly filters: MarketFilters
  readonly choices: FilterChoices
  readonly watchLists: WatchLists
  readonly onChange: (filters: MarketFilters) => void
  readonly shown: number
  readonly all: number
  /** True for the short list that Markets shows first; false for all instruments. */
  readonly isShort: boolean
  readonly onAll: (isAll: boolean) => void
  readonly searchRef: Ref<HTMLInputElement>
  readonly onSearchEntered: (isEntered: boolean) => void
}

const anyOf = (label: string, values: readonly string[], say: (value: string) => string = value => value) => [
  { value: '', label },
  ...values.map(value => ({ value, label: say(value) })),
]

const expiryText = (value: string): string =>
  value === 'none' ? 'perpetual, spot' : shortExpiry(Number.parseInt(value, 10))
const counted = (count: number): string => formatQuantity(dec(count))

const shortAbout = 'Watched, positions, perpetuals, and the front expiry at the money'

type ChosenFilters = Omit<MarketFilters, 'search'>

function useChosen({ product, base, expiry, tag, status, watched }: MarketFilters): ChosenFilters {
  return useMemo(() => ({ product, base, expiry, tag, status, watched }), [product, base, expiry, tag, status, watched])
}

function useChange({
  filters,
  onChange,
}: Pick<FilterBarProps, 'filters' | 'onChange'>): (part: Partial<MarketFilters>) => void {
  const latest = useRef(filters)
  useLayoutEffect(() => {
    latest.current = filters
  })
  return useCallback(part => onChange({ ...latest.current, ...part }), [onChange])
}

export function FilterBar({
  filters,
  choices,
  watchLists,
  onChange,
  shown,
  all,
  isShort,
  onAll,
  searchRef,
  onSearchEntered,
}: FilterBarProps) {
  const chosen = useChosen(filters)
  const change = useChange({ filters, onChange })
  const isNarrow = useWidth() === 'narrow'
  const [isEditing, setEditing] = useState(false)
  const edit = useCallback(() => setEditing(true), [])
  const chooser = (
    <Choices {...{ chosen, choices, watchLists, change, edit, isNarrow }} canClear={isFiltered(filters)} />
  )
  return (
    <search className={styles.filters}>
      <div className={styles.search} onFocus={() => onSearchEntered(true)} onBlur={() => onSearchEntered(false)}>
        <TextInput
          label="Search instruments"
          hideLabel
          type="search"
          placeholder="Search: btc 25dec26 100000"
          value={filters.search}
          onChange={search => change({ search })}
          inputRef={searchRef}
        />
      </div>
      {isNarrow ? (
        <Popover label={isChosen(filters) ? 'Filtered' : 'Filter'} icon={<ListFilter size={14} />} isWorded>
          {chooser}
        </Popover>
      ) : (
        chooser
      )}
      <WatchListsDialog watchLists={watchLists} open={isEditing} onClose={() => setEditing(false)} />
      <output className={styles.count}>
        {shown === all ? `${counted(all)} instruments` : `${counted(shown)} of ${counted(all)}`}
      </output>
      {/* In place of Clear: the first letter must not wrap the bar, which would move the rows. */}
      {!isFiltered(filters) && (
        <span className={styles.scope}>
          <Button size="sm" variant="quiet" title={isShort ? undefined : shortAbout} onClick={() => onAll(isShort)}>
            {isShort ? `All ${counted(all)}` : 'Short list'}
          </Button>
        </span>
      )}
    </search>
  )
}

interface ChoicesProps extends Pick<FilterBarProps, 'choices' | 'watchLists'> {
  readonly chosen: ChosenFilters
  readonly canClear: boolean
  readonly isNarrow: boolean
  readonly edit: () => void
  readonly change: (part: Partial<MarketFilters>) => void
}

/** The filter controls without the search, so that typing does not re-render them. */
const Choices = memo(function Choices({ chosen, canClear, choices, watchLists, isNarrow, edit, change }: ChoicesProps) {
  const Products = isNarrow ? Select : Segmented
  const products = [
    { value: 'all' as const, label: isNarrow ? 'All products' : 'All' },
    ...choices.products.map(product => ({ value: product, label: productLabels[product] })),
  ]
  const selects = [
    ['base', 'Base', anyOf('All bases', choices.bases)],
    ['expiry', 'Expiry', anyOf('All expiries', choices.expiries, expiryText)],
    ['tag', 'Tag', anyOf('All tags', choices.tags)],
    ['status', 'Status', anyOf('Any status', choices.statuses)],
  ] as const
  return (
    <div className={styles.choices}>
      <Products
        label="Product"
        compact
        value={chosen.product}
        options={products}
        onChange={product => change({ product, expiry: '' })}
      />
      {selects.map(([name, label, options]) => (
        <Select
          key={name}
          label={label}
          compact
          value={chosen[name]}
          options={options}
          onChange={value => change({ [name]: value, ...(name === 'base' && { expiry: '' }) })}
        />
      ))}
      <WatchFilter {...{ watchLists, edit }} value={chosen.watched} onChange={watched => change({ watched })} />
      {canClear && (
        <Button size="sm" variant="quiet" onClick={() => change(noFilters)}>
          Clear
        </Button>
      )}
    </div>
  )
})

interface WatchFilterProps {
  readonly watchLists: WatchLists
  readonly edit: () => void
  readonly value: string
  readonly onChange: (name: string) => void
}

function WatchFilter({ watchLists, edit, value, onChange }: WatchFilterProps): ReactNode {
  const names = watchLists.lists.map(list => list.name)
  const options = [
    { value: '', label: 'All instruments' },
    ...names.map(name => ({ value: `list ${name}`, label: name })),
    { value: 'edit', label: 'Edit lists…' },
  ]
  return (
    <Select
      label="Watch list"
      compact
      value={names.includes(value) ? `list ${value}` : ''}
      options={options}
      onChange={chosen => (chosen === 'edit' ? edit() : onChange(chosen.slice('list '.length)))}
    />
  )
}
