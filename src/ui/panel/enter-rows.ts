/** The way into rows from outside of them: from the panel around them or its search field. Anyone who draws rows registers it while they are there. */

/** The first row, or the one that had the focus last. */
export type EnteredRow = 'first' | 'last'

/** Puts the focus on a row; false where there is none. */
type Enter = (row: EnteredRow) => boolean

const entries = new WeakMap<Element, Enter>()

/** `host` is around the rows. */
export function registerRows(host: Element, enter: Enter): () => void {
  entries.set(host, enter)
  host.setAttribute('data-rows', '')
  return () => {
    entries.delete(host)
    host.removeAttribute('data-rows')
  }
}

/** Asked for while the rows were on their way; `from` had the focus. */
let awaited: { readonly within: Element; readonly row: EnteredRow; readonly from: Element | null } | undefined

const enterNow = (within: Element, row: EnteredRow): boolean =>
  [...within.querySelectorAll('[data-rows]')].some(host => entries.get(host)?.(row) === true)

/** Puts the focus on the first rows within that there are, or on those that are on their way once they come; false where there are none. */
export function enterRows(within: Element, row: EnteredRow): boolean {
  awaited = undefined
  if (enterNow(within, row)) return true
  if (within.querySelector('[role$="grid"][aria-busy="true"]') === null) return false
  awaited = { within, row, from: document.activeElement }
  return true
}

/** The rows of the grid in `frame` have come: the focus that waits for them, where it is still there, goes in. */
export function rowsCame(frame: Element): void {
  if (awaited?.within.contains(frame) !== true) return
  const { within, row, from } = awaited
  awaited = undefined
  if (document.activeElement === from) enterNow(within, row)
}
