/** The way into rows from outside of them: from the panel around them or its search field. Whoever draws rows registers it while they are there. */

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

/** Puts the focus on the first rows within that there are; false where there are none. */
export function enterRows(within: Element, row: EnteredRow): boolean {
  return [...within.querySelectorAll('[data-rows]')].some(host => entries.get(host)?.(row) === true)
}
