/**
 * A recorder that follows a trading account through a venue that repeats itself (`faulty-line.ts`). Throws if a rule
 * is broken. Always: each request has a token that is valid by the venue's clock, and no sample has positions that the
 * account did not have at its time. Within a minute of healing: the recorder has every fill once, and its newest
 * sample has the venue's positions and cash.
 */
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { endpoints } from '../../core/contract/endpoints.ts'
import { parseToken } from '../../core/client/token.ts'
import { signedSize } from '../../core/domain/account.ts'
import { canonical, type Decimal } from '../../core/domain/decimal.ts'
import { must } from '../../core/domain/must.ts'
import { dayMs, minuteMs, secondMs } from '../../core/domain/time.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import { openSqlite } from '../../recorder/store/sqlite.ts'
import { createRandom } from '../order-desk/virtual-time.sim.ts'
import { startTimeLapse } from '../recorder/time-lapse.ts'
import { createFaultyLine, lineFaults } from './faulty-line.ts'

const spoiltPaths = [
  endpoints.positions.path,
  endpoints.balances.path,
  endpoints.openOrders.path,
  endpoints.time.path,
  endpoints.marketSummary.path,
]
const stepMs = 10 * secondMs
/** A venue that repeats itself for a minute is believed, so faults are shorter. */
const longestFaultMs = 45 * secondMs
/** The sandbox accepts a token that was signed this far ahead of its clock. */
const toleranceMs = 5 * secondMs
const sizes = ['0.1', '0.3', '0.5'] as const

export type Counts = Map<string, number>

interface Held {
  readonly symbol: string
  /** Signed. */
  readonly size: Decimal
}

const sizesText = (positions: readonly Held[]): string =>
  positions
    .map(({ symbol, size }) => `${symbol} ${canonical(size)}`)
    .sort()
    .join(', ')

export async function runRepeating(seed: number, counts: Counts, steps = 24): Promise<void> {
  const count = (what: string, more = 1): void => void counts.set(what, (counts.get(what) ?? 0) + more)
  const random = createRandom(seed)
  const pick = <Of>(of: readonly Of[]): Of => must(of[Math.floor(random() * of.length)], 'a choice')
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: `repeating ${seed}`, tokenSeconds: 60 })
  const line = createFaultyLine(lapse.nowMs)
  const outside: string[] = []
  lapse.setLine((request, pass) => {
    const claims = parseToken(request.headers[credentialsHeader] ?? '')
    const isWithin =
      claims?.expiresAtMs === undefined ||
      (claims.expiresAtMs > lapse.venueMs() && claims.expiresAtMs <= lapse.venueMs() + minuteMs + toleranceMs)
    if (!isWithin) outside.push(`${request.url} at ${lapse.venueMs()}: a token that ends at ${claims?.expiresAtMs}`)
    return line.pass(request, pass)
  })
  // Nothing speaks against an empty list of an account that binds no margin, so this one always does.
  await lapse.trade(lapse.perpetual, 'buy', '20')
  const recorder = must(await lapse.record(store, 'one'), 'a recorder')
  await recorder.step()
  const heldNow = (): string =>
    sizesText(lapse.positions().map(each => ({ symbol: each.symbol, size: signedSize(each) })))
  const held = [{ fromMs: lapse.venueMs(), sizes: heldNow() }]
  const trade = async (): Promise<void> => {
    const symbol = pick([lapse.perpetual, lapse.nearOption('call'), lapse.nearOption('put')])
    await lapse.trade(symbol, pick(['buy', 'sell']), pick(sizes))
    held.push({ fromMs: lapse.venueMs(), sizes: heldNow() })
    count('trade')
  }
  for (let step = 0; step < steps; step += 1) {
    await lapse.pass(stepMs / 2)
    const what = random()
    if (what < 0.3) await trade()
    else if (what < 0.55) {
      const [path, fault] = [pick(spoiltPaths), pick(lineFaults)]
      line.begin(path, fault, lapse.nowMs() + longestFaultMs)
      count(fault)
      count(`${fault} ${path}`)
    } else if (what < 0.7) line.heal()
    await lapse.pass(stepMs / 2)
    await recorder.step()
  }
  await trade()
  line.heal()
  for (let passed = 0; passed < minuteMs; passed += stepMs) {
    await lapse.pass(stepMs)
    await recorder.step()
  }
  if (outside.length > 0) throw new Error(`A token left its life: ${outside[0]}`)
  const light = await store.samples(lapse.owner, 0, lapse.nowMs() + dayMs)
  const samples = await store.fullSamples(
    lapse.owner,
    light.map(each => each.atMs),
  )
  for (const { atMs, positions = [] } of samples) {
    // A trade in the second before may be in it or not: the venue's answer has its own time within that second.
    const possible = held.filter(
      (each, at) =>
        each.fromMs <= atMs + secondMs && (held[at + 1]?.fromMs ?? Number.POSITIVE_INFINITY) > atMs - secondMs,
    )
    const sizes = sizesText(positions)
    if (!possible.some(each => each.sizes === sizes))
      throw new Error(`The sample at ${atMs} has ${sizes}; held was ${possible.map(each => each.sizes).join(' or ')}`)
    count('sample')
  }
  const orders = await store.orders(lapse.owner, { which: 'filled', most: 10_000 })
  const recorded = orders.flatMap(order => order.executions.map(each => each.trade_id as string)).toSorted()
  if (recorded.join() !== lapse.trades().toSorted().join())
    throw new Error(`Recorded are ${recorded.length} fills of ${lapse.trades().length}`)
  const newest = must(samples.at(-1), 'a sample')
  if (lapse.nowMs() - newest.atMs > 2 * minuteMs)
    throw new Error(`The newest sample is of ${lapse.nowMs() - newest.atMs} ms ago`)
  const now = heldNow()
  if (sizesText(newest.positions ?? []) !== now)
    throw new Error(`The newest sample has ${sizesText(newest.positions ?? [])}, the venue ${now}`)
  recorder.kill()
  await recorder.writer.release()
}
