/**
 * A place in a screen for the review of what that screen shows, instead of a dialog over it. It is a dialog that is not
 * modal: keys within it do not reach the screen, Escape closes it from anywhere, and the elements after the dock are
 * hidden meanwhile.
 */
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { isSameSymbol } from '../../../core/domain/order.ts'
import { createSignal, createStore } from '../../../core/domain/store.ts'
import { Dialog } from './dialog.tsx'
import { useEscape } from './overlay.tsx'
import type { DialogProps } from './overlay-props.ts'
import styles from './overlay.module.css'

interface Place {
  readonly element: HTMLElement
  readonly symbol: string
}

const place = createStore<Place | undefined>(undefined)
const undock = createSignal()

/** `symbol`: the instrument or joined legs of the review that belongs here; undefined if there is none. */
export function Dock({ symbol }: { readonly symbol: string | undefined }): ReactNode {
  const dock = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (dock.current === null || symbol === undefined) return undefined
    place.set({ element: dock.current, symbol })
    return () => place.set(undefined)
  }, [symbol])
  return <div ref={dock} className={styles.dock} />
}

/**
 * Closes what is docked when `subject` changes or the screen goes. The page beside a docked review can be used, so a
 * review must not outlive the draft that it shows.
 */
export function useUndock(subject: string | undefined): void {
  useLayoutEffect(() => undock.emit, [subject])
}

interface DockableProps extends DialogProps {
  readonly symbol: string
}

export function DockableDialog({ symbol, ...props }: DockableProps): ReactNode {
  const now = useSyncExternalStore(place.subscribe, place.get, place.get)
  const [belongs] = useState(now !== undefined && isSameSymbol(now.symbol, symbol))
  return belongs && now !== undefined ? (
    createPortal(<Docked key={now.symbol} {...props} />, now.element)
  ) : (
    <Dialog {...props} />
  )
}

function Docked({ onClose, title, children, footer, testId, initialFocus, finalFocus }: DialogProps): ReactNode {
  const card = useRef<HTMLElement>(null)
  const heading = useId()
  const close = useEffectEvent(onClose)
  useEscape(true, false, onClose)
  useLayoutEffect(() => undock.listen(() => close()), [])
  useFocusOnce(card, initialFocus, finalFocus)
  return (
    <section
      ref={card}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element brings keys and focus of its own
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      className={styles.docked}
      data-testid={testId}
    >
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
      </div>
      <div className={styles.body}>{children}</div>
      <div className={styles.footer}>{footer}</div>
    </section>
  )
}

function useFocusOnce(
  card: { readonly current: HTMLElement | null },
  initialFocus: DialogProps['initialFocus'],
  finalFocus: DialogProps['finalFocus'],
): void {
  const before = useRef<Element | null>(null)
  const hadFocus = useRef(false)
  const takeFocus = useEffectEvent(() => {
    before.current = document.activeElement
    initialFocus?.current?.focus({ preventScroll: true })
    if (card.current?.contains(document.activeElement) !== true) card.current?.focus({ preventScroll: true })
  })
  const isReturned = useEffectEvent(() => finalFocus?.() !== false)
  useLayoutEffect(() => {
    const element = card.current
    takeFocus()
    return () => {
      hadFocus.current = element?.contains(document.activeElement) === true
    }
  }, [card])
  // After the removal, when the elements that the card hid are visible again.
  useEffect(
    () => () => {
      const last = before.current
      if (!hadFocus.current || !isReturned() || !(last instanceof HTMLElement)) return
      last.focus({ preventScroll: true })
      if (document.activeElement !== last)
        last.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    },
    [],
  )
}
