/**
 * Moves the focus into rows from their panel or its search field. Components that render rows register them while
 * mounted.
 */

export type EnteredRow = 'first' | 'last'

type Enter = (row: EnteredRow) => boolean

const entries = new WeakMap<Element, Enter>()

export function registerRows(host: Element, enter: Enter): () => void {
  entries.set(host, enter)
  host.setAttribute('data-rows', '')
  return () => {
    entries.delete(host)
    host.removeAttribute('data-rows')
  }
}

let awaited: { readonly within: Element; readonly row: EnteredRow; readonly from: Element | null } | undefined

const enterNow = (within: Element, row: EnteredRow): boolean =>
  [...within.querySelectorAll('[data-rows]')].some(host => entries.get(host)?.(row) === true)

/** Focuses the first rows within, or waits for rows that are still loading. Returns false if there are none. */
export function enterRows(within: Element, row: EnteredRow): boolean {
  awaited = undefined
  if (enterNow(within, row)) return true
  if (within.querySelector('[role$="grid"][aria-busy="true"]') === null) return false
  awaited = { within, row, from: document.activeElement }
  return true
}

export function rowsCame(frame: Element): void {
  if (awaited?.within.contains(frame) !== true) return
  const { within, row, from } = awaited
  awaited = undefined
  if (document.activeElement === from) enterNow(within, row)
}
