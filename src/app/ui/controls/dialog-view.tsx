/** Dialog implementation with its library; loaded when the first one opens. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { closes, type DialogProps, type OverlayEscape } from './overlay-props.ts'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

export function DialogView({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  testId,
  initialFocus,
  isClear = false,
  place,
  isCovered,
  finalFocus,
}: Omit<DialogProps, 'finalFocus'> & OverlayEscape): ReactNode {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next, details) => !next && closes(details, isCovered) && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} data-clear={isClear} />
        <Base.Popup
          ref={popup}
          className={styles.dialog}
          data-size={size}
          data-place={place}
          data-testid={testId}
          initialFocus={initialFocus ?? popup}
          finalFocus={finalFocus}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X size={14} />} />} />
          </div>
          {description !== undefined && (
            <Base.Description className={styles.description}>{description}</Base.Description>
          )}
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
