/**
 * Cells drawn by React in a grid that is none of React's: the grid makes an empty element for each, and one component of ours draws into all of
 * them. Everything else in the grid is plain text, which costs a poll no component.
 */
import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import { type ReactNode, type ReactPortal, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import styles from './grid.module.css'
import type { Slot } from './slot.ts'

export interface ReactCells {
  readonly put: (host: HTMLElement, content: ReactNode) => void
  readonly remove: (host: HTMLElement) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => readonly ReactPortal[]
}

/** Of one grid. */
export function createReactCells(): ReactCells {
  const portals = new Map<HTMLElement, ReactPortal>()
  const listeners = new Set<() => void>()
  let made = 0
  let drawn: readonly ReactPortal[] | undefined
  const changed = (): void => {
    drawn = undefined
    for (const each of listeners) each()
  }
  return {
    put(host, content) {
      const key = portals.get(host)?.key ?? String((made += 1))
      portals.set(host, createPortal(content, host, key))
      changed()
    },
    remove(host) {
      if (portals.delete(host)) changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => (drawn ??= [...portals.values()]),
  }
}

export function ReactCellPortals({ cells }: { readonly cells: ReactCells }): ReactNode {
  return useSyncExternalStore(cells.subscribe, cells.read, cells.read)
}

/** What draws a cell; `current` gives the row that is there when it is pressed, which may be a later one than was drawn. */
export type DrawCell<Row> = (row: Row, current: () => Row) => ReactNode

/** What the grid hands to its cells of itself. */
export interface GridContext {
  readonly cells: ReactCells
}

type Params<Row> = ICellRendererParams<Slot<Row>, unknown, GridContext>

/** A kind of cell in the grid library's terms. */
export function reactCell<Row>(draw: DrawCell<Row>): new () => ICellRendererComp<Slot<Row>> {
  return class implements ICellRendererComp<Slot<Row>> {
    private readonly host = document.createElement('span')
    private cells: ReactCells | undefined

    init({ data, context }: Params<Row>): void {
      this.host.className = styles.reactCell ?? ''
      this.cells = context.cells
      this.put(data)
    }

    getGui(): HTMLElement {
      return this.host
    }

    refresh({ data }: Params<Row>): boolean {
      this.put(data)
      return true
    }

    destroy(): void {
      this.cells?.remove(this.host)
    }

    private put(slot: Slot<Row> | undefined): void {
      if (slot !== undefined)
        this.cells?.put(
          this.host,
          draw(slot.row, () => slot.row),
        )
    }
  }
}
