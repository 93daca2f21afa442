// @vitest-environment node
/** The venue's clock is two days off this machine's. Each time must use the clock to which it belongs. */
import { describe, expect, test } from 'vitest'
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { dec } from '../../core/domain/decimal.ts'
import { dayMs, minuteMs } from '../../core/domain/time.ts'
import { type RecorderCallName, recorderCalls } from '../../core/history/recorder-interface.ts'
import { lapseVenue, lapseAccount, startTimeLapse, type TimeLapse } from '../../testing/recorder/time-lapse.ts'
import { serveHistory } from '../serve/serve-history.ts'
import { createTokenCheck } from '../serve/token-check.ts'
import { sqlStore } from '../store/sql-store.ts'
import { openSqlite } from '../store/sqlite.ts'
import { createAccountSession } from './account-session.ts'
import type { AccountAlerts } from './accounts-file.ts'
import { createVenueNow } from '../create-recorder.ts'

const hook = {
  kind: 'webhook',
  name: 'hook',
  url: 'https://hooks.example',
  secret: 's'.repeat(32),
  quiet: undefined,
} as const
const alerts: AccountAlerts = { to: [hook], events: new Set(), levels: [] }

function waitingProcess({ account, http, timers }: TimeLapse) {
  return createVenueNow(
    [createAccountSession({ account, venue: lapseVenue, http, timers, refused: () => undefined })],
    timers,
  )
}

async function begin(aheadMs: number) {
  const lapse = await startTimeLapse({ aheadMs })
  const store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
  const venueNowMs = waitingProcess(lapse)
  let checks = 0
  const check = createTokenCheck({
    http: request => {
      checks += 1
      return lapse.http(request)
    },
    baseUrl: 'http://127.0.0.1',
    nowMs: lapse.nowMs,
    venueNowMs,
  })
  const server = serveHistory({
    store,
    venueKey: lapse.venueKey,
    readers: new Map([[lapseAccount, lapse.account.readers]]),
    check,
    take: () => 0,
    checks: { take: () => 0, taken: () => undefined },
    alerts: new Map(),
    takeTest: () => 0,
    send: async () => ({ kind: 'delivered', report: '' }),
    nowMs: lapse.nowMs,
    venueNowMs,
    report: () => undefined,
  })
  const token = await lapse.tokenOf('desk-key')
  const ask = async (name: RecorderCallName, query: string, body?: unknown): Promise<unknown> => {
    const { method, path, answer } = recorderCalls[name]
    const written = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { [credentialsHeader]: token, 'content-type': 'application/json' }
    const answered = await server.fetch(new Request(`http://127.0.0.1${path}${query}`, { method, headers, ...written }))
    return answer.parse(await answered?.json())
  }
  return { lapse, store, ask, venueNowMs, checks: () => checks }
}

describe.each([
  ['ahead', 2 * dayMs],
  ['behind', -2 * dayMs],
])('with the venue’s clock two days %s', (_, aheadMs) => {
  test('readers are told the venue’s time, notes are of it, and a token is remembered to its end by it', async () => {
    const { lapse, store, ask, checks } = await begin(aheadMs)
    const recorder = await lapse.record(store, 'one')
    await recorder?.step()
    await lapse.pass(minuteMs)
    await recorder?.step()
    await store.takeWriter(lapse.owner, 'nobody')
    const { nowMs, accounts } = recorderCalls.status.answer.parse(await ask('status', ''))
    expect(nowMs).toBe(lapse.venueMs())
    // By venue time, the last sample is minutes old, not days.
    expect(accounts.map(each => nowMs - (each.covered.at(-1)?.toMs ?? 0) < minuteMs)).toEqual([true])
    const written = { account: lapseAccount, subject: 't0', text: 'why', tags: [], seenAtMs: null }
    expect(await ask('writeNote', '', written)).toMatchObject({ note: { atMs: lapse.venueMs() } })
    expect(checks()).toBe(1)
  })

  test('what a price crosses is due at once, and is told with the venue’s time', async () => {
    const { lapse, store } = await begin(aheadMs)
    const recorder = await lapse.record(store, 'one', alerts)
    const level = (direction: 'above' | 'below') =>
      ({ id: direction, kind: 'price', subject: lapse.perpetual, direction, level: dec('1') }) as const
    const watch = [{ alert: { ...level('above'), isArmed: true }, by: 'ann' }]
    await store.changeAlerts(lapse.owner, { watch, drop: [], most: 9 })
    await recorder?.step()
    expect(await recorder?.follower.watch?.look()).toBe(1)
    const due = await recorder?.writer.alerts.nextDue('hook', lapse.nowMs())
    expect([due?.madeMs, due?.message.atMs]).toEqual([lapse.nowMs(), lapse.venueMs()])
  })
})

test('a venue that tells no time has this machine’s, until it tells one', async () => {
  const { lapse, venueNowMs } = await begin(2 * dayMs)
  lapse.refuse(() => true)
  expect(await venueNowMs()).toBe(lapse.nowMs())
  lapse.refuse(() => false)
  expect(await venueNowMs()).toBe(lapse.nowMs())
  await lapse.pass(minuteMs)
  expect(await venueNowMs()).toBe(lapse.venueMs())
})
