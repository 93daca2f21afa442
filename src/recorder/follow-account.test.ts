// @vitest-environment node
/** Following a sandbox account on a stepped clock: schedule, writers, and the effect of failures. */
import { describe, expect, test } from 'vitest'
import { minuteMs } from '../core/domain/time.ts'
import { countKeyWork, settled } from '../testing/settled.ts'
import { lapseVenue, startTimeLapse, type TimeLapse } from '../testing/recorder/time-lapse.ts'
import { createAccountSession } from './accounts/account-session.ts'
import { usualRetention } from './accounts/retention.ts'
import type { SendResult } from './alerts/send-alert.ts'
import { followAccount, type FollowHandle } from './follow-account.ts'
import { newMetrics, problemOf } from './metrics.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'
import { LostWriter, type Store } from './store/store.ts'

const secondMs = 1_000
countKeyWork()

type Sending = NonNullable<Parameters<typeof followAccount>[0]['alerts']>

function follow(lapse: TimeLapse, store: Store, holder: string, alerts?: Sending) {
  const { account, http, timers } = lapse
  const [metrics, reports]: [ReturnType<typeof newMetrics>, string[]] = [newMetrics(), []]
  const following = followAccount({
    session: createAccountSession({ account, venue: lapseVenue, http, timers, refused: () => undefined }),
    store,
    holder,
    timers,
    pollMs: 2 * secondMs,
    socket: { url: lapseVenue.feedUrl, open: lapse.openSocket },
    metrics,
    retention: usualRetention,
    alerts,
    report: (where, error) => reports.push(`${where}: ${String(error)}`),
  })
  return { following, metrics, reports }
}

async function until(lapse: TimeLapse, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let steps = 0; !(await isSo()); steps += 1) {
    if (steps > 20_000) throw new Error('It never was so.')
    await lapse.pass(secondMs / 2)
    await settled()
  }
}

async function stopped(lapse: TimeLapse, following: FollowHandle): Promise<void> {
  let isStopped = false
  void following.stop().then(() => (isStopped = true))
  await until(lapse, () => isStopped)
}

