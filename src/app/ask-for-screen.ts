/** What the screen in the address shows first, requested as soon as the page is read: the program takes the answers when it is there. */
import { earlyPaths } from '../api/venue/early-paths.ts'
import { askEarly } from '../api/venue/early-requests.ts'
import { isStaticPage, screenPath } from './screen-path.ts'

const { positions, balances, openOrders, listing, summary } = earlyPaths

export function askForScreen(): void {
  // Behind a page of a static host there is no exchange at the page's own address, or none before its worker runs.
  if (isStaticPage()) return
  const path = screenPath()
  if (path === '/' || path.startsWith('/portfolio')) askEarly({ private: [positions, balances], public: [summary] })
  else if (path.startsWith('/build')) askEarly({ private: [positions], listing, public: [summary] })
  else if (path.startsWith('/orders')) askEarly({ private: [openOrders], listing })
  else if (path.startsWith('/markets')) askEarly({ listing, public: [summary] })
}
