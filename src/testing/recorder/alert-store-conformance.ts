/** Requirements on alerts and the outbox for every store, whatever its database. */
import { expect } from 'vitest'
import type { Alert } from '../../core/domain/alert.ts'
import { dec, type Decimal } from '../../core/domain/decimal.ts'
import { dayMs, minuteMs } from '../../core/domain/time.ts'
import type { HistoryNote } from '../../core/history/noted.ts'
import { type AlertMessage, messageOfCrossing, summaryOf } from '../../recorder/alerts/alert-message.ts'
import { LostWriter, type Store, type Writer } from '../../recorder/store/store.ts'
import { movedCash } from './moved-cash.ts'

const start = Date.UTC(2026, 10, 30, 23)
const now = { venueMs: start, nowMs: start }
let accounts = 0

async function begin(store: Store) {
  const owner = { venueKey: 'venue.example', account: `alerts ${(accounts += 1)}` }
  const writer = await store.takeWriter(owner, 'first')
  if (writer === undefined) throw new Error('no writer')
  return { owner, writer }
}

const alert = (id: string, more: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'price',
  subject: 'BTC-USD-PERPETUAL',
  direction: 'above',
  level: dec('100000'),
  ...more,
})
const set = (...alerts: Alert[]) => ({ watch: alerts.map(each => ({ alert: each, by: 'ann' })), drop: [], most: 3 })
const message = (id: string, more: Partial<AlertMessage> = {}): AlertMessage => ({
  id,
  kind: 'fill',
  isUrgent: false,
  atMs: start,
  title: id,
  text: 'text',
  ...more,
})
const cash: HistoryNote = { kind: 'cash', knownAtMs: start, event: movedCash('5', start) }
const at = (value: string) => (): Decimal => dec(value)
const crossing = (to: readonly string[]) => (each: Parameters<typeof messageOfCrossing>[0]) => ({
  message: messageOfCrossing(each, start),
  to,
})
const dueIds = async (writer: Writer, nowMs = start + 1, destinations: readonly string[] = ['hook']) =>
  (await Promise.all(destinations.map(each => writer.alerts.nextDue(each, nowMs)))).map(
    each => each && `${each.message.id} ${each.destination}`,
  )

type Test = (store: Store) => Promise<void>

