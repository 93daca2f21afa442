import { type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './overlay.module.css'

export interface TooltipProps {
  readonly content: ReactNode
  readonly children: ReactElement
  readonly side?: TooltipSide | undefined
}

const openMs = 350
/** Time to get from what is explained to the explanation. */
const closeMs = 120

function Tip({ anchor, side, content }: { anchor: Element; side: TooltipSide; content: ReactNode }): ReactNode {
  const id = useId()
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = tip.current
    if (element === null) return
    const { left, top } = positionTooltip(anchor.getBoundingClientRect(), element.getBoundingClientRect(), side, {
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

/** Explains what it wraps, on hover and on focus; the pointer may go onto the explanation, Esc closes it. */
export function Tooltip({ content, children, side = 'bottom' }: TooltipProps): ReactNode {
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
    // The tip is a child of this element for React, so the pointer on the tip is still within.
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
      {anchor !== undefined && <Tip anchor={anchor} side={side} content={content} />}
    </span>
  )
}

type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const gap = 6
const edge = 4
const opposite: Readonly<Record<TooltipSide, TooltipSide>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

const cornerOf: Readonly<Record<TooltipSide, (anchor: Box, tip: Box) => { left: number; top: number }>> = {
  top: (anchor, tip) => ({ left: anchor.left + (anchor.width - tip.width) / 2, top: anchor.top - tip.height - gap }),
  bottom: (anchor, tip) => ({ left: anchor.left + (anchor.width - tip.width) / 2, top: anchor.top + anchor.height + gap }),
  left: (anchor, tip) => ({ left: anchor.left - tip.width - gap, top: anchor.top + (anchor.height - tip.height) / 2 }),
  right: (anchor, tip) => ({ left: anchor.left + anchor.width + gap, top: anchor.top + (anchor.height - tip.height) / 2 }),
}

/** Corner (px, in the window) of a tip beside its anchor: on the side asked for, on the other where only that has room, and within the window. */
export function positionTooltip(
  anchor: Box,
  tip: Box,
  side: TooltipSide,
  view: { readonly width: number; readonly height: number },
): { left: number; top: number } {
  const fits = ({ left, top }: { left: number; top: number }): boolean =>
    left >= edge && top >= edge && left + tip.width <= view.width - edge && top + tip.height <= view.height - edge
  const within = (at: number, size: number, room: number): number => Math.max(edge, Math.min(at, room - size - edge))
  const asked = cornerOf[side](anchor, tip)
  const other = cornerOf[opposite[side]](anchor, tip)
  const clamp = ({ left, top }: { left: number; top: number }) => ({
    left: within(left, tip.width, view.width),
    top: within(top, tip.height, view.height),
  })
  // Along the side it may always be pushed; across it decides which side has room.
  const across = (corner: { left: number; top: number }) =>
    side === 'top' || side === 'bottom' ? { ...clamp(corner), top: corner.top } : { ...clamp(corner), left: corner.left }
  if (fits(across(asked))) return across(asked)
  return fits(across(other)) ? across(other) : clamp(asked)
}
