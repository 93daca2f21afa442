/** Requirements on every recorder store, whatever its database. */
import { expect } from 'vitest'
import { dec } from '../../core/domain/decimal.ts'
import { clientOrderId, orderId } from '../../core/domain/ids.ts'
import type { OrderRecord } from '../../core/domain/order.ts'
import type { Sample } from '../../core/domain/sample.ts'
import { thinnedOut } from '../../core/domain/thinning.ts'
import { dayMs, hourMs, micros, minuteMs } from '../../core/domain/time.ts'
import type { HistoryNote } from '../../core/history/noted.ts'
import type { Observation } from '../../core/history/observation.ts'
import { dayStretchMs, usualRetention } from '../../recorder/accounts/retention.ts'
import { minuteOf } from '../../recorder/store/rows.ts'
import { testSample } from './test-sample.ts'
import { LostWriter, type Store, type Writer } from '../../recorder/store/store.ts'
import { createRandom } from '../order-desk/virtual-time.sim.ts'
import { movedCash } from './moved-cash.ts'
import { testExecution } from '../execution.fixture.ts'

const start = Date.UTC(2026, 10, 30, 23)
const retention = { ...usualRetention, minuteDays: 2, hourDays: 90 }
let accounts = 0
const nextOwner = () => ({ venueKey: 'venue.example', account: `account ${(accounts += 1)}` })

const record = (id: string, fills: number, more: Partial<OrderRecord> = {}): HistoryNote => ({
  kind: 'record',
  atMs: start + 1_000,
  record: {
    market_id: '0',
    symbol: 'BTC-USD-PERPETUAL',
    side: 'buy',
    type: 'LIMIT',
    quantity: dec('3'),
    price: dec('90000.5'),
    order_id: orderId('7'),
    client_order_id: clientOrderId(id),
    order_state: fills === 0 ? 'accepted' : fills === 3 ? 'filled' : 'partial_fill',
    cancel_state: 'none',
    executions: Array.from({ length: fills }, (_, index) =>
      testExecution('1', '90000.5', `${id}-${index}`, micros(start * 1_000 + index * 1_500_001)),
    ),
    ...more,
  },
})

const transfer = (index: number): HistoryNote => ({
  kind: 'cash',
  knownAtMs: start + index * minuteMs,
  event: movedCash(`${index + 1}`, start + index * minuteMs),
})

const begin = async (store: Store) => {
  const owner = nextOwner()
  const writer = await store.takeWriter(owner, 'first')
  if (writer === undefined) throw new Error('no writer')
  return { owner, writer }
}

type StoreTest = (store: Store) => Promise<void>

