import { Maximize2, Minimize2, PictureInPicture2 } from 'lucide-react'
import { type ReactNode, type RefCallback, useCallback, useContext, useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../controls/icon-button.tsx'
import type { PanelState } from './panel-state.ts'
import { PanelStateView, LastKnownNote, StaleBanner } from './panel-state-view.tsx'
import { MaximiseContext, usePopOut } from './pop-out.ts'
import styles from './panel.module.css'

export interface PanelProps {
  readonly title?: ReactNode
  readonly toolbar?: ReactNode
  readonly state?: PanelState | undefined
  readonly children?: ReactNode
  readonly testId?: string | undefined
  /** Accessible name; by default the title if it is plain text. */
  readonly label?: string | undefined
  readonly footer?: ReactNode
  readonly padded?: boolean | undefined
  /** `content` gives the panel the height of its content; by default it fills its parent. */
  readonly height?: 'fill' | 'content' | undefined
  readonly className?: string | undefined
  readonly isOneRow?: boolean | undefined
}

function useMaximised() {
  const [isMaximised, setMaximised] = useState(false)
  useEffect(() => {
    if (!isMaximised) return undefined
    const restore = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setMaximised(false)
    }
    const follow = ({ target }: FocusEvent): void => {
      if (
        target instanceof Element &&
        target.closest('main') !== null &&
        target.closest('[data-maximised="true"]') === null
      )
        setMaximised(false)
    }
    document.addEventListener('keydown', restore)
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('keydown', restore)
      document.removeEventListener('focusin', follow)
    }
  }, [isMaximised])
  return { isMaximised, maximise: setMaximised }
}

export function Panel({
  title,
  toolbar,
  state = { kind: 'ready' },
  children,
  testId,
  label,
  footer,
  padded = false,
  height = 'fill',
  className,
  isOneRow = false,
}: PanelProps): ReactNode {
  const body = useOverflowStop()
  const { isMaximised, maximise } = useMaximised()
  const name = label ?? (typeof title === 'string' ? title : undefined)
  const isOld = state.kind === 'stale' || state.kind === 'last'
  const canMaximise = useContext(MaximiseContext)
  return (
    <section
      aria-label={name}
      className={cx(styles.panel, height === 'content' && styles.content, isMaximised && styles.maximised, className)}
      tabIndex={-1}
      data-panel={name}
      data-maximised={isMaximised || undefined}
      data-testid={testId}
      data-panel-state={state.kind}
    >
      {(title !== undefined || toolbar !== undefined) && (
        <header className={cx(styles.head, isOneRow && styles.oneRow)}>
          {title !== undefined && <h2 className={styles.title}>{title}</h2>}
          {toolbar !== undefined && <div className={styles.toolbar}>{toolbar}</div>}
          {height === 'fill' && name !== undefined && canMaximise && (
            <span className={styles.tools}>
              <Tools name={name} isMaximised={isMaximised} maximise={maximise} />
            </span>
          )}
        </header>
      )}
      <div
        ref={body}
        className={cx(styles.body, padded && (isOld || state.kind === 'ready') && styles.padded, isOld && styles.old)}
        inert={state.kind === 'last'}
      >
        {isOld || state.kind === 'ready' ? children : <PanelStateView state={state} />}
      </div>
      {/* Below the body, so that content at the top does not move. */}
      {state.kind === 'stale' && <StaleBanner state={state} />}
      {state.kind === 'last' && <LastKnownNote state={state} />}
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </section>
  )
}

interface ToolsProps {
  readonly name: string
  readonly isMaximised: boolean
  readonly maximise: (isMaximised: boolean) => void
}

function Tools({ name, isMaximised, maximise }: ToolsProps) {
  const popOut = usePopOut(name)
  return (
    <>
      {/* The toolbar has room for one button; the other is available when maximised, and as a command. */}
      {popOut !== undefined && isMaximised && (
        <IconButton
          size="sm"
          label={`Open ${name} in a window of its own`}
          icon={<PictureInPicture2 size={12} />}
          onClick={() => {
            maximise(false)
            popOut()
          }}
        />
      )}
      <IconButton
        size="sm"
        label={isMaximised ? `Restore ${name}` : `Maximise ${name}`}
        icon={isMaximised ? <Minimize2 size={12} /> : <Maximize2 size={12} />}
        pressed={isMaximised}
        onClick={() => maximise(!isMaximised)}
      />
    </>
  )
}

const focusable = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]'

const settleMs = 200

/** Makes an overflowing element without focusable content a Tab stop, so that it can be scrolled by keyboard. */
function useOverflowStop(): RefCallback<HTMLElement> {
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const judge = (): void => {
      const overflows = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
      if (overflows && element.querySelector(focusable) === null) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    // Long after rendering: measuring earlier would force another layout.
    let later: ReturnType<typeof setTimeout> | undefined
    const judgeLater = (): void => {
      later ??= setTimeout(() => {
        later = undefined
        judge()
      }, settleMs)
    }
    const resized = new ResizeObserver(judgeLater)
    const changed = new MutationObserver(judgeLater)
    resized.observe(element)
    changed.observe(element, { childList: true, subtree: true })
    return () => {
      clearTimeout(later)
      resized.disconnect()
      changed.disconnect()
    }
  }, [])
}
