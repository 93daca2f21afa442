/**
 * Keeps the focus on a link or button when the program replaces the static frame; otherwise Tab would start from the
 * top, and Enter would do nothing.
 */

const links = 'a[href], button[title]'

const purposeOf = (element: Element): string => element.getAttribute('href') ?? element.getAttribute('title') ?? ''

export function keepFocus(place: HTMLElement): void {
  const focused = document.activeElement
  if (focused === null || !place.contains(focused) || !focused.matches(links)) return
  const drawn = new MutationObserver(() => {
    if (focused.isConnected) return
    drawn.disconnect()
    // A focus that has moved elsewhere stays there.
    if (document.activeElement !== document.body) return
    const same = [...place.querySelectorAll<HTMLElement>(links)].find(each => purposeOf(each) === purposeOf(focused))
    same?.focus({ preventScroll: true })
  })
  drawn.observe(place, { childList: true })
}
