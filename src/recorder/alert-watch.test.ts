// @vitest-environment node
/** Alerts without a page, on the real exchange with a stepped clock: queued levels, fills and ends. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Alert } from '../core/domain/alert.ts'
import { add, dec, type Decimal, sub } from '../core/domain/decimal.ts'
import { expiryOf } from '../core/domain/instrument.ts'
import { dayMs, hourMs, minuteMs } from '../core/domain/time.ts'
import { startTimeLapse, type TimeLapse } from '../testing/recorder/time-lapse.ts'
import type { AccountAlerts } from './accounts/accounts-file.ts'
import { alertEvents } from './alerts/alert-message.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'
import type { Store } from './store/store.ts'

const hook = {
  kind: 'webhook',
  name: 'hook',
  url: 'https://hooks.example',
  secret: 's'.repeat(32),
  quiet: undefined,
} as const
const alertsOf = (more: Partial<AccountAlerts> = {}): AccountAlerts => ({
  to: [hook],
  events: new Set(alertEvents),
  levels: [],
  ...more,
})

let lapse: TimeLapse
let store: Store
beforeEach(async () => {
  lapse = await startTimeLapse()
  store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
})

type Recording = NonNullable<Awaited<ReturnType<TimeLapse['record']>>>
async function record(alerts: AccountAlerts, holder = 'one'): Promise<Recording> {
  const recorder = await lapse.record(store, holder, alerts)
  if (recorder === undefined) throw new Error('no recorder')
  return recorder
}
const titles = async () => (await store.deliveries(lapse.owner, 100)).map(each => each.message.title).toReversed()
const level = (kind: Alert['kind'], subject: string, direction: Alert['direction'], at: Decimal): Alert => ({
  id: `${kind} ${direction}`,
  kind,
  subject,
  direction,
  level: at,
})
const watched = (...alerts: Alert[]) =>
  store.changeAlerts(lapse.owner, { watch: alerts.map(alert => ({ alert, by: 'ann' })), drop: [], most: 100 })

describe('a level', () => {
  test('that a price crosses while nobody looks is queued once, and again after it was back', async () => {
    const recorder = await record(alertsOf())
    await recorder.step()
    const price = (await recorder.follower.watch?.read([{ kind: 'price', subject: lapse.perpetual }]))?.({
      kind: 'price',
      subject: lapse.perpetual,
    })
    expect(price).toBeDefined()
    // The market moves by itself and sooner or later crosses levels slightly above and below.
    const near = (by: string) => [
      level('price', lapse.perpetual, 'above', add(price ?? dec('0'), dec(by))),
      level('price', lapse.perpetual, 'below', sub(price ?? dec('0'), dec(by))),
    ]
    await watched(...near('20'))
    let crossed = 0
    for (let minute = 0; minute < 30; minute += 1) {
      crossed += (await recorder.follower.watch?.look()) ?? 0
      await lapse.pass(minuteMs)
    }
    expect(crossed).toBeGreaterThan(0)
    const sent = await store.deliveries(lapse.owner, 100)
    expect(sent.length).toBe(crossed)
    expect(new Set(sent.map(each => each.message.id)).size).toBe(crossed)
    expect(sent.every(each => each.message.kind === 'alert' && each.destination === 'hook')).toBe(true)
    // A take-over continues with the armed alerts: a repeated check queues nothing twice.
    recorder.kill()
    await recorder.writer.release()
    const before = await store.alerts(lapse.owner)
    const second = await record(alertsOf(), 'two')
    await second.follower.watch?.look()
    expect((await store.alerts(lapse.owner)).map(each => each.alert.reportedMs)).toEqual(
      before.map(each => each.alert.reportedMs),
    )
  })

  test('of margin is urgent, and the file’s own levels are watched without a page', async () => {
    const recorder = await record(alertsOf({ levels: [level('margin', '*', 'above', dec('0.01'))] }))
    await recorder.step()
    await recorder.follower.watch?.look()
    expect(await titles()).toEqual([])
    await lapse.trade(lapse.perpetual, 'buy', '0.5')
    await lapse.pass(minuteMs)
    await recorder.follower.watch?.look()
    const [sent] = (await store.deliveries(lapse.owner, 100)).filter(each => each.message.kind === 'alert')
    expect(sent?.message).toMatchObject({ title: 'Margin used above 0.01 %', isUrgent: true })
  })

  test('of the days left of a structure is sent once, however often it is looked at', async () => {
    const symbol = lapse.nearOption('call', 2 * hourMs)
    const leftMs = (expiryOf(symbol) ?? 0) - lapse.venueMs()
    const days = (ms: number): Decimal => dec((ms / dayMs).toFixed(4))
    const recorder = await record(alertsOf({ levels: [level('left', `${symbol}@-1`, 'below', days(leftMs - hourMs))] }))
    await recorder.step()
    await recorder.follower.watch?.look()
    expect(await titles()).toEqual([])
    await lapse.pass(hourMs + minuteMs)
    await recorder.follower.watch?.look()
    await recorder.follower.watch?.look()
    expect((await titles()).filter(each => each.startsWith('Days left of −1 BTC'))).toHaveLength(1)
  })

  test('pauses while the venue does not tell its figure, and fires on no figure of another source', async () => {
    const recorder = await record(alertsOf())
    await recorder.step()
    await lapse.trade(lapse.perpetual, 'buy', '0.5')
    const price = { kind: 'price', subject: lapse.perpetual } as const
    const withPrices = await recorder.follower.watch?.read([price])
    expect(withPrices?.(price)).toBeDefined()
    lapse.refuse(url => url.includes('summary'))
    const without = await recorder.follower.watch?.read([price, { kind: 'upnl', subject: '*' }])
    expect(without?.(price)).toBeUndefined()
    expect(without?.({ kind: 'upnl', subject: '*' })).toBeDefined()
  })
})

describe('news', () => {
  test('of a fill is queued with the row that tells it, once, however often it is seen', async () => {
    const recorder = await record(alertsOf())
    await recorder.step()
    await lapse.pass(minuteMs)
    await lapse.trade(lapse.perpetual, 'buy', '0.5')
    await lapse.pass(minuteMs)
    await recorder.step()
    await recorder.step()
    expect((await titles()).filter(each => /^(?:Bought|Sold)/.test(each))).toEqual([
      expect.stringMatching(/^Bought 0\.5 · BTC PERP at [\d,.]+$/),
    ])
    const [fill] = await store.deliveries(lapse.owner, 1)
    expect(fill?.message.text).toMatch(/^Order \d+\.$/)
  })

  test('of before the recorder began is history: nothing is sent of it', async () => {
    await lapse.trade(lapse.perpetual, 'buy', '0.5')
    await lapse.pass(10 * minuteMs)
    const recorder = await record(alertsOf())
    await recorder.step()
    expect(await titles()).toEqual([])
  })

  test('of kinds that the file does not name is not sent', async () => {
    const recorder = await record(alertsOf({ events: new Set(['liquidation']) }))
    await recorder.step()
    await lapse.trade(lapse.perpetual, 'buy', '0.5')
    await lapse.pass(minuteMs)
    await recorder.step()
    expect(await titles()).toEqual([])
  })

  test('of an expiry that is near is queued once, over a restart too', async () => {
    const recorder = await record(alertsOf({ events: new Set(['end_soon']) }))
    await lapse.trade(lapse.nearOption('call'), 'buy', '1')
    await lapse.pass(minuteMs)
    await recorder.step()
    await recorder.follower.watch?.look()
    expect(await titles()).toEqual([])
    // Daily options expire at 08:00. The warning appears an hour before.
    await lapse.pass(95 * minuteMs)
    await recorder.step()
    await recorder.follower.watch?.look()
    await recorder.follower.watch?.look()
    recorder.kill()
    await recorder.writer.release()
    const second = await record(alertsOf({ events: new Set(['end_soon']) }), 'two')
    await second.step()
    await second.follower.watch?.look()
    expect(await titles()).toEqual([expect.stringMatching(/^Expires soon: BTC 21NOV26, 1 position$/)])
  })
})
