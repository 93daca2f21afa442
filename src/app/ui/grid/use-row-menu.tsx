/** Opens a row's context menu on a right click or the menu key. Its code loads on first use. */
import { type MouseEvent, type ReactNode, useState } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import type { RowsProps } from './data-grid-props.ts'
import type { AskedMenu } from './row-menu.tsx'

const RowMenu = lazyComponent(async () => (await import('./row-menu.tsx')).RowMenu, null, {
  name: 'The menu',
  useClose: ({ close }) => close,
})

export interface RowMenuHandle {
  readonly ask: (event: MouseEvent) => void
  readonly menu: ReactNode
}

export function useRowMenu<Row>(
  rowOf: (id: string) => Row | undefined,
  rowMenu: RowsProps<Row>['rowMenu'],
): RowMenuHandle {
  const [asked, setAsked] = useState<AskedMenu>()
  return {
    ask: event => {
      const place = event.target instanceof Element ? event.target.closest('[row-id]') : null
      const row = rowOf(place?.getAttribute('row-id') ?? '')
      const items = row === undefined ? [] : (rowMenu?.(row) ?? [])
      if (items.length === 0) return
      event.preventDefault()
      setAsked({ items, x: event.clientX, y: event.clientY })
    },
    menu: asked !== undefined && <RowMenu menu={asked} close={() => setAsked(undefined)} />,
  }
}
