/** The markup of a panel, with nothing that needs React to run: what is shown before the program is there has the same. */
import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import type { PanelState } from './panel-state.ts'
import styles from './panel.module.css'

interface PanelFrameProps {
  /** Accessible name. */
  readonly name: string | undefined
  readonly title?: ReactNode
  readonly toolbar?: ReactNode
  readonly kind: PanelState['kind']
  readonly tools?: ReactNode
  readonly banner?: ReactNode
  readonly lastKnown?: ReactNode
  readonly bodyRef?: Ref<HTMLDivElement>
  readonly testId?: string | undefined
  readonly footer?: ReactNode
  readonly padded?: boolean | undefined
  readonly height?: 'fill' | 'content' | undefined
  readonly className?: string | undefined
  readonly isOneRow?: boolean | undefined
  readonly isMaximised?: boolean
  readonly children?: ReactNode
}

export function PanelFrame({
  name,
  title,
  toolbar,
  kind,
  tools,
  banner,
  lastKnown,
  bodyRef,
  testId,
  footer,
  padded = false,
  height = 'fill',
  className,
  isOneRow = false,
  isMaximised = false,
  children,
}: PanelFrameProps): ReactNode {
  const isOld = kind === 'stale' || kind === 'last'
  return (
    <section
      aria-label={name}
      className={cx(styles.panel, height === 'content' && styles.content, isMaximised && styles.maximised, className)}
      tabIndex={-1}
      data-panel={name}
      data-testid={testId}
      data-panel-state={kind}
    >
      {(title !== undefined || toolbar !== undefined) && (
        <header className={cx(styles.head, isOneRow && styles.oneRow)}>
          {title !== undefined && <h2 className={styles.title}>{title}</h2>}
          {toolbar !== undefined && <div className={styles.toolbar}>{toolbar}</div>}
          {height === 'fill' && name !== undefined && tools !== null && <span className={styles.tools}>{tools}</span>}
        </header>
      )}
      {banner}
      <div
        ref={bodyRef}
        className={cx(styles.body, padded && (isOld || kind === 'ready') && styles.padded, isOld && styles.old)}
        inert={kind === 'last'}
      >
        {children}
      </div>
      {lastKnown}
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </section>
  )
}
