/**
 * Samples the session's account each minute, visible or hidden. One tab does it (by a lock; without locks the database
 * stores the first of each minute). Without a running tab or a venue's answer the minute is missing and shown as a
 * gap.
 */
import type { Quotes } from '../../../core/domain/market-data.ts'
import { type Owner, type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import type { Sample, SavedSample } from '../../../core/domain/sample.ts'
import { hourMs, minuteMs } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import { sampleSchema } from '../../../core/history/saved-schema.ts'
import { CashRecorder } from '../../../core/history/cash-recorder.ts'
import { RecentTrades } from '../../../core/history/recent-trades.ts'
import { sampleOfAnswers, type SampleResult } from '../../../core/history/sample-of-answers.ts'
import { withMids } from '../../../core/history/with-mids.ts'
import { lookedAt } from './looked-at.ts'
import { sampleFault } from './sample-hooks.ts'
import { askOpenOrders } from '../account/open-orders.ts'
import { faultText, timely } from '../browser/db.ts'
import { isVisible } from '../browser/heartbeat.ts'
import { inSlices } from '../browser/pause.ts'
import { createTabChannel } from '../browser/tabs.ts'
import { wait } from '../browser/wait.ts'
import { onEvidence, publishEvidence } from '../evidence/evidence.ts'
import { filledJournalOrders } from '../journal/journal-store.ts'
import { noteBookedPrices } from '../journal/journal.ts'
import { amendSaved, savedChangesSoon } from '../polling/saved.ts'
import { serverNowMs } from '../venue/clock.ts'
import { areFillsKnown } from './past-trades.ts'
import { isVenueTimeKnown } from '../venue/venue-time.ts'
import { eachSession, presentOwner } from '../venue/owner.ts'
import { lastExplainedSample, saveSample, thinSamples } from '../samples/sample-store.ts'
import { ingestAccount } from '../account/account-hooks.ts'
import { arrivalOf } from '../polling/arrivals.ts'
import { readCapabilities } from '../venue/capabilities.ts'
import { call } from '../venue/client.ts'
import { readInstruments } from '../market/instruments.ts'
import { loadSummary, summaryKey, ingestSummary } from '../market/market-hooks.ts'
import { queryClient } from '../polling/query-client.ts'
import type { LoadedRows } from '../../../core/domain/unread-row.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { hashKey } from '@tanstack/react-query'

/** Slightly after the minute, so that slightly different clocks agree on it. */
const afterMinuteMs = 2_000
/** Early enough for a short visit, but after the first render. */
const firstAfterMs = 3_000

export const startSampleRecorder = (): (() => void) => eachSession(begin)

function begin(owner: Owner): () => void {
  const controller = new AbortController()
  const trades = new RecentTrades()
  void exclusively(`legwork.samples.${ownerKey(owner)}`, controller.signal, () =>
    record(owner, trades, controller.signal),
  )
  const ends = [
    channel.open(of => of.owner === ownerKey(owner) && show(ownerKey(owner), of.sample)),
    onEvidence(evidence => evidence.kind === 'journal' && trades.learn(evidence.orders)),
  ]
  return () => {
    controller.abort()
    for (const end of ends) end()
  }
}

async function exclusively(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager | null }).locks
  if (locks === undefined || locks === null) return run()
  try {
    await locks.request(name, { signal }, run)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function record(owner: Owner, trades: RecentTrades, signal: AbortSignal): Promise<void> {
  const last = await lastSample(ownerKey(owner), trades)
  // Realised P&L begins with the first sample ever: a fill before it would belong to no trade. Therefore that one does
  // not wait longer.
  if (last !== undefined) await wait(firstAfterMs, signal)
  const cash = new CashRecorder(
    trades,
    (event, knownAtMs) => noteBookedPrices(owner, { kind: 'cash', event, knownAtMs }),
    last,
  )
  let thinnedAtMs = Number.NEGATIVE_INFINITY
  let [hasSample, tries] = [last !== undefined, 0]
  while (!signal.aborted) {
    const isTaken = await sampleOnce(owner, cash)
    hasSample ||= isTaken
    // A hidden tab does not poll, but fills still matter.
    if (!isVisible()) await askOpenOrders(owner)
    const nowMs = serverNowMs()
    if (isVenueTimeKnown() && nowMs - thinnedAtMs > hourMs) {
      thinnedAtMs = nowMs
      await thinSamples(ownerKey(owner), nowMs).catch(() => 0)
    }
    const untilNextMs = minuteMs - (nowMs % minuteMs) + afterMinuteMs
    await wait(hasSample ? untilNextMs : Math.min(untilNextMs, firstAfterMs * 2 ** tries++), signal)
  }
}

/**
 * The last sample of earlier visits whose cash is explained; `trades` then has the trades since. Undefined if no such
 * sample exists.
 */
async function lastSample(owner: OwnerKey, trades: RecentTrades): Promise<Sample | undefined> {
  try {
    const last = await lastExplainedSample(owner)
    if (last === undefined) return undefined
    trades.forget(last.atMs)
    trades.learn(await filledJournalOrders(owner))
    return last
  } catch (error) {
    sampleFault.set(faultText(error))
    return undefined
  }
}

const unreadText = (unread: Extract<SampleResult, { readonly kind: 'unread' }>['unread']): string =>
  `${unread.map(({ what, rows }) => `${rows} ${rows === 1 ? 'row' : 'rows'} of ${what}`).join(' and ')} could not be read: history waits until they can.`

/** Takes and stores a sample, unless the minute has one. Returns false if the venue did not answer completely. */
export async function sampleOnce(owner: Owner, cash?: CashRecorder): Promise<boolean> {
  const key = ownerKey(owner)
  const taken = await takeSample(owner, cash?.last)
  if (taken.kind === 'unread') sampleFault.set(unreadText(taken.unread))
  if (taken.kind !== 'sample') return false
  cash?.sample(taken.sample, taken.fundingRates, taken.listingOf, areFillsKnown())
  const sample = cash?.marked(taken.sample) ?? taken.sample
  try {
    if (await timely(saveSample(key, sample))) announce(key, sample)
    sampleFault.set(undefined)
  } catch (error) {
    sampleFault.set(faultText(error))
  }
  return true
}

const announced = z.object({ owner: z.string(), sample: sampleSchema })
const channel = createTabChannel<{ readonly owner: string; readonly sample: Sample }>(
  'legwork.samples',
  data => announced.safeParse(data).data as { owner: string; sample: Sample } | undefined,
)

function announce(owner: OwnerKey, sample: Sample): void {
  channel.post({ owner, sample })
  show(owner, sample)
}

function show(owner: OwnerKey, sample: Sample): void {
  const { positions: _, ...light } = sample
  amendSaved<readonly SavedSample[]>(['samples', owner], saved =>
    (saved.at(-1)?.atMs ?? 0) < light.atMs ? [...saved, light] : saved,
  )
  savedChangesSoon(['first positions', owner])
}

/* Asks the venue for the account's current value. Requests positions and balances at once, so that a fill between
   two polls does not look like cash. A sample with a missing part is dropped: the history has a gap there, with
   the reason for unreadable rows. */

const freshMs = 5_000

export async function takeSample(owner: Owner, before?: Pick<Sample, 'atMs' | 'indexes'>): Promise<SampleResult> {
  const [positions, balances, summary] = await Promise.all([
    call('positions', { owner }),
    call('balances', { owner }),
    marketSummary(owner.venueKey),
  ])
  if (!positions.ok || !balances.ok || summary === 'failed') return { kind: 'failed' }
  const held = positions.answer.positions_response.positions
  if (held.rejected.length === 0) publishEvidence({ kind: 'positions', positions: held.rows }, owner)
  const now = presentOwner()
  if (!isVisible() && now?.venueKey === owner.venueKey && now.account === owner.account)
    ingestAccount(positions.answer, balances.answer)
  const { index } = readInstruments()
  const listingOf = index === undefined ? undefined : (symbol: string) => index.bySymbol(symbol)
  const taken = sampleOfAnswers({ positions: positions.answer, balances: balances.answer, summary, listingOf, before })
  if (taken.kind !== 'sample') return taken
  const sample = withMids(taken.sample, lookedAt.symbols(), summary?.data)
  return { ...taken, sample: await sampleWithVolatility(sample, before, index, summary?.data) }
}

async function sampleWithVolatility(
  sample: Sample,
  ...inputs: [Pick<Sample, 'atMs'>?, InstrumentIndex?, Quotes?]
): Promise<Sample> {
  const loaded = await import('../../../core/history/with-volatility.ts').catch(() => undefined)
  const [before, index, quotes] = inputs
  return loaded === undefined ? sample : await inSlices(loaded.withVolatility(sample, before, index, quotes))
}

async function marketSummary(venueKey: string): Promise<LoadedRows<Quotes> | undefined | 'failed'> {
  if (readCapabilities().marketSummary === 'absent') return undefined
  const key = summaryKey(venueKey)
  const receivedMs = arrivalOf(hashKey(key))?.receivedMs
  if (receivedMs !== undefined && systemTimers.monotonicMs() - receivedMs < freshMs) {
    const saved = queryClient.getQueryData<LoadedRows<Quotes>>(key)
    if (saved !== undefined) return saved
  }
  const read = await loadSummary(venueKey)
  if (read.ok && !isVisible()) ingestSummary(venueKey, read.answer)
  if (read.ok) return read.answer
  return read.fault.kind === 'not_supported' ? undefined : 'failed'
}
