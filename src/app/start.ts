/** Where the page starts: the frame is in the page already, and the program runs once it is on the screen, its code having been fetched meanwhile. */
import { showNotLoaded } from './cannot-start.ts'

/** A page that nobody looks at is painted in no frame. */
const unseenMs = 100

function framePainted(): Promise<void> {
  if (performance.getEntriesByType('paint').length > 0) return Promise.resolve()
  return new Promise(resolve => {
    setTimeout(resolve, unseenMs)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

await framePainted()
import('./main.tsx').catch(showNotLoaded)
