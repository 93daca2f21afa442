/**
 * Anyone who went by Tab to a link or a button of the frame in the page stays there when the program puts its own in the frame's place: else the
 * next Tab begins at the top again, and Enter does nothing.
 */

const links = 'a[href], button[title]'

/** What it is for, the same in the frame and in the program. */
const purposeOf = (element: Element): string => element.getAttribute('href') ?? element.getAttribute('title') ?? ''

/** To be called before `place` is drawn again. */
export function keepFocus(place: HTMLElement): void {
  const focused = document.activeElement
  if (focused === null || !place.contains(focused) || !focused.matches(links)) return
  const drawn = new MutationObserver(() => {
    if (focused.isConnected) return
    drawn.disconnect()
    // Anyone who is somewhere else by now stays there.
    if (document.activeElement !== document.body) return
    const same = [...place.querySelectorAll<HTMLElement>(links)].find(each => purposeOf(each) === purposeOf(focused))
    same?.focus({ preventScroll: true })
  })
  drawn.observe(place, { childList: true })
}
