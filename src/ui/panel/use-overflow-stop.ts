import { type RefCallback, useCallback } from 'react'

const focusable = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]'

/**
 * Gives a scrolling element a stop for the Tab key while it overflows and has nothing in it that takes the focus: else its content could
 * not be reached by keyboard.
 */
export function useOverflowStop(): RefCallback<HTMLElement> {
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const judge = (): void => {
      const overflows = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
      if (overflows && element.querySelector(focusable) === null) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    const resized = new ResizeObserver(judge)
    const changed = new MutationObserver(judge)
    resized.observe(element)
    changed.observe(element, { childList: true, subtree: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [])
}
