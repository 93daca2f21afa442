/**
 * Has the files of the program fetched once the frame is on the screen. They are named in the page (`data-rel`), and would otherwise be received and
 * compiled while the frame is still being drawn, on the same processors.
 */

/** A page that is not looked at is painted never. */
const unseenMs = 100

export function fetchProgramAfterPaint(): void {
  let isFetched = false
  const fetchProgram = (): void => {
    if (isFetched) return
    isFetched = true
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]')) link.rel = link.dataset['rel'] ?? ''
  }
  setTimeout(fetchProgram, unseenMs)
  new PerformanceObserver(fetchProgram).observe({ type: 'paint', buffered: true })
}
