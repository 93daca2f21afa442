/**
 * Asks the venue what the account is worth now. Positions and balances are asked at once, so that a fill between two polls does not look
 * like money; a sample of which any part is missing is none: the history has a gap there, and says why where rows could not be read.
 */
import { takeInAccount } from '../account/account-hooks.ts'
import { isVisible } from '../browser/heartbeat.ts'
import { arrivalOf } from '../polling/arrivals.ts'
import { readCapabilities } from '../venue/capabilities.ts'
import { presentOwner } from '../venue/owner.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Sample } from '../../domain/sample.ts'
import { call } from '../venue/client.ts'
import { readInstruments } from '../market/instruments.ts'
import { loadSummary, summaryKey, takeInSummary } from '../market/market-hooks.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { queryClient } from '../polling/query-client.ts'
import type { Loaded } from '../../domain/unread-row.ts'
import { systemTimers } from '../../client/timers.ts'
import { hashKey } from '@tanstack/react-query'
import { type Summary, type Taken, sampleOfAnswers } from '../../history/sample-of-answers.ts'

/** A summary this young is as good as a new one, and may be megabytes. */
const freshMs = 5_000

/** `before` is the sample taken before. */
export async function takeSample(owner: Owner, before?: Pick<Sample, 'indexes'>): Promise<Taken> {
  const [positions, balances, summary] = await Promise.all([
    call('positions', { owner }),
    call('balances', { owner }),
    marketSummary(owner.venueKey),
  ])
  if (!positions.ok || !balances.ok || summary === 'failed') return { kind: 'failed' }
  const held = positions.answer.positions_response.positions
  if (held.rejected.length === 0) publishEvidence({ kind: 'positions', positions: held.rows }, owner)
  const now = presentOwner()
  if (!isVisible() && now?.venueKey === owner.venueKey && now.account === owner.account) takeInAccount(positions.answer, balances.answer)
  const { index } = readInstruments()
  const listingOf = index === undefined ? undefined : (symbol: string) => index.bySymbol(symbol)
  return sampleOfAnswers({ positions: positions.answer, balances: balances.answer, summary, listingOf, before })
}

/** Undefined where the venue has none. */
async function marketSummary(venueKey: string): Promise<Loaded<Summary> | undefined | 'failed'> {
  if (readCapabilities().marketSummary === 'absent') return undefined
  const key = summaryKey(venueKey)
  const receivedMs = arrivalOf(hashKey(key))?.receivedMs
  if (receivedMs !== undefined && systemTimers.monotonicMs() - receivedMs < freshMs) {
    const saved = queryClient.getQueryData<Loaded<Summary>>(key)
    if (saved !== undefined) return saved
  }
  const read = await loadSummary(venueKey)
  if (read.ok && !isVisible()) takeInSummary(venueKey, read.answer)
  if (read.ok) return read.answer
  return read.fault.kind === 'not_supported' ? undefined : 'failed'
}
