import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { holdKeys } from '../typeahead/hold-keys.ts'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

export interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
  readonly side?: 'right' | 'left' | 'bottom' | undefined
  readonly width?: 'md' | 'lg' | undefined
  readonly testId?: string | undefined
  /** Modal: the page behind is out of reach until it is closed. Else the page stays at work beside it. */
  readonly modal?: boolean | undefined
}

/** A panel that comes in from an edge. */
export function Drawer({
  open,
  onClose,
  title,
  children,
  footer,
  side = 'right',
  width = 'md',
  testId,
  modal = false,
}: DrawerProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (open) holdKeys()
  }, [open])
  return (
    <Base.Root open={open} modal={modal} disablePointerDismissal={!modal} onOpenChange={next => !next && onClose()}>
      <Base.Portal>
        {modal && <Base.Backdrop className={styles.backdrop} />}
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          className={styles.drawer}
          data-side={side}
          data-width={width}
          data-modal={modal}
          data-testid={testId}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X size={14} />} />} />
          </div>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
