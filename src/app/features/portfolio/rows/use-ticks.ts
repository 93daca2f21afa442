import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import type { PositionsLeg, PositionsRow } from './positions-row.ts'
import { legsAtPress, nextTicks, tickedLegs, tickedRows } from './ticks.ts'

export interface ChosenLegs {
  readonly ticked: readonly PositionsLeg[]
  readonly tickedLegs: () => readonly PositionsLeg[]
  readonly targetLegs: () => readonly PositionsLeg[]
  readonly visibleLegs: () => readonly PositionsLeg[]
}

export interface Ticks {
  readonly legs: ChosenLegs
  readonly selectedIds: readonly string[]
  readonly tick: (now: readonly PositionsRow[]) => void
}

export function useTicks(rows: readonly PositionsRow[], grid: RefObject<TableHandle | null>): Ticks {
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const ticked = useMemo(() => tickedLegs(rows, ticks), [rows, ticks])
  const selectedIds = useMemo(() => tickedRows(rows, ticks), [rows, ticks])
  // Together with the grid's ticks of the same render.
  const latest = useRef({ rows, ticks })
  useLayoutEffect(() => {
    latest.current = { rows, ticks }
  })
  const legs = useMemo((): ChosenLegs => {
    const atPress = (focusedId: string | undefined) =>
      legsAtPress({ ...latest.current, tickedIds: grid.current?.tickedIds(), focusedId })
    return {
      ticked,
      tickedLegs: () => atPress(undefined),
      targetLegs: () => atPress(grid.current?.focusedId()),
      visibleLegs: () => latest.current.rows.filter(row => row.depth === 0).flatMap(row => row.legs),
    }
  }, [ticked, grid])
  return { legs, selectedIds, tick: now => setTicks(nextTicks(rows, ticks, now)) }
}
