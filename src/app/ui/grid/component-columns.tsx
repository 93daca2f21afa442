/** Columns with React cells: slower than text, so few, and not for values that change with every poll. */
import type { ReactNode } from 'react'
import type { IgnoredReason } from '../arming/arming.ts'
import { FireButton, armingText } from '../arming/fire-button.tsx'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { showToast } from '../controls/toasts.ts'
import type { Column, ColumnOptions } from './column.ts'
import styles from './grid.module.css'

interface ComponentOptions<Row> extends ColumnOptions<Row> {
  /** All that the cell's rendering depends on; the whole row by default. */
  readonly value?: ((row: Row) => unknown) | undefined
  readonly sortValue?: ((row: Row) => string | number | undefined) | undefined
  readonly text?: ((row: Row) => string) | undefined
  readonly align?: 'left' | 'right' | 'centre' | undefined
  readonly render: (row: Row, current: () => Row) => ReactNode
}

export function componentColumn<Row>({
  value = row => row,
  sortValue,
  text = () => '',
  align = 'left',
  ...rest
}: ComponentOptions<Row>): Column<Row> {
  return {
    width: 120,
    ...rest,
    align,
    sortable: sortValue !== undefined,
    value,
    text,
    sortValue: sortValue ?? (() => undefined),
  }
}

export interface RowAction<Row> {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly run: (row: Row) => void
  readonly name?: ((row: Row) => string) | undefined
  /** Acts on an order, so it needs a deliberate click or holding Enter. */
  readonly isArmed?: boolean | undefined
  readonly enabled?: ((row: Row) => boolean) | undefined
  readonly shown?: ((row: Row) => boolean) | undefined
}

export function sayIgnored(why: IgnoredReason | undefined): void {
  if (why !== undefined) showToast({ tone: 'warning', title: armingText('hold', why) })
}

interface ActionProps<Row> {
  readonly action: RowAction<Row>
  readonly row: Row
  readonly current: () => Row
}

function Action<Row>({ action, row, current }: ActionProps<Row>): ReactNode {
  const disabled = action.enabled?.(row) === false
  if (action.isArmed === true) {
    return (
      <FireButton
        size="sm"
        variant="quiet"
        disabled={disabled}
        question={action.id}
        gesture="hold"
        aria-label={action.name?.(row)}
        onFire={() => action.run(current())}
        onIgnored={sayIgnored}
      >
        {action.label}
      </FireButton>
    )
  }
  const run = (event: { stopPropagation: () => void }): void => {
    event.stopPropagation()
    action.run(current())
  }
  if (action.icon !== undefined)
    return (
      <IconButton
        size="sm"
        tabIndex={-1}
        label={action.name?.(row) ?? action.label}
        icon={action.icon}
        disabled={disabled}
        onClick={run}
      />
    )
  return (
    <Button
      size="sm"
      variant="quiet"
      tabIndex={-1}
      aria-label={action.name?.(row)}
      title={action.name?.(row)}
      disabled={disabled}
      onClick={run}
    >
      {action.label}
    </Button>
  )
}

export function actionsColumn<Row>({
  id,
  actions,
  width = actions.length * 56 + 16,
}: {
  id: string
  actions: readonly RowAction<Row>[]
  width?: number
}): Column<Row> {
  const render = (row: Row, current: () => Row): ReactNode => (
    <span className={styles.actions}>
      {actions.map(action =>
        action.shown?.(row) === false ? null : <Action key={action.id} action={action} row={row} current={current} />,
      )}
    </span>
  )
  // A poll changes most rows, but rarely their actions.
  const look = ({ name, shown, enabled }: RowAction<Row>, row: Row): string =>
    shown?.(row) === false ? '' : `${enabled?.(row) !== false} ${name?.(row) ?? ''}`
  const value = (row: Row): string => actions.map(action => look(action, row)).join('\n')
  return {
    ...componentColumn<Row>({ id, header: 'Actions', width, pinned: 'right', align: 'right', value, render }),
    quietHeader: true,
  }
}
