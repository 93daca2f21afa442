/**
 * The focus is never lost while a screen is open: where what had it leaves the page (another screen, a dialog that closes over nothing, a row that
 * ended) and nobody else takes it, the screen itself has it. Keys then go on from there, and a reader is not sent back to the top bar.
 * Who presses the mouse on a plain place puts the focus nowhere by hand, and it stays there.
 */
import { useEffect } from 'react'
import { isFocusNowhere } from '../../ui/panel/panel-focus.ts'

/** Anyone who gives the focus back by itself, as a dialog does when it has gone, does so by then. */
const othersMs = 100

const canHold = (element: Element): boolean => element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** Holds it from now on; the answer ends that. */
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
  changed.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'open'] })
  return () => {
    clearTimeout(timer)
    changed.disconnect()
    document.removeEventListener('focusin', came)
    document.removeEventListener('pointerdown', pressed, { capture: true })
  }
}

export const useHeldFocus = (): void => useEffect(holdFocus, [])
