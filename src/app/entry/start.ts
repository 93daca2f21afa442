/**
 * Runs the program after the first paint of the static frame; its code is preloaded meanwhile. The frame appears after
 * 0.25 s, the program after 0.9 s (bench `start`, 1×); otherwise the program's first task could delay the paint.
 */
import { missingFeatures, oldBrowserText } from './browser-features.ts'
import { showCannotStart, showNotLoaded } from './cannot-start.ts'

/** A hidden page paints nothing. */
const unseenMs = 100

function framePainted(): Promise<void> {
  if (performance.getEntriesByType('paint').length > 0) return Promise.resolve()
  return new Promise(resolve => {
    setTimeout(resolve, unseenMs)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

await framePainted()
const old = oldBrowserText(missingFeatures())
if (old === undefined) import('./main.tsx').then(program => program.start()).catch(showNotLoaded)
else showCannotStart(old)