export const alertStoreTests = Object.entries<Test>({
  async 'watches an alert once, as it stands, however often it is handed over'(store) {
    const { owner, writer } = await begin(store)
    expect(await store.changeAlerts(owner, set(alert('a')))).toBe(true)
    await writer.alerts.judge(at('99000'), now, crossing([]))
    expect(await store.changeAlerts(owner, set(alert('a')))).toBe(true)
    expect(await store.alerts(owner)).toEqual([{ alert: { ...alert('a'), isArmed: true }, by: 'ann' }])
  },
  async 'takes no more alerts than an account may have, and changes nothing then'(store) {
    const { owner } = await begin(store)
    expect(await store.changeAlerts(owner, set(alert('a'), alert('b'), alert('c')))).toBe(true)
    expect(await store.changeAlerts(owner, { ...set(alert('d')), drop: [] })).toBe(false)
    expect((await store.alerts(owner)).map(each => each.alert.id)).toEqual(['a', 'b', 'c'])
    expect(await store.changeAlerts(owner, { ...set(alert('d')), drop: ['a', 'nothing'] })).toBe(true)
    expect((await store.alerts(owner)).map(each => each.alert.id)).toEqual(['b', 'c', 'd'])
  },
  async 'remembers what was removed: it is not watched again, but where it was set later than that, and only once a year has passed it is forgotten'(
    store,
  ) {
    const { owner } = await begin(store)
    const remove = (id: string, atMs: number) =>
      store.changeAlerts(owner, { watch: [], drop: [], remove: { ids: [id], atMs }, most: 3 })
    const watched = async () => (await store.alerts(owner)).map(each => each.alert.id)
    await store.changeAlerts(owner, set(alert('a', { setMs: start }), alert('b')))
    await remove('a', start + 1_000)
    expect([await watched(), await store.removedOf(owner, ['a', 'b', 'c'])]).toEqual([['b'], ['a']])
    // As handed over by a browser that was closed meanwhile, of this version and an earlier one.
    await store.changeAlerts(owner, set(alert('a', { setMs: start }), alert('c')))
    await store.changeAlerts(owner, set(alert('a')))
    expect([await watched(), await store.removedOf(owner, ['a'])]).toEqual([['b', 'c'], ['a']])
    await store.changeAlerts(owner, set(alert('a', { setMs: start + 1_001 })))
    expect([await watched(), await store.removedOf(owner, ['a'])]).toEqual([['a', 'b', 'c'], []])
    // The clock is behind that of the machine that set it.
    await remove('a', start + 5)
    await store.changeAlerts(owner, set(alert('a', { setMs: start + 1_001 })))
    expect([await watched(), await store.removedOf(owner, ['a'])]).toEqual([['b', 'c'], ['a']])
    await remove('b', start + 390 * dayMs)
    expect(await store.removedOf(owner, ['a', 'b'])).toEqual(['a', 'b'])
    await remove('c', start + 500 * dayMs)
    expect(await store.removedOf(owner, ['a', 'b', 'c'])).toEqual(['b', 'c'])
  },
  async 'remembers no more removals of an account than it can need, the last ones'(store) {
    const { owner } = await begin(store)
    for (let batch = 0; batch < 6; batch += 1) {
      const ids = Array.from({ length: 1_000 }, (_, index) => `r${batch}-${index}`)
      await store.changeAlerts(owner, { watch: [], drop: [], remove: { ids, atMs: start + batch }, most: 3 })
    }
    expect(await store.removedOf(owner, ['r0-0', 'r1-0', 'r5-999'])).toEqual(['r1-0', 'r5-999'])
  },
  async 'watches again what was dropped and not removed, and knows what was removed by account'(store) {
    const [{ owner }, other] = [await begin(store), await begin(store)]
    await store.changeAlerts(owner, set(alert('a')))
    await store.changeAlerts(owner, { watch: [], drop: ['a'], most: 3 })
    await store.changeAlerts(other.owner, { watch: [], drop: [], remove: { ids: ['a'], atMs: start }, most: 3 })
    await store.changeAlerts(owner, set(alert('a')))
    expect((await store.alerts(owner)).map(each => each.alert.id)).toEqual(['a'])
    expect([await store.removedOf(owner, ['a']), await store.removedOf(owner, [])]).toEqual([[], []])
  },
  async 'makes one message a crossing and destination, in the step that takes the alert’s arming away'(store) {
    const { owner, writer } = await begin(store)
    await store.changeAlerts(owner, set(alert('a'), alert('b', { level: dec('200000') })))
    for (const value of ['99000', '100500', '100600', '100400'])
      await writer.alerts.judge(at(value), now, crossing(['hook', 'mail']))
    const made = await store.deliveries(owner, 9)
    expect(made.map(each => `${each.destination} ${each.message.title}`).toSorted()).toEqual([
      'hook BTC PERP above 100,000',
      'mail BTC PERP above 100,000',
    ])
    expect((await store.alerts(owner)).map(each => each.alert.isArmed)).toEqual([false, true])
  },
  async 'sets what the recorder’s file watches, keeps what of it was armed, and leaves traders’ alerts alone'(store) {
    const { owner, writer } = await begin(store)
    await store.changeAlerts(owner, set(alert('mine')))
    await writer.alerts.setFileAlerts([alert('file 1'), alert('file 2')])
    await writer.alerts.judge(at('1'), now, crossing([]))
    await writer.alerts.setFileAlerts([alert('file 2'), alert('file 3')])
    expect((await store.alerts(owner)).map(({ alert: { id, isArmed }, by }) => [id, isArmed, by])).toEqual([
      ['file 2', true, ''],
      ['file 3', undefined, ''],
      ['mine', true, 'ann'],
    ])
  },
  async 'queues what is to be sent of a row with the row, once, and neither where the write fails'(store) {
    const { writer } = await begin(store)
    const news = (fresh: readonly unknown[]) =>
      ({ outgoing: fresh.map((_, index) => ({ message: message(`m${index}`), to: ['hook'] })), nowMs: start }) as const
    const failing = writer.append([cash], () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await writer.append([cash], news)).rows.length).toBe(1)
    expect((await writer.append([cash], news)).rows.length).toBe(0)
    expect(await dueIds(writer)).toEqual(['m0 hook'])
  },
  async 'tells what is due next, and not what was sent, failed or is to wait; the destination of one that waits rests with it'(
    store,
  ) {
    const { owner, writer } = await begin(store)
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
      await writer.alerts.queue([{ message: message(id), to: ['hook'] }], start + index)
    }
    await writer.alerts.queue([{ message: message('a'), to: ['hook'] }], start + 9)
    const settle = (id: string, state: 'delivered' | 'failed' | 'waiting', dueMs: number) =>
      writer.alerts.settle(
        { destination: 'hook', message: message(id) },
        { state, attempts: 1, dueMs, said: `${id} said` },
      )
    await settle('a', 'delivered', start)
    await settle('c', 'failed', start)
    await settle('d', 'waiting', start + 5_000)
    expect(await dueIds(writer, start + 4_999)).toEqual([undefined])
    expect(await dueIds(writer, start + 5_000)).toEqual(['b hook'])
    expect(await writer.alerts.waiting()).toBe(2)
    expect((await store.deliveries(owner, 3)).map(each => [each.message.id, each.state, each.said])).toEqual([
      ['d', 'waiting', 'd said'],
      ['c', 'failed', 'c said'],
      ['b', 'waiting', ''],
    ])
    await writer.alerts.forget(start + 100)
    expect((await store.deliveries(owner, 9)).map(each => each.message.id)).toEqual(['d', 'b'])
  },
  async 'has what is urgent go first, also to a destination that rests; one that rests holds up no other, whatever waits for it'(
    store,
  ) {
    const { writer } = await begin(store)
    for (let index = 0; index < 120; index += 1) {
      await writer.alerts.queue([{ message: message(`m${1_000 + index}`), to: ['dead', 'live'] }], start + index)
    }
    await writer.alerts.queue(
      [{ message: { ...message('margin'), isUrgent: true }, to: ['dead', 'live'] }],
      start + 900,
    )
    const nowMs = start + 1_000
    const both = ['dead', 'live']
    expect(await dueIds(writer, nowMs, both)).toEqual(['margin dead', 'margin live'])
    const settled = { state: 'waiting', attempts: 1, dueMs: start + 60_000, said: 'no answer' } as const
    await writer.alerts.settle({ destination: 'dead', message: message('margin') }, settled)
    await writer.alerts.settle({ destination: 'live', message: message('margin') }, { ...settled, state: 'delivered' })
    expect(await dueIds(writer, nowMs, both)).toEqual([undefined, 'm1000 live'])
    await writer.alerts.queue([{ message: { ...message('liquidation'), isUrgent: true }, to: both }], start + 990)
    expect(await dueIds(writer, nowMs, both)).toEqual(['liquidation dead', 'liquidation live'])
    expect(await writer.alerts.retire(['live'])).toBe(122)
    expect(await dueIds(writer, start + minuteMs, both)).toEqual([undefined, 'liquidation live'])
  },
  async 'puts one summary in the place of what quiet hours kept back for a destination'(store) {
    const { owner, writer } = await begin(store)
    const all = ['a', 'b'].map(id => ({ message: message(id), to: ['hook', 'mail'] }))
    await writer.alerts.queue(all, start)
    for (const { message: each } of all) {
      await writer.alerts.settle(
        { destination: 'hook', message: each },
        { state: 'quiet', attempts: 0, dueMs: start, said: '' },
      )
    }
    const summarise = () =>
      writer.alerts.summarise('hook', start + 1, retained => summaryOf('hook', retained, start + 1))
    expect([await summarise(), await summarise()]).toEqual([2, 0])
    expect((await writer.alerts.nextDue('hook', start + 2))?.message.title).toBe('2 alerts during quiet hours')
    expect((await writer.alerts.nextDue('mail', start + 2))?.message.title).toBe('a')
    expect((await store.deliveries(owner, 9)).filter(each => each.state === 'summarised').length).toBe(2)
  },
  async 'lets a writer that was taken over neither judge, queue nor settle'(store) {
    const { owner, writer } = await begin(store)
    await store.changeAlerts(owner, set(alert('a')))
    await writer.alerts.queue([{ message: message('a'), to: ['hook'] }], start)
    await writer.release()
    const second = (await store.takeWriter(owner, 'second')) as Writer
    const settled = { state: 'delivered', attempts: 1, dueMs: start, said: '' } as const
    await expect(writer.alerts.judge(at('1'), now, crossing([]))).rejects.toThrow(LostWriter)
    await expect(writer.alerts.queue([{ message: message('b'), to: ['hook'] }], start)).rejects.toThrow(LostWriter)
    await expect(writer.alerts.settle({ destination: 'hook', message: message('a') }, settled)).rejects.toThrow(
      LostWriter,
    )
    // Clocks of two machines may differ slightly.
    expect(await dueIds(second, start + minuteMs)).toEqual(['a hook'])
  },
})
