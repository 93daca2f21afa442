// @vitest-environment node
/**
 * Two recorded days, minute by minute: each replayed figure must equal the figure shown at the time.
 * REPLAYED_MINUTES=10080 REPLAYED_COMPARED=1000 replays a week.
 */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { stateAt } from '../core/account/past-state.ts'
import { signedSize } from '../core/domain/account.ts'
import { must } from '../core/domain/must.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../core/domain/time.ts'
import { createRandom, type Random } from '../testing/order-desk/virtual-time.sim.ts'
import { figuresOf } from '../testing/past-figures.ts'
import { askAndTake } from '../testing/recorder/ask-and-take.ts'
import { listingNow, liveFigures, storedOf } from '../testing/recorder/live-figures.ts'
import { startTimeLapse, type TimeLapse } from '../testing/recorder/time-lapse.ts'
import { usualRetention } from './accounts/retention.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'
import type { LightSample } from './store/store.ts'

const minutes = Number(process.env['REPLAYED_MINUTES'] ?? 2 * 24 * 60)
const compared = Number(process.env['REPLAYED_COMPARED'] ?? 300)
const seed = 30

const afterMinuteMs = 2 * secondMs

const hashOf = (figures: readonly string[]): string => createHash('sha256').update(figures.join('\n')).digest('hex')
const textOf = (figures: ReturnType<typeof figuresOf>): string => JSON.stringify(figures)

/** Trades at a random second, sometimes right before the sample: a perpetual, a near option, a package, or a close. */
async function tradeWithin(
  lapse: TimeLapse,
  follower: Parameters<typeof askAndTake>[1],
  random: Random,
  id: number,
): Promise<number> {
  const pick = <Of>(of: readonly Of[]): Of => must(of[Math.floor(random() * of.length)], 'a choice')
  const waitMs = pick([57_500, 59_000, Math.floor(random() * 50_000)])
  const kind = pick(['perpetual', 'call', 'put', 'package', 'package', 'close'] as const)
  const leastMs = pick([hourMs, 2 * dayMs])
  const side = pick(['buy', 'sell'] as const)
  const beganMs = lapse.nowMs()
  if (kind === 'package' && waitMs < 50_000) {
    await lapse.pass(waitMs)
    await askAndTake(lapse, follower, { id, side, isSpread: pick([true, false]), leastMs })
    return lapse.nowMs() - beganMs
  }
  await lapse.pass(waitMs)
  const [held] = lapse.positions()
  if (kind === 'close' && held !== undefined) {
    await lapse.trade(held.symbol, signedSize(held).startsWith('-') ? 'buy' : 'sell', '0.1')
  } else if (kind === 'perpetual') await lapse.trade(lapse.perpetual, side, pick(['0.1', '0.3']))
  else await lapse.trade(lapse.nearOption(kind === 'put' ? 'put' : 'call', leastMs), side, pick(['0.1', '0.5']))
  return lapse.nowMs() - beganMs
}

test('random minutes of recorded days have, replayed, the figures that they had when they were shown', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'week' })
  const retention = { ...usualRetention, positionMinuteDays: 30 }
  const recorder = must(await lapse.record(store, 'one', undefined, retention), 'a recorder')
  const { session, follower } = recorder
  const random = createRandom(seed)
  const chosen = new Set<number>()
  while (chosen.size < Math.min(compared, minutes)) chosen.add(Math.floor(random() * minutes))
  await lapse.pass(afterMinuteMs)
  await recorder.step()
  const samples: LightSample[] = []
  const shown: { readonly atMs: number; readonly figures: string }[] = []
  let [downUntil, index, listedMs] = [0, await listingNow(session), lapse.nowMs()]
  for (let minute = 0; minute < minutes; minute += 1) {
    // The socket is sometimes down for some minutes: fills then become known later.
    if (random() < 1 / 400) {
      downUntil = minute + 1 + Math.floor(random() * 20)
      lapse.line.isDown = true
      lapse.cutSockets()
    } else if (minute === downUntil) lapse.line.isDown = false
    const spentMs = random() < 1 / 40 ? await tradeWithin(lapse, follower, random, minute) : 0
    await lapse.pass(minuteMs - spentMs)
    // Once an hour, as in the recorder.
    if (lapse.nowMs() - listedMs >= hourMs) [index, listedMs] = [await listingNow(session), lapse.nowMs()]
    await recorder.step()
    samples.push(...(await store.samples(lapse.owner, (samples.at(-1)?.atMs ?? 0) + 1, lapse.nowMs() + 1)))
    if (!chosen.has(minute)) continue
    const { atMs } = must(samples.at(-1), 'a sample')
    shown.push({ atMs, figures: textOf(await liveFigures(store, session, index, samples)) })
  }
  const stored = {
    samples,
    ...(await storedOf(store, session, samples)),
    find: (symbol: string) => index.bySymbol(symbol),
  }
  const { orders, cash } = stored
  const replayed: string[] = []
  for (const { atMs } of shown) {
    const full = [...stored.near, ...(await store.fullSamples(lapse.owner, [atMs]))]
    replayed.push(textOf(figuresOf(stateAt(atMs, { ...stored, full }))))
  }
  const differing = shown.filter(({ figures }, place) => figures !== replayed[place])
  const later = [
    `${cash.filter(row => row.knownAtMs !== undefined).length} of ${cash.length} rows of cash`,
    `${orders.flatMap(each => Object.keys(each.fillsKnownMs ?? {})).length} fills`,
    `bookings of ${orders.flatMap(each => Object.keys(each.bookingsKnownMs ?? {})).length} trades`,
  ]
  process.stdout.write(
    `${shown.length} of ${samples.length} minutes, ${orders.length} orders filled; known later: ${later.join(', ')}.\n` +
      `Shown ${hashOf(shown.map(each => each.figures))}\nReplayed ${hashOf(replayed)}\n`,
  )
  expect(differing.slice(0, 3).map(each => [each.atMs, each.figures])).toEqual([])
  expect(hashOf(replayed)).toBe(hashOf(shown.map(each => each.figures)))
})
