import { useLayoutEffect, useMemo, useRef } from 'react'
import type { TableProps } from './data-grid-props.ts'

export interface TableTicks {
  readonly ticked: ReadonlySet<string>
  readonly now: () => ReadonlySet<string>
  readonly all: 'none' | 'some' | 'all'
  readonly toggle: (id: string, isRange: boolean) => void
  readonly tickAll: (isTicked: boolean) => void
}

const noIds: readonly string[] = []

export function useTableTicks<Row>(props: TableProps<Row>, rows: readonly Row[]): TableTicks | undefined {
  const { selectedIds = noIds, onSelectionChange, canTick, rowId } = props
  const ticked = useMemo(() => new Set(selectedIds), [selectedIds])
  // Two presses before the next render add up.
  const latest = useRef<ReadonlySet<string>>(ticked)
  useLayoutEffect(() => {
    latest.current = ticked
  }, [ticked])
  const anchor = useRef<string>(undefined)
  if (onSelectionChange === undefined) return undefined
  const idsOf = (of: readonly Row[]): readonly string[] =>
    of.flatMap(row => (canTick?.(row) === false ? [] : rowId(row)))
  const put = (ids: readonly string[], isTicked: boolean): void => {
    const next = new Set(latest.current)
    for (const id of ids) {
      if (isTicked) next.add(id)
      else next.delete(id)
    }
    latest.current = next
    onSelectionChange(rows.filter(row => next.has(rowId(row))))
  }
  const toggle = (id: string, isRange: boolean): void => {
    const isTicked = !latest.current.has(id)
    const places = [anchor.current, id]
      .map(each => rows.findIndex(row => rowId(row) === each))
      .toSorted((a, b) => a - b)
    const [first = -1, last = -1] = places
    put(
      isRange && first >= 0 ? idsOf(rows.slice(first, last + 1)) : idsOf(rows.filter(row => rowId(row) === id)),
      isTicked,
    )
    anchor.current = id
  }
  const count = ticked.size === 0 ? 0 : idsOf(rows).filter(id => ticked.has(id)).length
  const all = count === 0 ? 'none' : count === idsOf(rows).length ? 'all' : 'some'
  return { ticked, now: () => latest.current, all, toggle, tickAll: isTicked => put(idsOf(rows), isTicked) }
}
