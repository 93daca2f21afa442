/**
 * What the screen in the address shows: what its first picture is made of, asked for as soon as the page is read, and what its program adds to that,
 * asked for with its files. Answers are made on the processors that draw the first picture, and the market summary is the longest of all.
 */
import { earlyPaths } from '../api/venue/early-paths.ts'
import { askEarly } from '../api/venue/early-requests.ts'
import { isStaticPage, screenPath } from './screen-path.ts'

const { positions, balances, openOrders, listing, summary } = earlyPaths
const isPortfolio = (path: string): boolean => path === '/' || path.startsWith('/portfolio')

export function askForScreen(): void {
  // Behind a page of a static host there is no exchange at the page's own address, or none before its worker runs.
  if (isStaticPage()) return
  const path = screenPath()
  if (isPortfolio(path)) askEarly({ private: [positions] })
  else if (path.startsWith('/build')) askEarly({ private: [positions], listing, public: [summary] })
  else if (path.startsWith('/orders')) askEarly({ private: [openOrders], listing })
  else if (path.startsWith('/markets')) askEarly({ listing, public: [summary] })
}

/** At the latest just before the program runs, which asks itself for what did not set out. */
export function askForProgram(): void {
  if (!isStaticPage() && isPortfolio(screenPath())) askEarly({ private: [balances], public: [summary] })
}
