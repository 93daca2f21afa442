import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { pick, sizesOfLegs } from './picked.ts'
import type { PositionsLeg, PositionsRow } from './positions-row.ts'

interface PickingInputs {
  readonly rows: readonly PositionsRow[]
  readonly ticked: readonly PositionsLeg[]
  readonly filtered: readonly PositionRow[] | undefined
}

/** A pointer passing over rows must not redraw. */
const restMs = 350
const leaveMs = 250

export function usePicking({ rows, ticked, filtered }: PickingInputs) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  }, [rows])
  useEffect(() => pick('ticked', sizesOfLegs(ticked)), [ticked])
  useEffect(
    () =>
      pick(
        'filtered',
        filtered === undefined ? undefined : new Map(filtered.map(row => [row.symbol, toNumber(row.size)])),
      ),
    [filtered],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      for (const kind of ['ticked', 'hovered', 'filtered'] as const) pick(kind, undefined)
    },
    [],
  )
  return useMemo(() => {
    const later = (ms: number, run: () => void): void => {
      clearTimeout(timer.current)
      timer.current = setTimeout(run, ms)
    }
    return {
      // Rows that move below a resting pointer are not hovered.
      onPointerMove: (event: PointerEvent) => {
        if (
          event.pointerType !== 'mouse' ||
          !(event.target instanceof Element) ||
          (event.movementX === 0 && event.movementY === 0)
        )
          return
        const id = event.target.closest('[row-id]')?.getAttribute('row-id') ?? ''
        later(restMs, () => pick('hovered', sizesOfLegs(latest.current.find(row => row.id === id)?.legs ?? [])))
      },
      onPointerLeave: () => later(leaveMs, () => pick('hovered', undefined)),
    }
  }, [])
}
