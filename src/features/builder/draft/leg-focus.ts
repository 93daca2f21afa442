/** Which leg has the focus ring: its row in the table, or its handle on the chart. Keys act on no other. */

const marked = '[data-leg]'

export const legHasFocus = (): boolean => document.activeElement?.closest(marked) !== null

/** Puts the ring on a leg's row. */
export function focusLeg(symbol: string): void {
  document.querySelector<HTMLElement>(`tr[data-leg="${CSS.escape(symbol)}"]`)?.focus()
}
