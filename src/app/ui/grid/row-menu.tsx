/** Context menu of a row, at the pointer or cell. */
import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import type { RowMenuItem } from './data-grid-props.ts'
import styles from './grid.module.css'

export interface AskedMenu {
  readonly items: readonly RowMenuItem[]
  readonly x: number
  readonly y: number
}

export function RowMenu({ menu, close }: { readonly menu: AskedMenu; readonly close: () => void }): ReactNode {
  const anchor = { getBoundingClientRect: () => new DOMRect(menu.x, menu.y, 0, 0) }
  return (
    <Menu.Root open modal={false} onOpenChange={open => !open && close()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" className={styles.menuPlace}>
          <Menu.Popup className={styles.menu} aria-label="Row">
            {menu.items.map(item => (
              <Menu.Item key={item.id} className={styles.menuItem} disabled={item.enabled === false} onClick={item.run}>
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
