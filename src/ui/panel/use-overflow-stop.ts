import { type RefCallback, useCallback } from 'react'

const focusable = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]'

const settleMs = 200

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
    // Long after the drawing: to measure in its midst would lay the page out once more.
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