export const storeTests: readonly (readonly [title: string, run: StoreTest])[] = Object.entries<StoreTest>({
  async 'keeps what an order came to once, however often it is seen'(store) {
    const { owner, writer } = await begin(store)
    await writer.append([record('a', 0), record('a', 2)])
    const again = await writer.append([record('a', 2), record('a', 1)])
    expect([again.rows, again.orders.map(order => [order.client_order_id, order.executions.length])]).toEqual([
      [],
      [['a', 2]],
    ])
    await writer.append([record('a', 3)])
    const { rows, total } = await store.rows(owner, { limit: 100 })
    expect(rows.map(row => [row.kind, row.what, row.trade_id])).toEqual(
      expect.arrayContaining([
        ['execution', 'fill', 'a-0'],
        ['execution', 'fill', 'a-1'],
        ['execution', 'fill', 'a-2'],
        ['state', 'filled', undefined],
      ]),
    )
    expect([rows.length, total]).toEqual([6, 6])
    const [order] = await store.ordersById(owner, ['a', 'unknown'])
    expect([order?.executions.length, order?.order_state, order?.openSinceMs]).toEqual([3, 'filled', undefined])
  },

  async 'keeps when settlements, funding, late fills and bookings became known'(store) {
    const { owner, writer } = await begin(store)
    const event = {
      kind: 'funding',
      symbol: 'BTC-USD-PERPETUAL',
      asset: 'USD',
      amount: dec('-3'),
      atMs: start,
    } as const
    const known = { knownAtMs: start + minuteMs }
    await writer.append([
      { kind: 'cash', event: { ...event, size: dec('1'), price: undefined, isEstimated: true }, ...known },
      { ...(record('a', 2) as { kind: 'record'; record: OrderRecord }), atMs: start + 60 * minuteMs },
      {
        kind: 'booking',
        client_order_id: 'a',
        bookings: { 'a-0': [{ price: dec('1') }] },
        atMs: start + 61 * minuteMs,
      },
    ])
    const { rows } = await store.rows(owner, { limit: 10, kinds: ['cash'] })
    expect(rows).toMatchObject([{ atMs: start, ...known }])
    const [order] = await store.ordersById(owner, ['a'])
    expect(order?.fillsKnownMs).toEqual({ 'a-0': start + 60 * minuteMs, 'a-1': start + 60 * minuteMs })
    expect(order?.bookingsKnownMs).toEqual({ 'a-0': start + 61 * minuteMs })
  },

  async 'keeps the reference points of an order, and adds to one that was stored without any'(store) {
    const { owner, writer } = await begin(store)
    await writer.append([record('a', 0)])
    expect((await store.ordersById(owner, ['a']))[0]?.points).toBeUndefined()
    const market = {
      readMs: start,
      legs: [[dec('90000'), null]],
      indexes: { BTC: dec('90000') },
      forwards: {},
    } as const
    await writer.append([{ ...(record('a', 2) as Observation), with: { seenMs: start + 1_000, market } }])
    const take = { kind: 'take', atMs: start + 1_500.001, wanted: '1', trades: ['a-0', 'a-1'], market }
    expect((await store.ordersById(owner, ['a']))[0]?.points).toEqual([take])
  },

  async 'keeps nothing of a write that fails in the middle'(store) {
    const { owner, writer } = await begin(store)
    const broken: HistoryNote = {
      kind: 'record',
      atMs: start,
      record: { ...(record('b', 1) as { record: OrderRecord }).record, executions: undefined as unknown as [] },
    }
    await expect(writer.append([record('a', 1), broken])).rejects.toThrow(TypeError)
    expect((await store.rows(owner, { limit: 10 })).total).toBe(0)
    expect(await store.ordersById(owner, ['a'])).toEqual([])
    await writer.append([record('a', 1)])
    expect((await store.rows(owner, { limit: 10 })).total).toBe(2)
  },

  async 'tells orders by what they are: filled, open, requests for quotes; the youngest first'(store) {
    const { owner, writer } = await begin(store)
    const rfq = record('rfq', 0, { market_id: 'none', symbol: 'A@1/B@-1' })
    await writer.append([
      record('done', 3),
      record('part', 1),
      record('none', 0, { cancel_state: 'user_cancelled' }),
      rfq,
    ])
    const ids = async (which: 'filled' | 'open' | 'rfqs', most = 10) =>
      (await store.orders(owner, { which, most })).map(order => order.client_order_id).toSorted()
    expect([await ids('filled'), await ids('open'), await ids('rfqs')]).toEqual([
      ['done', 'part'],
      ['part', 'rfq'],
      ['rfq'],
    ])
    expect((await ids('filled', 1)).length).toBe(1)
    expect(await store.orders(owner, { which: 'filled', most: 10, toMs: start })).toEqual([])
  },

  async 'tells rows page by page, each once and newest first, over the turn of a month'(store) {
    const { owner, writer } = await begin(store)
    const count = 130
    for (let from = 0; from < count; from += 65) {
      await writer.append(Array.from({ length: 65 }, (_, index) => transfer(from + index)))
    }
    const seen: number[] = []
    let before: string | undefined
    do {
      const page = await store.rows(owner, { limit: 40, before })
      seen.push(...page.rows.map(row => row.atMs))
      before = page.before
    } while (before !== undefined)
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => start + (count - 1 - index) * minuteMs))
    const within = await store.rows(owner, { limit: 100, fromMs: start + hourMs, toMs: start + hourMs + 3 * minuteMs })
    expect(within.rows.length).toBe(3)
  },

  async 'finds rows by kind, by order and by words'(store) {
    const { owner, writer } = await begin(store)
    await writer.append([record('x1', 2), record('x2', 1, { symbol: 'ETH-USD' }), transfer(0)])
    const found = async (asked: Partial<Parameters<Store['rows']>[1]>) =>
      (await store.rows(owner, { limit: 50, ...asked })).rows.length
    expect(await found({ kinds: ['cash'] })).toBe(1)
    expect(await found({ kinds: ['cash', 'execution'] })).toBe(4)
    expect(await found({ kinds: [] })).toBe(0)
    expect(await found({ subjects: ['x2'] })).toBe(2)
    expect(await found({ text: 'eth-usd EXECUTION' })).toBe(1)
    expect(await found({ text: 'nobody' })).toBe(0)
  },

  async 'keeps one sample a minute, with its positions, and thins them as the browser does'(store) {
    const { owner, writer } = await begin(store)
    expect(await writer.saveSample(testSample(start + 2_000.5))).toBe(true)
    expect(await writer.saveSample(testSample(start + 40_000))).toBe(false)
    for (let minute = 1; minute < 130; minute += 1) await writer.saveSample(testSample(start + minute * minuteMs))
    const before = await store.samples(owner, start, start + dayMs)
    expect([before.length, before[0]?.atMs, 'positions' in (before[0] ?? {})]).toEqual([130, start + 2_000.5, false])
    expect(
      (await store.fullSamples(owner, [start, start + 59_000, start + 5 * minuteMs]))[0]?.positions?.[0]?.mark_price,
    ).toBe('90001.25')
    expect((await store.fullSamples(owner, [start, start + 5 * minuteMs])).length).toBe(2)
    // Of three hours three days ago the first of each stays, and the newest.
    expect(await writer.thin(start + 3 * dayMs, retention)).toBe(126)
    expect((await store.samples(owner, 0, start + dayMs)).length).toBe(4)
    expect((await store.firstPositions(owner))?.atMs).toBe(start + 2_000.5)
  },

  async 'thins to the same samples as the browser, whenever they were taken, and their positions sooner'(store) {
    const { owner, writer } = await begin(store)
    const nowMs = start + hourMs + 100 * dayMs
    const random = createRandom(7)
    const taken = [0, 8, 97, 99].flatMap(day =>
      Array.from({ length: 60 }, () => minuteOf(start + day * dayMs + Math.floor(random() * 12 * hourMs))),
    )
    const times = [...new Set(taken)].sort((a, b) => a - b)
    for (const atMs of times) await writer.saveSample(testSample(atMs, 2))
    await writer.thin(nowMs, retention)
    const browsers = new Set(thinnedOut(times, nowMs))
    const stays = times.filter(atMs => !browsers.has(atMs))
    expect((await store.samples(owner, 0, nowMs)).map(each => each.atMs)).toEqual(stays)
    const coarse = async (grain: 1 | 2) => (await store.samples(owner, 0, nowMs, grain)).map(each => each.atMs)
    const firsts = (unit: (atMs: number) => number) =>
      times.filter((atMs, index) => unit(atMs) !== unit(times[index - 1] ?? -1))
    const hours = firsts(atMs => Math.floor(atMs / hourMs)).filter(atMs => stays.includes(atMs))
    expect(await coarse(1)).toEqual(hours)
    expect(await coarse(2)).toEqual(firsts(dayStretchMs))
    const whole = (await store.fullSamples(owner, times)).filter(each => each.positions?.length === 2)
    expect(whole.map(each => each.atMs)).toEqual(stays)
    await writer.thin(nowMs + 80 * dayMs, usualRetention)
    const sooner = (await store.fullSamples(owner, times))
      .filter(each => each.positions !== undefined)
      .map(each => each.atMs)
    // The newest sample always stays, as in the browser.
    expect(sooner).toEqual(
      [
        ...new Set([...firsts(dayStretchMs), ...hours.filter(atMs => atMs >= start + 91 * dayMs), ...times.slice(-1)]),
      ].sort((a, b) => a - b),
    )
    expect((await store.samples(owner, 0, nowMs)).map(each => each.atMs)).toEqual(stays)
  },

  async 'tells the positions of each minute as they were, through fills in the middle of an hour and by another writer'(
    store,
  ) {
    const { owner, writer } = await begin(store)
    const own = (minute: number): Sample => {
      const { positions = [], ...light } = testSample(start + minute * minuteMs, 3)
      const changed = positions.map((each, index) => ({
        ...each,
        symbol: `${each.symbol}-${index}`,
        mark_price: dec(`${90_000 + minute * (index + 1)}`),
        size: dec(minute >= 20 && index === 1 ? '2' : '1'),
        ...(index === 2 ? { quote: 'USDC' } : {}),
      }))
      return { ...light, positions: minute >= 40 ? changed.slice(1) : changed }
    }
    const minutes = [0, 1, 19, 20, 39, 40, 41, 59, 60, 61]
    for (const minute of minutes.slice(0, 6)) await writer.saveSample(own(minute))
    await writer.release()
    const second = await store.takeWriter(owner, 'second')
    for (const minute of minutes.slice(6)) await second?.saveSample(own(minute))
    expect(
      await store.fullSamples(
        owner,
        minutes.map(minute => start + minute * minuteMs),
      ),
    ).toEqual(minutes.map(own))
    // A single one, without the first of its hour.
    expect(await store.fullSamples(owner, [start + 59 * minuteMs])).toEqual([own(59)])
  },

  async 'drops rows that moved no money once they are old, where that is asked for, and counts what is left'(store) {
    const { owner, writer } = await begin(store)
    const young = record('young', 0, { cancel_state: 'user_cancelled' }) as Extract<HistoryNote, { kind: 'record' }>
    await writer.append([
      record('done', 3),
      record('none', 0, { cancel_state: 'user_cancelled' }),
      record('open', 0),
      transfer(0),
    ])
    await writer.append([{ ...young, atMs: start + 50 * dayMs }])
    expect((await store.rows(owner, { limit: 100 })).total).toBe(8)
    await writer.thin(start + 60 * dayMs, usualRetention)
    expect((await store.rows(owner, { limit: 100 })).total).toBe(8)
    await writer.thin(start + 60 * dayMs, { ...usualRetention, rowDays: 30 })
    const { rows, total } = await store.rows(owner, { limit: 100 })
    expect([rows.map(row => row.kind).toSorted(), total]).toEqual([
      ['cash', 'execution', 'execution', 'execution', 'state'],
      5,
    ])
    const left = await store.ordersById(owner, ['done', 'none', 'open', 'young'])
    expect(left.map(order => order.client_order_id)).toEqual(['done', 'open', 'young'])
  },

  async 'keeps positions of an account with very many once an hour only'(store) {
    const { owner, writer } = await begin(store)
    for (const minute of [0, 1, 61]) await writer.saveSample(testSample(start + minute * minuteMs, 401))
    const full = await store.fullSamples(owner, [start, start + minuteMs, start + 61 * minuteMs])
    expect(full.map(each => each.positions?.length)).toEqual([401, undefined, 401])
  },

  async 'says when an account was followed, and until when its fills are stored; a stretch grows and never shrinks'(
    store,
  ) {
    const { owner, writer } = await begin(store)
    expect(await store.fillsUntil(owner)).toBeUndefined()
    await writer.saveSeenSpan({ fromMs: start + 0.4, toMs: start + 4_999.5 }, start + 0.9)
    await writer.saveSeenSpan({ fromMs: start, toMs: start + 9_000 })
    await writer.saveSeenSpan({ fromMs: start, toMs: start + 7_000 })
    await writer.saveSeenSpan({ fromMs: start + hourMs, toMs: start + hourMs })
    expect(await store.spans(owner)).toEqual([
      { fromMs: start, toMs: start + 9_000 },
      { fromMs: start + hourMs, toMs: start + hourMs },
    ])
    // Whole ms, never later than the time it was called with.
    expect(await store.fillsUntil(owner)).toBe(start)
  },

  async 'takes a note only over the one that was on the screen'(store) {
    const owner = nextOwner()
    const note = (text: string, atMs: number) => ({ subject: 'a', text, tags: ['hedge'], atMs, by: 'ann' })
    expect(await store.writeNote(owner, note('one', 1), undefined)).toEqual({ ok: true, note: note('one', 1) })
    expect(await store.writeNote(owner, note('two', 2), undefined)).toEqual({ ok: false, note: note('one', 1) })
    expect((await store.writeNote(owner, note('two', 2), 1)).ok).toBe(true)
    expect(await store.notes(owner)).toEqual([note('two', 2)])
    expect(await store.writeNote(owner, { ...note('', 3), tags: [] }, 2)).toEqual({ ok: true, note: undefined })
    expect(await store.notes(owner)).toEqual([])
    expect(await store.writeNote(owner, { ...note('', 4), tags: [] }, undefined)).toEqual({ ok: true, note: undefined })
  },

  async 'has one writer an account, and refuses what an earlier one still wants to write'(store) {
    const { owner, writer } = await begin(store)
    expect(await store.takeWriter(owner, 'second')).toBeUndefined()
    expect(await store.silentMs(owner)).toBeTypeOf('number')
    await writer.beat()
    await writer.release()
    expect(await store.silentMs(owner)).toBeUndefined()
    const second = (await store.takeWriter(owner, 'second')) as Writer
    await expect(writer.append([record('a', 1)])).rejects.toThrow(LostWriter)
    await expect(writer.saveSample(testSample(start))).rejects.toThrow(LostWriter)
    await second.append([record('a', 1)])
    expect((await store.rows(owner, { limit: 5 })).total).toBe(2)
  },

  async 'keeps accounts apart, and the same account of two venues'(store) {
    const one = await begin(store)
    const other = { ...one.owner, venueKey: 'other.example' }
    const writer = await store.takeWriter(other, 'first')
    await one.writer.append([record('a', 3)])
    await one.writer.saveSample(testSample(start))
    expect((await store.rows(other, { limit: 5 })).rows).toEqual([])
    expect([
      await store.samples(other, 0, start + dayMs),
      await store.ordersById(other, ['a']),
      await store.spans(other),
    ]).toEqual([[], [], []])
    await writer?.append([record('a', 1)])
    expect((await store.rows(one.owner, { limit: 50 })).total).toBe(4)
  },

  async 'writes down who read what, and forgets it once it is old'(store) {
    const entry = { atMs: start, subject: 'bob', account: 'desk', call: 'samples', status: 200 }
    const ofBob = async () => (await store.audited()).filter(each => each.subject === 'bob')
    await store.audit(entry)
    expect(await ofBob()).toEqual([entry])
    await store.audit({ ...entry, atMs: start + 400 * dayMs })
    await store.tidy(start + 401 * dayMs + hourMs, usualRetention)
    expect(await ofBob()).toEqual([{ ...entry, atMs: start + 400 * dayMs }])
  },
})
