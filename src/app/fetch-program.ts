/**
 * Has the files of the program fetched once the frame is on the screen, and the first figures with it where the page has a script of its own for
 * them; and with them what the program alone shows. They are named in the page (`data-rel`), and would otherwise be received and compiled while
 * that is still being drawn, on the same processors.
 */
import { askForProgram } from './ask-for-screen.ts'

/** A page that is not looked at is painted never. */
const unseenMs = 100
/** The longest that the program's files wait for the first figures once the frame is painted: where answers take long they are fetched meanwhile. */
const picturesMs = 80

/** At once; a second call does nothing. */
export function fetchProgram(): void {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-rel]')
  if (links.length === 0) return
  for (const link of links) {
    link.rel = link.dataset['rel'] ?? ''
    delete link.dataset['rel']
  }
  askForProgram()
}

const isPictureToCome = (): boolean => document.querySelector('link[rel="modulepreload"]') !== null

export function fetchProgramAfterPaint(): void {
  let isPainted = false
  const painted = (): void => {
    if (isPainted) return
    isPainted = true
    if (isPictureToCome()) setTimeout(fetchProgram, picturesMs)
    else fetchProgram()
  }
  setTimeout(painted, unseenMs)
  new PerformanceObserver(painted).observe({ type: 'paint', buffered: true })
}
