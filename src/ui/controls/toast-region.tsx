import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './notes.module.css'
import { closeToast, onToasts, shownToasts } from './toasts.ts'

const icons = { neutral: Info, ok: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

/** Where notices appear; mounted once. */
export function ToastRegion(): ReactNode {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  return (
    <section aria-label="Notices" aria-live="polite" className={styles.toasts}>
      {toasts.map(({ id, tone, title, body, testId, action }) => {
        const Icon = icons[tone]
        return (
          <div key={id} className={styles.toast} data-tone={tone} data-testid={testId}>
            <Icon size={14} aria-hidden="true" />
            <div className={styles.toastText}>
              <div className={styles.toastTitle}>{title}</div>
              {body !== undefined && <div className={styles.toastBody}>{body}</div>}
              {action !== undefined && (
                <Button size="sm" variant="quiet" onClick={action.run}>
                  {action.label}
                </Button>
              )}
            </div>
            <IconButton size="sm" label="Close notice" icon={<X size={12} />} onClick={() => closeToast(id)} />
          </div>
        )
      })}
    </section>
  )
}
