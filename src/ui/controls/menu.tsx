import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import buttonStyles from './button.module.css'
import { buttonClass } from './button.tsx'
import { Kbd } from './kbd.tsx'
import styles from './overlay.module.css'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly run: () => void
  readonly enabled?: boolean | undefined
  readonly keys?: string | undefined
  readonly danger?: boolean | undefined
  readonly icon?: ReactNode
}

export interface MenuProps {
  readonly label: string
  /** What the button shows; three dots when left out. */
  readonly trigger?: ReactNode
  readonly items: readonly (MenuItem | 'separator')[]
}

/** A separator is known by what it follows. */
function idBefore(items: MenuProps['items'], place: number): string {
  const before = items[place - 1]
  return before === undefined || before === 'separator' ? String(place) : before.id
}

export function Menu({ label, trigger, items }: MenuProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        title={label}
        className={cx(buttonClass({ variant: 'quiet', size: 'sm' }), trigger === undefined && buttonStyles.icon)}
      >
        {trigger ?? <Ellipsis size={14} />}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Base.Popup className={styles.popup}>
            {items.map((item, place) =>
              item === 'separator' ? (
                <Base.Separator key={`after ${idBefore(items, place)}`} className={styles.separator} />
              ) : (
                <Base.Item
                  key={item.id}
                  className={styles.item}
                  data-danger={item.danger}
                  disabled={item.enabled === false}
                  onClick={item.run}
                >
                  {item.icon}
                  <span className={styles.itemLabel}>{item.label}</span>
                  {item.keys !== undefined && <Kbd keys={item.keys} />}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
