/**
 * Has the files fetched that the page names beside it (`data-rel`): what draws the first figures once the frame is drawn, the program once that is on
 * the screen, and with it what the program alone shows. All that would otherwise be received and compiled while the frame is still being drawn, on
 * the same processors.
 */
import { askForProgram } from './ask-for-screen.ts'

/** A page that is not looked at is painted never. */
const unseenMs = 100
/** The longest that the program's files wait for the first figures once the frame is painted: where answers take long they are fetched meanwhile. */
const picturesMs = 80

/** Of the files that are not asked for yet. */
function fetchFiles(named: string): number {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[data-rel]${named}`)
  for (const link of links) {
    link.rel = link.dataset['rel'] ?? ''
    delete link.dataset['rel']
  }
  return links.length
}

/** At once; a second call does nothing. */
export function fetchProgram(): void {
  if (fetchFiles('') > 0) askForProgram()
}

const isPictureToCome = (): boolean => document.querySelector('link[data-first]') !== null

export function fetchFilesAfterFrame(): void {
  const drawn = (): void => void fetchFiles('[data-first]')
  // A timer that a frame sets comes after it is handed on to be painted.
  requestAnimationFrame(() => setTimeout(drawn))
  let isPainted = false
  const painted = (): void => {
    if (isPainted) return
    isPainted = true
    drawn()
    if (isPictureToCome()) setTimeout(fetchProgram, picturesMs)
    else fetchProgram()
  }
  setTimeout(painted, unseenMs)
  new PerformanceObserver(painted).observe({ type: 'paint', buffered: true })
}
