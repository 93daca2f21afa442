import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { dayMs, minuteMs } from '../../../core/domain/time.ts'
import { type Room, withoutRoom } from '../../../testing/full-browser.ts'
import { startMs, testIntent, testOwner } from '../../../testing/journal.fixture.ts'
import { closeDatabase, database, faultText } from '../browser/db.ts'
import { appendJournal } from '../journal/journal-store.ts'
import { readJournal } from '../journal/journal-reader.ts'
import { intentStore } from '../order-desk/intent-store.ts'
import { isFull } from '../browser/db.ts'
import { makeRoom } from './make-room.ts'
import { readFullSamples, readSamples, saveSample } from './sample-store.ts'
import { cashSample } from '../../../testing/cash-sample.ts'

const sampleAt = (atMs: number) => cashSample(atMs, '1')
const minutes = Array.from({ length: 6 }, (_, index) => startMs + index * minuteMs)
const order = testIntent('one', { kind: 'storing' }, [])
const none: ReadonlySet<string> = new Set()
const full = /storage is full/

beforeEach(async () => {
  for (const atMs of minutes) await saveSample(testOwner, sampleAt(atMs))
})
afterEach(async () => {
  await closeDatabase()
  indexedDB.deleteDatabase('legwork')
})

const times = async (): Promise<readonly number[]> => (await readSamples(testOwner)).map(sample => sample.atMs)

const begin = (): Promise<string> => intentStore.begin(order, none).catch((error: unknown) => faultText(error))

describe('a browser without room for the record of an order', () => {
  it.each(['write', 'commit'] as const)(
    'thins samples, and stores it on the second try (refused by its %s)',
    async when => {
      const [answers, first, last]: [string[], number | undefined, number | undefined] = [
        [],
        minutes[0],
        minutes.at(-1),
      ]
      await withoutRoom({ from: 0, refused: 1, when, deletes: false }, async () => answers.push(await begin()))
      expect([answers, await intentStore.all(), await times()]).toEqual([['stored'], [order], [first, last]])
    },
  )

  it('refuses it in words where there is still none, and tries no third time', async () => {
    const answers: string[] = []
    await withoutRoom({ from: 0, refused: 2, when: 'write', deletes: false }, async () => answers.push(await begin()))
    expect([answers[0], answers.length, await intentStore.all()]).toEqual([expect.stringMatching(full), 1, []])
  })

  it('that has no sample to give up refuses it at once', async () => {
    await (await database()).clear('samples')
    const answers: string[] = []
    await withoutRoom({ from: 0, refused: 1, when: 'write', deletes: false }, async () => answers.push(await begin()))
    expect([answers[0], await intentStore.all()]).toEqual([expect.stringMatching(full), []])
  })

  it('has the order whole or not at all, and no sample without its time or positions, whichever write is refused and for how long', async () => {
    for (const when of ['write', 'commit'] as const) {
      for (const refused of [1, 2, 3, Number.POSITIVE_INFINITY]) {
        let isMet = true
        for (let from = 0; isMet; from += 1) {
          await (await database()).clear('intents')
          for (const atMs of minutes) await saveSample(testOwner, sampleAt(atMs))
          const answers: string[] = []
          const room: Room = { from, refused, when, deletes: true }
          isMet = await withoutRoom(room, async () => answers.push(await begin()))
          const stored = await intentStore.all()
          expect(stored, JSON.stringify(room)).toEqual(answers[0] === 'stored' ? [order] : [])
          if (answers[0] !== 'stored') expect(answers[0]).toMatch(full)
          const left = await readFullSamples(testOwner, await times())
          expect([left[0]?.atMs, left.at(-1)?.atMs]).toEqual([minutes[0], minutes.at(-1)])
          expect(left.every(sample => sample.positions !== undefined)).toBe(true)
        }
      }
    }
  })

  it('takes no outcome for stored that is not', async () => {
    await intentStore.begin(order, none)
    const rejected = { ...order, state: { kind: 'dead' } as const }
    const words: string[] = []
    await withoutRoom({ from: 0, refused: 9, when: 'commit', deletes: true }, async () => {
      await intentStore.save(rejected).catch((error: unknown) => words.push(faultText(error)))
    })
    expect([words, await intentStore.all()]).toEqual([[expect.stringMatching(full)], [order]])
  })
})

it('room in a full database is made first by age, also for accounts that are not signed in, then by the hour, then by the day', async () => {
  const other = ownerKey({ venueKey: 'elsewhere', account: 'ann' })
  const old = [0, 1, 2].map(index => startMs - 3 * dayMs + index * minuteMs)
  for (const atMs of [...old, startMs]) await saveSample(other, sampleAt(atMs))
  expect(await makeRoom()).toBe(2)
  expect((await readSamples(other)).map(sample => sample.atMs)).toEqual([old[0], startMs])
  expect(await times()).toEqual(minutes)
  expect([await makeRoom(), await times()]).toEqual([4, [minutes[0], minutes.at(-1)]])
  const later = [1, 2, 3].map(hours => startMs + hours * 60 * minuteMs)
  for (const atMs of later) await saveSample(testOwner, sampleAt(atMs))
  expect(await makeRoom()).toBe(1)
  expect([await makeRoom(), await times()]).toEqual([2, [minutes[0], later.at(-1)]])
  expect(await makeRoom()).toBe(0)
})

it('a browser without room for the journal takes rows and orders of what was seen together or not at all, whichever write is refused', async () => {
  const seen = [{ kind: 'intent', intent: testIntent('a', { kind: 'sending' }, ['confirmed', 'sending']) } as const]
  for (const when of ['write', 'commit'] as const) {
    let isMet = true
    for (let from = 0; isMet; from += 1) {
      const failed: unknown[] = []
      isMet = await withoutRoom({ from, refused: 1, when, deletes: true }, async () => {
        await appendJournal(testOwner, seen).catch((error: unknown) => failed.push(error))
      })
      const [rows, orders] = [
        (await readJournal(testOwner, {}, 10)).total,
        await (await database()).count('journalOrders'),
      ]
      expect([rows > 0, orders > 0]).toEqual([!isMet, !isMet])
      expect(failed.every(isFull)).toBe(true)
      await (await database()).clear('journalOrders')
      await (await database()).clear('journalRows')
    }
  }
})

it('an id of an order is one order, however often the browser had no room for it', async () => {
  const answers: string[] = []
  await withoutRoom({ from: 0, refused: 1, when: 'write', deletes: false }, async () => {
    answers.push(...(await Promise.all([begin(), begin()])))
  })
  expect([answers.toSorted(), (await intentStore.get(clientOrderId('one')))?.client_order_id]).toEqual([
    ['stored', 'taken'],
    'one',
  ])
})
