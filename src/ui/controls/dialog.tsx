import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { holdKeys } from '../typeahead/hold-keys.ts'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | undefined
  readonly testId?: string | undefined
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
}

/**
 * A dialog over the page: focus goes to `initialFocus`, else to the dialog itself (never to its Close button), and stays in it; Esc or a press beside it closes it,
 * and focus goes back to where it was.
 */
export function Dialog({ open, onClose, title, description, children, footer, size = 'md', testId, initialFocus }: DialogProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (open) holdKeys()
  }, [open])
  return (
    <Base.Root open={open} onOpenChange={next => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={styles.dialog} data-size={size} data-testid={testId} initialFocus={initialFocus ?? popup}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X size={14} />} />} />
          </div>
          {description !== undefined && <Base.Description className={styles.description}>{description}</Base.Description>}
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
