import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { closes, type DrawerProps, type OverlayEscape } from './overlay-props.ts'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

/**
 * The library removes the content from the tab order while the focus is outside, and restores it when the focus
 * returns, except from a dialog that has been removed. This restores it then; otherwise Tab would skip Take after a
 * review.
 */
function putBackInTabOrder(popup: HTMLElement): void {
  for (const each of popup.querySelectorAll<HTMLElement>('[data-tabindex]')) {
    const before = each.dataset['tabindex']
    delete each.dataset['tabindex']
    if (before === undefined || before === '') each.removeAttribute('tabindex')
    else each.setAttribute('tabindex', before)
  }
}

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
  finalFocus,
  hasFocusMoved,
}: DrawerProps & OverlayEscape & { readonly hasFocusMoved: () => boolean }): ReactNode {
  const popup = useRef<HTMLDivElement>(null)
  // The library takes the focus a frame later, even from a row reached by a key meanwhile.
  const takeFocus = (): false => {
    if (!hasFocusMoved()) popup.current?.focus({ preventScroll: true })
    return false
  }
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
          initialFocus={modal ? popup : takeFocus}
          finalFocus={finalFocus}
          onFocus={event => {
            if (event.relatedTarget === null) putBackInTabOrder(event.currentTarget)
          }}
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