describe('an account is followed', () => {
  test('by samples of minutes, by polls in between, and with the time that it was seen in one stretch', async () => {
    const lapse = await startTimeLapse({ seed: 'followed' })
    const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
    const { following, metrics, reports } = follow(lapse, store, 'one')
    const samples = () => store.samples(lapse.owner, 0, lapse.nowMs() + 1)
    await until(lapse, async () => (await samples()).length >= 4)
    const minutes = (await samples()).map(sample => Math.floor(sample.atMs / minuteMs))
    expect(new Set(minutes).size).toBe(minutes.length)
    expect([metrics.isWriter, metrics.polls > metrics.samples, reports]).toEqual([true, true, []])
    expect(await store.silentMs(lapse.owner)).toBeTypeOf('number')
    await stopped(lapse, following)
    const [span] = await store.spans(lapse.owner)
    expect((span?.toMs ?? 0) > (span?.fromMs ?? 0)).toBe(true)
    // No process sends heartbeats for it any more.
    expect(await store.silentMs(lapse.owner)).toBeUndefined()
  })

  test('by one process at a time: another waits, and goes on once the first has ended', async () => {
    const lapse = await startTimeLapse({ seed: 'followed' })
    const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
    const [first, second] = [follow(lapse, store, 'one'), follow(lapse, store, 'two')]
    await until(lapse, () => first.metrics.polls > 3)
    expect([first.metrics.isWriter, second.metrics.isWriter, second.metrics.polls]).toEqual([true, false, 0])
    await stopped(lapse, first.following)
    expect(first.metrics.isWriter).toBe(false)
    await until(lapse, () => second.metrics.isWriter && second.metrics.polls > 0)
    await stopped(lapse, second.following)
  })

  test('again after the store failed, which is reported and counted each time', async () => {
    const lapse = await startTimeLapse({ seed: 'followed' })
    const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
    let fails = 2
    const failing: Store = {
      ...store,
      takeWriter: (owner, holder) =>
        fails-- > 0 ? Promise.reject(new Error('the database is away')) : store.takeWriter(owner, holder),
    }
    const { following, metrics, reports } = follow(lapse, failing, 'one')
    await until(lapse, () => metrics.errors > 0)
    expect(problemOf(metrics, lapse.nowMs())).toMatch(/cannot be written/)
    await until(lapse, () => metrics.isWriter)
    const words = 'Following "desk": Error: the database is away'
    expect([metrics.errors, reports]).toEqual([2, [words, words]])
    await until(lapse, () => metrics.samples > 0 && problemOf(metrics, lapse.nowMs()) === undefined)
    await stopped(lapse, following)
    expect(metrics.isWriter).toBe(false)
  })

  test('and reported to each destination, whatever becomes of another: one that never answers holds nobody up', async () => {
    const lapse = await startTimeLapse({ seed: 'followed' })
    const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
    const to = ['hangs', 'answers'].map(
      name => ({ kind: 'webhook', name, url: 'https://hook.example', secret: '', quiet: undefined }) as const,
    )
    const sent: string[] = []
    let answer: (sent: SendResult) => void = () => undefined
    const never = new Promise<SendResult>(resolve => (answer = resolve))
    const { following, metrics } = follow(lapse, store, 'one', {
      account: { to, events: new Set(['fill']), levels: [] },
      send: async ({ name }, { body }) => {
        if (name === 'hangs') return never
        sent.push(body.kind)
        return { kind: 'delivered', report: '' }
      },
      everyMs: 10 * secondMs,
      reportUnsent: () => undefined,
    })
    await until(lapse, () => metrics.polls > 1)
    for (let fills = 1; fills <= 3; fills += 1) {
      await lapse.trade(lapse.perpetual, 'buy', '0.01')
      await until(lapse, () => sent.length >= fills)
    }
    expect(new Set(sent)).toEqual(new Set(['fill']))
    answer({ kind: 'again', report: 'no answer' })
    await stopped(lapse, following)
  })

  test('by no answer from a cache: it is not ready meanwhile, its clock stays right, and it records again afterwards', async () => {
    const lapse = await startTimeLapse({ seed: 'followed' })
    const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
    let cached: Awaited<ReturnType<typeof lapse.http>> | undefined
    let isCached = false
    const http: typeof lapse.http = async request => {
      if (!request.url.endsWith('/v1/api/positions')) return lapse.http(request)
      const answer = isCached && cached !== undefined ? cached : await lapse.http(request)
      cached = answer
      return answer
    }
    const { following, metrics } = follow({ ...lapse, http }, store, 'one')
    const problem = () => problemOf(metrics, lapse.nowMs())
    await until(lapse, () => metrics.samples > 0 && problem() === undefined)
    isCached = true
    await until(lapse, () => problem()?.includes('old answers') === true)
    const before = metrics.samples
    const fromMs = lapse.nowMs()
    await until(lapse, () => lapse.nowMs() - fromMs > 6 * minuteMs)
    expect([metrics.samples, problem()]).toEqual([before, expect.stringContaining('old answers')])
    isCached = false
    await until(lapse, () => problem() === undefined && metrics.samples > before)
    await stopped(lapse, following)
  })

  test('and left without a word where another recorder took over meanwhile', async () => {
    const lapse = await startTimeLapse({ seed: 'followed' })
    const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
    const lost: Store = { ...store, takeWriter: () => Promise.reject(new LostWriter('Another recorder took over.')) }
    const { following, metrics, reports } = follow(lapse, lost, 'one')
    await until(lapse, () => metrics.errors >= 2)
    expect([metrics.isWriter, reports]).toEqual([false, []])
    await stopped(lapse, following)
  })
})
