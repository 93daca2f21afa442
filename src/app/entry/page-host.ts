/**
 * Host module: what the page gets from its host. Here a server with the exchange and path addresses; static builds
 * replace it by `page-host-demo.ts` or `page-host-static.ts`.
 */
import type { ApiOptions } from '../api/start-api.ts'
import { type PageHistory, pathHistory } from '../ui/router/page-history.ts'

export interface PageHost {
  readonly api: ApiOptions
  readonly history: PageHistory
}

export const pageHost: PageHost = { api: {}, history: pathHistory() }
