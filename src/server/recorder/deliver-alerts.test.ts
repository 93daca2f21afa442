// @vitest-environment node
/** The alert queue with a failing, slow or disconnecting web server, and recorders that are killed and replaced. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../core/domain/time.ts'
import type { AlertMessage } from '../../recorder/alerts/alert-message.ts'
import type { Destination } from '../../recorder/alerts/destinations.ts'
import type { QuietHours } from '../../recorder/alerts/quiet-hours.ts'
import type { SendAlert } from '../../recorder/alerts/send-alert.ts'
import { deliverDue, newDeliveryCounts, nextTryMs } from '../../recorder/deliver-alerts.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import { openSqlite } from '../../recorder/store/sqlite.ts'
import { LostWriter, type Store, type Writer } from '../../recorder/store/store.ts'
import { type Received, type Reply, startWebhook } from '../../testing/recorder/alert-receivers.ts'
import { createSendAlert } from './send-alert.ts'

const owner = { venueKey: 'venue.example', account: 'desk' }
const send = createSendAlert((url, init) => fetch(url, init))
let folder = ''
let nowMs = 0
let store: Store
let writer: Writer
const stops: (() => Promise<void>)[] = []

beforeEach(async () => {
  nowMs = Date.UTC(2026, 11, 10, 12)
  folder = mkdtempSync(join(tmpdir(), 'legwork-deliver-'))
  await begin('one')
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function begin(holder: string): Promise<void> {
  store = sqlStore(openSqlite(join(folder, 'history.sqlite')), () => nowMs)
  const taken = await store.takeWriter(owner, holder)
  if (taken === undefined) throw new Error('no writer')
  writer = taken
}

async function receiver(reply: (received: Received, count: number) => Reply, name = 'hook', quiet?: QuietHours) {
  const started = await startWebhook(reply)
  stops.push(started.stop)
  const to: Destination = { kind: 'webhook', name, url: started.url, secret: 's'.repeat(32), quiet }
  return {
    to,
    titles: () => started.received.map(each => (JSON.parse(each.body) as { title: string }).title),
    received: started.received,
  }
}

const message = (id: string, more: Partial<AlertMessage> = {}): AlertMessage => ({
  id,
  kind: 'fill',
  isUrgent: false,
  atMs: nowMs,
  title: id,
  text: 'text',
  ...more,
})
const queue = (to: readonly Destination[], ...messages: AlertMessage[]) =>
  writer.alerts.queue(
    messages.map(each => ({ message: each, to: to.map(({ name }) => name) })),
    nowMs,
  )
const counts = newDeliveryCounts()
const deliver = async (to: readonly Destination[], by: SendAlert = send): Promise<void> => {
  const parts = {
    owner,
    writer: writer.alerts,
    send: by,
    nowMs: () => nowMs,
    random: () => 0.5,
    counts,
    report: () => undefined,
  }
  await Promise.all(to.map(each => deliverDue(parts, each)))
}
const states = async () =>
  (await store.deliveries(owner, 50)).map(each => `${each.message.title} ${each.state}`).toSorted()

describe('what waits', () => {
  test('for one that fails is tried again after a growing wait, under the same id, and others are not kept waiting for it', async () => {
    const failing = await receiver((_, count) => ({ status: count < 4 ? 503 : 200 }))
    const well = await receiver(() => ({ status: 200 }), 'other')
    await queue([failing.to, well.to], message('a'))
    const waits: number[] = []
    for (let tries = 1; tries <= 4; tries += 1) {
      await deliver([failing.to, well.to])
      expect(failing.received.length).toBe(tries)
      const beganMs = nowMs
      while (tries < 4 && (await writer.alerts.nextDue('hook', nowMs)) === undefined) nowMs += 500
      waits.push(nowMs - beganMs)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 0])
    expect(new Set(failing.received.map(each => each.headers['legwork-id'])).size).toBe(1)
    expect(failing.received.map(each => each.headers['legwork-attempt'])).toEqual(['1', '2', '3', '4'])
    expect(well.titles()).toEqual(['a'])
  })

  test('for one that is refused is given up at once, and for one that never answers well after a day', async () => {
    const refusing = await receiver(() => ({ status: 410 }))
    const failing = await receiver(() => 'reset', 'other')
    await queue([refusing.to, failing.to], message('a'))
    await deliver([refusing.to, failing.to])
    expect(await states()).toEqual(['a failed', 'a waiting'])
    nowMs += dayMs
    await deliver([refusing.to, failing.to])
    expect(await states()).toEqual(['a failed', 'a failed'])
    expect(refusing.received.length).toBe(1)
  })

  test('waits as long as the receiver asks', async () => {
    const { to, received } = await receiver(() => ({ status: 429, headers: { 'retry-after': '600' } }))
    await queue([to], message('a'))
    await deliver([to])
    nowMs += 599_000
    await deliver([to])
    expect(received.length).toBe(1)
    nowMs += 1_000
    await deliver([to])
    expect(received.length).toBe(2)
  })

  test('for a destination that the file names no more is given up, and says so', async () => {
    const { to, received } = await receiver(() => ({ status: 200 }))
    await queue([to], message('a'))
    expect(await writer.alerts.retire([])).toBe(1)
    expect((await store.deliveries(owner, 1))[0]).toMatchObject({
      state: 'failed',
      said: 'The recorder’s file no longer names this destination.',
    })
    expect(received).toEqual([])
  })

  test('waits between a second and a quarter of an hour, never in step', () => {
    const waits = [1, 5, 10, 50, 5_000].map(attempts => [nextTryMs(attempts, 0), nextTryMs(attempts, 1)])
    expect(waits).toEqual([
      [1_000, 2_000],
      [1_000, 32_000],
      [1_000, 900_000],
      [1_000, 900_000],
      [1_000, 900_000],
    ])
  })
})

describe('a recorder that is killed', () => {
  test('before it sent is followed by one that sends; one killed after it sent and before it wrote so sends again under the same id', async () => {
    const { to, received } = await receiver(() => ({ status: 200 }))
    await queue([to], message('a'), message('b'))
    const killed = new Error('killed')
    const thenKilled: SendAlert = async (destination, sending) => {
      await send(destination, sending)
      throw killed
    }
    await expect(deliver([to], thenKilled)).rejects.toBe(killed)
    await store.close()
    await begin('two')
    await deliver([to])
    await deliver([to])
    const ids = received.map(each => String(each.headers['legwork-id']))
    expect([ids.length, new Set(ids).size]).toEqual([3, 2])
    expect(ids[0]).toBe(ids[1])
    expect(await states()).toEqual(['a delivered', 'b delivered'])
  })

  test('and taken over while it sends writes no more: the other one has the queue', async () => {
    const { to, received } = await receiver(() => ({ status: 200 }))
    await queue([to], message('a'))
    const first = writer
    const takenOver: SendAlert = async (destination, sending) => {
      await first.release()
      const second = await store.takeWriter(owner, 'two')
      if (second !== undefined) writer = second
      return send(destination, sending)
    }
    await expect(deliver([to], takenOver)).rejects.toThrow(LostWriter)
    await deliver([to])
    expect(new Set(received.map(each => each.headers['legwork-id'])).size).toBe(1)
    expect(await states()).toEqual(['a delivered'])
  })
})

describe('in quiet hours', () => {
  const night = { from: '22:00', to: '07:00', zone: 'Europe/Prague' }

  test('alerts are held back and sent in one summary; liquidations and margin alerts go at once', async () => {
    const { to, titles, received } = await receiver(() => ({ status: 200 }), 'hook', night)
    const awake = await receiver(() => ({ status: 200 }), 'desk')
    nowMs = Date.UTC(2026, 11, 10, 22)
    const both = [to, awake.to]
    await queue(both, message('a'))
    await deliver(both)
    nowMs += hourMs
    await queue(both, message('b'), message('margin', { isUrgent: true, kind: 'alert' }))
    await deliver(both)
    expect(titles()).toEqual(['margin'])
    expect(awake.titles()).toEqual(['a', 'margin', 'b'])
    nowMs = Date.UTC(2026, 11, 11, 5, 59)
    await deliver(both)
    expect(titles()).toEqual(['margin'])
    nowMs += minuteMs
    await deliver(both)
    await deliver(both)
    expect(titles()).toEqual(['margin', '2 alerts during quiet hours'])
    const { text } = JSON.parse(received.at(-1)?.body ?? '') as { text: string }
    expect(text.split('\n')).toEqual(['2026-12-10 22:00:00 UTC  a: text', '2026-12-10 23:00:00 UTC  b: text'])
  })

  test('what could not be sent before they began is not tried during them', async () => {
    const { to, titles } = await receiver((_, count) => ({ status: count === 1 ? 503 : 200 }), 'hook', night)
    nowMs = Date.UTC(2026, 11, 10, 20, 59, 59)
    await queue([to], message('a'))
    await deliver([to])
    nowMs += 2 * minuteMs
    await deliver([to])
    expect(titles()).toEqual(['a'])
    expect(await states()).toEqual(['a quiet'])
  })
})
