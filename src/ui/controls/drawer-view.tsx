/** The drawer itself, with its library: its code comes when the first one is opened. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { closes, type DrawerProps, type OverlayEscape } from './overlay-props.ts'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

/**
 * While the focus is elsewhere the library takes what is inside out of the tab order, and notes what it had. It puts that back when the focus
 * comes from somewhere, but not from a dialog that has left the page: Tab would skip Take after a review.
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
  // The library takes the focus a frame later, also from a row that a key reached meanwhile.
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
