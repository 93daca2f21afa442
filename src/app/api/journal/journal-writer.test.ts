import { describe, expect, it } from 'vitest'
import type { Timers } from '../../../core/client/timers.ts'
import { acceptedState, testIntent, testOwner } from '../../../testing/journal.fixture.ts'
import type { HistoryNote } from '../../../core/history/noted.ts'
import { createJournalWriter } from './journal-writer.ts'

function handTimers(): Timers & { fire(): void } {
  let due: (() => void)[] = []
  return {
    after(_, run) {
      due.push(run)
      return () => {
        due = due.filter(each => each !== run)
      }
    },
    fire() {
      const now = due
      due = []
      for (const run of now) run()
    },
    monotonicMs: () => 0,
    wallMs: () => 0,
    random: () => 0.5,
  }
}
const seen = (id: string): HistoryNote => ({ kind: 'intent', intent: testIntent(id, acceptedState(id), ['confirmed']) })

function setUp() {
  const timers = handTimers()
  const written: HistoryNote[][] = []
  const control = { error: undefined as Error | undefined }
  const writer = createJournalWriter({
    timers,
    appended: () => undefined,
    async append(_, batch) {
      await Promise.resolve()
      if (control.error !== undefined) throw control.error
      written.push([...batch])
      return { rows: [], orders: [] }
    },
  })
  return { writer, timers, control, written }
}

describe('an erasure', () => {
  it('discards what waited before it, and is followed by what came later', async () => {
    const { writer, written, control, timers } = setUp()
    control.error = new Error('busy')
    writer.note(testOwner, seen('before'))
    await writer.settled()
    control.error = undefined
    const log: string[] = []
    await writer.erasing(testOwner, async () => {
      writer.note(testOwner, seen('later'))
      await Promise.resolve()
      log.push(`erased with ${written.length} written`)
    })
    timers.fire()
    await writer.settled()
    expect(log).toEqual(['erased with 0 written'])
    expect(written.flat()).toEqual([seen('later')])
  })
  it('that fails discards nothing', async () => {
    const { writer, written } = setUp()
    writer.note(testOwner, seen('before'))
    await expect(writer.erasing(testOwner, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
    await writer.settled()
    expect(written.flat()).toEqual([seen('before')])
  })
})

describe('a database that fails', () => {
  it('is reported in plain words, retried, and loses nothing', async () => {
    const { writer, timers, control, written } = setUp()
    control.error = Object.assign(new Error('x'), { name: 'QuotaExceededError' })
    writer.note(testOwner, seen('a'))
    writer.note(testOwner, seen('b'))
    await writer.settled()
    expect(writer.fault.get()).toMatchObject({ waiting: 2, lost: 0 })
    expect(writer.fault.get()?.message).toContain('storage is full')
    writer.note(testOwner, seen('c'))
    control.error = undefined
    timers.fire()
    await writer.settled()
    expect(written.flat().length).toBe(3)
    expect(writer.fault.get()).toBeUndefined()
  })
  it('drops the oldest past the bound, and keeps reporting the gap', async () => {
    const { writer, timers, control, written } = setUp()
    control.error = new Error('closed')
    for (let index = 0; index < 5_003; index += 1) writer.note(testOwner, seen(`o${index}`))
    await writer.settled()
    control.error = undefined
    timers.fire()
    await writer.settled()
    expect(written.flat().length).toBe(5_000)
    expect(writer.fault.get()).toMatchObject({ waiting: 0, lost: 3 })
  })
  it('accounts are never mixed in one write, and order is kept', async () => {
    const { writer, written } = setUp()
    const other = 'other' as typeof testOwner
    for (const [owner, id] of [
      [testOwner, 'a'],
      [testOwner, 'b'],
      [other, 'c'],
      [testOwner, 'd'],
    ] as const)
      writer.note(owner, seen(id))
    await writer.settled()
    expect(
      written.map(batch => batch.map(each => (each.kind === 'intent' ? each.intent.client_order_id : ''))),
    ).toEqual([['a', 'b'], ['c'], ['d']])
  })
})
