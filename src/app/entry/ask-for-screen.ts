/**
 * Requests the data of the addressed screen as soon as the page is parsed; the program uses the answers once it has
 * loaded.
 */
import { earlyPaths } from '../api/venue/early-paths.ts'
import { askEarly } from '../api/venue/early-requests.ts'
import { isStaticPage, screenPath } from './screen-path.ts'

const { positions, balances, openOrders, listing, summary } = earlyPaths

export function askForScreen(): void {
  // A static host has no exchange at the page's address, or none before its worker runs.
  if (isStaticPage()) return
  const path = screenPath()
  if (path === '/' || path.startsWith('/portfolio')) askEarly({ private: [positions, balances], public: [summary] })
  else if (path.startsWith('/build')) askEarly({ private: [positions], listing, public: [summary] })
  else if (path.startsWith('/orders')) askEarly({ private: [openOrders], listing })
  else if (path.startsWith('/markets')) askEarly({ listing, public: [summary] })
}
