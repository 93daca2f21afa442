/**
 * What the page is given by how it is served: here by a server, which brings the exchange and takes any address. Builds for a static host put
 * `page-host-demo.ts` in its place.
 */
import type { ApiOptions } from '../api/start-api.ts'
import { type PageHistory, pathHistory } from '../ui/router/page-history.ts'

export interface PageHost {
  readonly api: ApiOptions
  /** Where addresses of screens lie. */
  readonly history: PageHistory
}

export const pageHost: PageHost = { api: {}, history: pathHistory() }
