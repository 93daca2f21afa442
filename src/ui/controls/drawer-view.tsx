/** The drawer itself, with its library: its code comes when the first one is opened. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { closes, type DrawerProps, type OverlayEscape } from './overlay-props.ts'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

export function DrawerView({
  open,
  onClose,
  title,
  children,
  footer,
  side = 'right',
  width = 'md',
  testId,
  modal = false,
  rfq,
  isCovered,
}: DrawerProps & OverlayEscape): ReactNode {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      modal={modal}
      disablePointerDismissal={!modal}
      onOpenChange={(next, details) => !next && closes(details, isCovered) && onClose()}
    >
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
          data-rfq={rfq}
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
