/**
 * React in the cells of a grid that is not React: the grid asks for an element, React draws into it through a portal. One list for a
 * grid; a changed row draws its own portals again and no other.
 */
import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Slot } from './slot.ts'

interface CellEntry {
  readonly key: string
  readonly element: HTMLElement
  readonly draw: () => ReactNode
}

export interface CellPortalStore {
  readonly entries: () => readonly CellEntry[]
  readonly subscribe: (listener: () => void) => () => void
  readonly put: (entry: CellEntry) => void
  readonly remove: (key: string) => void
}

export function createCellPortalStore(): CellPortalStore {
  const held = new Map<string, CellEntry>()
  const listeners = new Set<() => void>()
  let snapshot: readonly CellEntry[] = []
  let announced = false
  // Cells come and go by the dozen while scrolling: they are told of together, still before the next paint.
  const announce = (): void => {
    if (announced) return
    announced = true
    queueMicrotask(() => {
      announced = false
      snapshot = [...held.values()]
      for (const listener of listeners) listener()
    })
  }
  return {
    entries: () => snapshot,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put: entry => {
      held.set(entry.key, entry)
      announce()
    },
    remove: key => {
      held.delete(key)
      announce()
    },
  }
}

const CellPortal = memo(({ entry }: { entry: CellEntry }): ReactNode => createPortal(entry.draw(), entry.element))

/** Draws what the cells of `store` hold. */
export function CellPortals({ store }: { store: CellPortalStore }): ReactNode {
  const entries = useSyncExternalStore(store.subscribe, store.entries)
  return entries.map(entry => <CellPortal key={entry.key} entry={entry} />)
}

let count = 0

/** A cell renderer, in the grid library's terms, that draws `render` of the cell's row. */
export function portalRenderer<Row>(store: CellPortalStore, render: (row: Row) => ReactNode): new () => ICellRendererComp<Slot<Row>> {
  return class {
    private readonly element = document.createElement('span')
    private readonly key = `cell-${(count += 1)}`

    init(params: ICellRendererParams<Slot<Row>>): void {
      this.element.style.display = 'contents'
      this.refresh(params)
    }

    getGui(): HTMLElement {
      return this.element
    }

    refresh({ data }: ICellRendererParams<Slot<Row>>): boolean {
      const row = data?.row
      if (row !== undefined) store.put({ key: this.key, element: this.element, draw: () => render(row) })
      return true
    }

    destroy(): void {
      store.remove(this.key)
    }
  }
}
