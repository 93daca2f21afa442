/** What the first picture of the screen in the address is made of, asked for as soon as the page is read. */
import { askEarly } from '../api/venue/early-requests.ts'
import { isStaticPage, screenPath } from './screen-path.ts'

const positions = '/v1/api/positions'
const listing = '/v1/api/exchangeInfo'
const summary = '/v1/market_data/tradeable_entity/all/summary'

export function askForScreen(): void {
  // Behind a page of a static host there is no exchange at the page's own address, or none before its worker runs.
  if (isStaticPage()) return
  const path = screenPath()
  if (path === '/' || path.startsWith('/portfolio')) askEarly({ private: [positions, '/v1/api/balances'], public: [summary] })
  else if (path.startsWith('/build')) askEarly({ private: [positions], listing, public: [summary] })
  else if (path.startsWith('/orders')) askEarly({ private: ['/v1/api/openOrders'], listing })
  else if (path.startsWith('/markets')) askEarly({ listing, public: [summary] })
}
