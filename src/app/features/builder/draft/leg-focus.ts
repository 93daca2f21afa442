/** The leg with the focus ring: its row or its chart handle. Keys act on no other. */

const marked = '[data-leg]'

export const legHasFocus = (): boolean => document.activeElement?.closest(marked) !== null

export function focusLeg(symbol: string): void {
  document.querySelector<HTMLElement>(`tr[data-leg="${CSS.escape(symbol)}"]`)?.focus()
}
