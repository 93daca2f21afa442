/**
 * Asks the venue what the account is worth now. Positions and balances are asked at once, so that a fill between two polls does not look
 * like money; a sample of which any part is missing is none: the history has a gap there, and says why where rows could not be read.
 */
import { type Sample, indexSymbols, sampleOf } from '../../domain/sample.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { arrivalOf } from '../polling/arrivals.ts'
import { readCapabilities } from '../venue/capabilities.ts'
import { type Owner, call, client } from '../venue/client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { summaryKey } from '../market/market-hooks.ts'
import { readSummary } from '../market/market-summary.ts'
import { publishEvidence } from '../evidence.ts'
import { queryClient } from '../polling/query-client.ts'
import type { Loaded } from '../polling/resource.ts'
import { browserTimers } from '../browser/timers.ts'
import { hashKey } from '@tanstack/react-query'

type Summary = ReadonlyMap<string, MarketSummary>

/** A summary this young is as good as a new one, and may be megabytes. */
const freshMs = 5_000
const summaryTimeoutMs = 10_000

export type Taken =
  | {
      readonly kind: 'sample'
      readonly sample: Sample
      /** Of perpetuals held, where the venue tells them. */
      readonly fundingRates: ReadonlyMap<string, Decimal>
    }
  /** So many rows of positions, balances or market prices could not be read. */
  | { readonly kind: 'unread'; readonly unread: readonly { readonly what: string; readonly rows: number }[] }
  | { readonly kind: 'failed' }

export async function takeSample(owner: Owner): Promise<Taken> {
  const [positions, balances, summary] = await Promise.all([
    call('positions', { owner }),
    call('balances', { owner }),
    marketSummary(owner.venueKey),
  ])
  if (!positions.ok || !balances.ok || summary === 'failed') return { kind: 'failed' }
  const held = positions.answer.positions_response.positions
  if (held.rejected.length === 0) publishEvidence({ kind: 'positions', positions: held.rows }, owner)
  const cash = balances.answer.balance_response
  const sample = sampleOf({
    atMs: serverNowMs(),
    positions: held.rows,
    balances: cash.rows,
    indexOf: asset => indexIn(summary?.data, asset),
  })
  // An index that could not be read is not one that the venue lacks.
  const lacksIndex = sample.equity.leftOut.length > 0 ? (summary?.setAside.length ?? 0) : 0
  const unread = [
    { what: 'positions', rows: held.rejected.length },
    { what: 'balances', rows: cash.rejected.length },
    { what: 'market prices', rows: lacksIndex },
  ].filter(each => each.rows > 0)
  return unread.length > 0 ? { kind: 'unread', unread } : { kind: 'sample', sample, fundingRates: ratesOf(sample, summary?.data) }
}

function ratesOf(sample: Sample, summary: Summary | undefined): ReadonlyMap<string, Decimal> {
  const rates = new Map<string, Decimal>()
  for (const { symbol } of sample.positions ?? []) {
    const rate = summary?.get(symbol)?.funding_rate
    if (rate !== undefined) rates.set(symbol, rate)
  }
  return rates
}

function indexIn(summary: Summary | undefined, asset: string): Decimal | undefined {
  for (const symbol of indexSymbols(asset)) {
    const index = summary?.get(symbol)?.index_price
    if (index !== undefined) return index
  }
  return undefined
}

/** Undefined where the venue has none. */
async function marketSummary(venueKey: string): Promise<Loaded<Summary> | undefined | 'failed'> {
  if (readCapabilities().marketSummary === 'absent') return undefined
  const key = summaryKey(venueKey)
  const receivedMs = arrivalOf(hashKey(key))?.receivedMs
  if (receivedMs !== undefined && browserTimers.monotonicMs() - receivedMs < freshMs) {
    const kept = queryClient.getQueryData<Loaded<Summary>>(key)
    if (kept !== undefined) return kept
  }
  const answered = await client.text('marketSummary', { timeoutMs: summaryTimeoutMs })
  if (!answered.ok) return 'failed'
  const read = await readSummary(answered.answer)
  if (read.ok) return read.answer
  return read.fault.kind === 'not_supported' ? undefined : 'failed'
}
