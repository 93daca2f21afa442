/**
 * What the page is given by how it is served: here by a server, which brings the exchange and takes any address. Builds for a static host put
 * `page-host-demo.ts` in its place.
 */
import type { RouterHistory } from '@tanstack/react-router'
import type { ApiOptions } from '../api/start-api.ts'

export interface PageHost {
  readonly api: ApiOptions
  /** Where addresses of screens lie; in the path without. */
  readonly history?: RouterHistory
}

export const pageHost: PageHost = { api: {} }
