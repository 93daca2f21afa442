/**
 * Keeps a focus while a screen is open: if the focused element is removed (another screen, a closed dialog, an ended
 * row) and nothing else takes the focus, the screen gets it, so that keys continue there. A mouse press on empty space
 * clears the focus on purpose.
 */
import { useEffect } from 'react'
import { isFocusNowhere } from '../../ui/panel/panel-focus.ts'

/** Code that returns the focus itself, such as a closing dialog, has done so by then. */
const othersMs = 100

const canHold = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

export function holdFocus(): () => void {
  let last: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const came = ({ target }: FocusEvent): void => {
    last = target instanceof Element && !target.matches('main') ? target : undefined
  }
  const pressed = (): void => {
    last = undefined
  }
  const take = (): void => {
    timer = undefined
    if (last === undefined || canHold(last) || !isFocusNowhere()) return
    last = undefined
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  const changed = new MutationObserver(() => {
    if (timer === undefined && last !== undefined && isFocusNowhere()) timer = setTimeout(take, othersMs)
  })
  document.addEventListener('focusin', came)
  document.addEventListener('pointerdown', pressed, { capture: true })
  changed.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
  return () => {
    clearTimeout(timer)
    changed.disconnect()
    document.removeEventListener('focusin', came)
    document.removeEventListener('pointerdown', pressed, { capture: true })
  }
}

export const useHeldFocus = (): void => useEffect(holdFocus, [])
