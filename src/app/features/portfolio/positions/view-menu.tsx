import { Columns3 } from 'lucide-react'
import { memo, type RefObject } from 'react'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Popover } from '../../../ui/controls/popover.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Column } from '../../../ui/grid/column.ts'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import styles from '../portfolio.module.css'
import { copyTable } from './take-table.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import type { ChosenColumns } from './column-sets.ts'

interface ViewMenuProps {
  readonly columns: readonly Column<PositionsRow>[]
  readonly chosen: ChosenColumns
  readonly shown: readonly string[]
  readonly grid: RefObject<TableHandle | null>
  readonly save: () => void
  readonly groups: { readonly open: () => void; readonly close: () => void } | undefined
}

function useViewActions({ chosen, grid, save, groups }: ViewMenuProps): () => void {
  const copy = (): void => void copyTable(grid)
  const group = 'Portfolio'
  useCommands([
    ...chosen.sets.map(({ value, label }) => ({
      id: `portfolio.columns.${value}`,
      name: `Columns: ${label}`,
      group,
      run: () => chosen.choose(value),
    })),
    { id: 'portfolio.copy', name: 'Copy the positions shown, with heads', group, run: copy },
    { id: 'portfolio.csv', name: 'Save the positions as CSV', group, run: save },
    ...(groups === undefined
      ? []
      : [
          { id: 'portfolio.expand', name: 'Expand all groups', group, run: groups.open },
          { id: 'portfolio.collapse', name: 'Collapse all groups', group, run: groups.close },
        ]),
  ])
  return copy
}

export const ViewMenu = memo(function ViewMenu(props: ViewMenuProps) {
  const { columns, chosen, shown, save, groups } = props
  const copy = useViewActions(props)
  const options = [
    ...chosen.sets.map(({ value, label }) => ({ value, label })),
    { value: 'own', label: 'By hand' } as const,
  ]
  const free = columns.filter(column => column.pinned === undefined)
  const leftOut = chosen.set.ids.filter(id => !shown.includes(id))
  return (
    <Popover label="View of the positions" icon={<Columns3 size={14} />}>
      <div className={styles.viewMenu}>
        <Select label="Columns" value={chosen.name} options={options} onChange={chosen.choose} />
        <div className={styles.columnChoices}>
          {free.map(({ id, header, title }) => (
            <Checkbox
              key={id}
              label={<span title={title}>{header}</span>}
              checked={chosen.set.ids.includes(id)}
              onChange={() => chosen.toggle(id)}
            />
          ))}
        </div>
        {leftOut.length > 0 && (
          <p className={styles.viewNote}>
            No room for {free.flatMap(({ id, header }) => (leftOut.includes(id) ? [header] : [])).join(', ')}: widen the
            panel, or choose by hand and scroll.
          </p>
        )}
        <div className={styles.viewButtons}>
          {groups !== undefined && (
            <>
              <Button size="sm" onClick={groups.open}>
                Expand all
              </Button>
              <Button size="sm" onClick={groups.close}>
                Collapse all
              </Button>
            </>
          )}
          <Button size="sm" onClick={copy}>
            Copy
          </Button>
          <Button size="sm" onClick={save}>
            Save CSV
          </Button>
        </div>
        <p className={styles.viewNote}>
          Copy has what is shown; the CSV one line per position with all columns. Where rows are ticked, only those.
          Ctrl C copies a row.
        </p>
      </div>
    </Popover>
  )
})
