import { type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './overlay.module.css'

export interface TooltipProps {
  readonly content: ReactNode
  readonly children: ReactElement
}

const openMs = 350
const closeMs = 120

function Tip({ anchor, content }: { anchor: Element; content: ReactNode }): ReactNode {
  const id = useId()
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = tip.current
    if (element === null) return
    const { left, top } = positionTooltip(anchor.getBoundingClientRect(), element.getBoundingClientRect(), {
      width: innerWidth,
      height: innerHeight,
    })
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  })
  useEffect(() => {
    const before = anchor.getAttribute('aria-describedby')
    anchor.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`)
    return () => {
      if (before === null) anchor.removeAttribute('aria-describedby')
      else anchor.setAttribute('aria-describedby', before)
    }
  }, [anchor, id])
  return createPortal(
    <div ref={tip} id={id} role="tooltip" className={styles.tooltip}>
      {content}
    </div>,
    document.body,
  )
}

/** Explains its content on hover and focus; the pointer may move onto the explanation, Esc closes it. */
export function Tooltip({ content, children }: TooltipProps): ReactNode {
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [anchor, setAnchor] = useState<Element>()
  const later = (act: () => void, ms: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
  const open = (): void => setAnchor(wrapper.current?.firstElementChild ?? undefined)
  const close = (): void => setAnchor(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // The tip is a React child of this element, so the pointer on the tip counts as within.
    <span
      ref={wrapper}
      role="presentation"
      className={styles.explained}
      onPointerEnter={() => later(open, openMs)}
      onPointerLeave={() => later(close, closeMs)}
      onFocus={event => {
        if (event.target.matches(':focus-visible')) later(open, 0)
      }}
      onBlur={() => later(close, 0)}
      onPointerDown={() => later(close, 0)}
      onKeyDown={event => {
        if (event.key === 'Escape' && anchor !== undefined) {
          event.stopPropagation()
          later(close, 0)
        }
      }}
    >
      {children}
      {anchor !== undefined && <Tip anchor={anchor} content={content} />}
    </span>
  )
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const gap = 6
const edge = 4

/** Corner (px, in the window) of a tip: below its anchor, above if only that has room, within the window. */
export function positionTooltip(
  anchor: Box,
  tip: Box,
  view: { readonly width: number; readonly height: number },
): { left: number; top: number } {
  const within = (at: number, size: number, room: number): number => Math.max(edge, Math.min(at, room - size - edge))
  const hasRoom = (top: number): boolean => top >= edge && top + tip.height <= view.height - edge
  const left = within(anchor.left + (anchor.width - tip.width) / 2, tip.width, view.width)
  const below = anchor.top + anchor.height + gap
  const top = [below, anchor.top - tip.height - gap].find(hasRoom) ?? within(below, tip.height, view.height)
  return { left, top }
}
