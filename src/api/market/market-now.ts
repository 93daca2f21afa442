/** The market as this page last read it, for the journal: it asks for nothing. */
import { hashKey } from '@tanstack/react-query'
import { systemTimers } from '../../client/timers.ts'
import type { Loaded } from '../../domain/unread-row.ts'
import type { MarketNow } from '../../history/reference-points.ts'
import { arrivalOf } from '../polling/arrivals.ts'
import { queryClient } from '../polling/query-client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { readInstruments } from './instruments.ts'
import { summaryKey } from './market-hooks.ts'

/** Without quotes where none were read: then the order books are all there is. */
export function readMarketNow(venueKey: string): MarketNow {
  const key = summaryKey(venueKey)
  const loaded = queryClient.getQueryData<Loaded<MarketNow['quotes']>>(key)
  const receivedMs = arrivalOf(hashKey(key))?.receivedMs
  const readMs = receivedMs === undefined ? undefined : serverNowMs() - (systemTimers.monotonicMs() - receivedMs)
  return { quotes: loaded?.data ?? new Map(), readMs, universe: readInstruments().index }
}
