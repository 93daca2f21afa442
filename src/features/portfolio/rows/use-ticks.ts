/** The ticked rows of the positions grid, and the legs that they stand for: as last drawn, and as they are at the press of a key. */
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import type { PositionsLeg, PositionsRow } from './positions-row.ts'
import { legsAtPress, nextTicks, tickedLegs, tickedRows } from './ticks.ts'

/** The same object while the ticked legs are. */
export interface ChosenLegs {
  readonly ticked: readonly PositionsLeg[]
  /** Ticked at this moment, drawn or not yet. */
  readonly tickedNow: () => readonly PositionsLeg[]
  /** The same, and where nothing is ticked those of the row with the focus. */
  readonly meantNow: () => readonly PositionsLeg[]
  /** Of all rows shown. */
  readonly shownNow: () => readonly PositionsLeg[]
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
  // With the grid's own ticks, which are of the same drawing.
  const latest = useRef({ rows, ticks })
  useLayoutEffect(() => {
    latest.current = { rows, ticks }
  })
  const legs = useMemo((): ChosenLegs => {
    const atPress = (focusedId: string | undefined) => legsAtPress({ ...latest.current, tickedIds: grid.current?.tickedIds(), focusedId })
    return {
      ticked,
      tickedNow: () => atPress(undefined),
      meantNow: () => atPress(grid.current?.focusedId()),
      shownNow: () => latest.current.rows.filter(row => row.depth === 0).flatMap(row => row.legs),
    }
  }, [ticked, grid])
  return { legs, selectedIds, tick: now => setTicks(nextTicks(rows, ticks, now)) }
}
