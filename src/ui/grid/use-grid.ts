/** Makes the grid library's grid in an element and hands it what changes: React draws neither its rows nor its cells. */
import { type ColDef, createGrid, type GridApi, type GridOptions } from 'ag-grid-community'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { gridModules } from './grid-options.ts'
import type { Slot } from './slot.ts'

/** What may change while the grid lives. */
export interface GridInputs<Row> {
  readonly columnDefs: ColDef<Slot<Row>>[]
  readonly rowHeight: number
  readonly headerHeight: number
  readonly quickFilterText: string
}

/** `options` as they are when the grid is made; undefined until it is. */
export function useGrid<Row>(
  host: RefObject<HTMLElement | null>,
  options: () => GridOptions<Slot<Row>>,
  inputs: GridInputs<Row>,
): GridApi<Slot<Row>> | undefined {
  const [api, setApi] = useState<GridApi<Slot<Row>>>()
  const [first] = useState(() => ({ options, inputs }))
  const given = useRef(inputs)
  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const made = createGrid(host.current, { ...first.options(), ...first.inputs }, { modules: gridModules })
    given.current = first.inputs
    // oxlint-disable-next-line react/set-state-in-effect -- the grid is made in an element, which is there only now
    setApi(made)
    return () => made.destroy()
  }, [host, first])
  const { columnDefs, rowHeight, headerHeight, quickFilterText } = inputs
  useLayoutEffect(() => {
    if (api === undefined || api.isDestroyed()) return
    const now: GridInputs<Row> = { columnDefs, rowHeight, headerHeight, quickFilterText }
    const before = given.current
    given.current = now
    const keys = Object.keys(now) as (keyof GridInputs<Row>)[]
    const changed = keys.filter(key => now[key] !== before[key])
    if (changed.length > 0) api.updateGridOptions(Object.fromEntries(changed.map(key => [key, now[key]])))
  }, [api, columnDefs, rowHeight, headerHeight, quickFilterText])
  return api
}
