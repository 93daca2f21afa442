/**
 * Where the page starts. The frame is in the page already, written there when the program was built; the program follows once that is on the
 * screen, its code having been fetched meanwhile.
 */

import { askEarly } from '../api/venue/early-requests.ts'
import { isStaticPage, screenPath } from './screen-path.ts'

const summaryPath = '/v1/market_data/tradeable_entity/all/summary'

/** What the first picture of a screen is made of. */
function askForScreen(path: string): void {
  if (path === '/' || path.startsWith('/portfolio')) askEarly(['/v1/api/positions', '/v1/api/balances'], [summaryPath])
  else if (path.startsWith('/build')) askEarly(['/v1/api/positions'], [summaryPath])
  else if (path.startsWith('/orders')) askEarly(['/v1/api/openOrders'], [])
  else if (path.startsWith('/markets')) askEarly([], [summaryPath])
}

// Behind a page of a static host there is no exchange at the page's own address, or none before its worker runs.
if (!isStaticPage()) askForScreen(screenPath())

/** A page that is not looked at is drawn in no frame. */
const unseenMs = 100

const painted = new Promise<void>(resolve => {
  setTimeout(resolve, unseenMs)
  requestAnimationFrame(() => setTimeout(resolve))
})

void painted.then(() => import('./main.tsx'))
