import { describe, expect, test } from 'vitest'
import type { HistoryNote } from '../core/history/noted.ts'
import { NoteQueue } from './note-queue.ts'
import { LostWriter } from './store/store.ts'

const seen = (atMs: number): HistoryNote => ({ kind: 'not_looked_up', orders: 1, atMs })
const timesOf = (batch: readonly HistoryNote[]): readonly number[] =>
  batch.map(each => ('atMs' in each ? each.atMs : -1))

function queueOver(write: (times: readonly number[]) => Promise<void> | void) {
  const written: number[] = []
  let appended = 0
  const queue = new NoteQueue(
    async batch => {
      await write(timesOf(batch))
      written.push(...timesOf(batch))
      return { rows: [], orders: [] }
    },
    () => (appended += 1),
  )
  return { queue, written, appended: () => appended }
}

const count = (length: number): number[] => Array.from({ length }, (_, index) => index)

describe('what was seen waits for the store', () => {
  test('is written in order, many at once, and each batch is told of', async () => {
    const sizes: number[] = []
    const { queue, written, appended } = queueOver(times => void sizes.push(times.length))
    for (const atMs of count(450)) queue.note(seen(atMs))
    await queue.flush()
    expect(written).toEqual(count(450))
    expect([sizes, appended(), queue.state]).toEqual([[200, 200, 50], 3, { waiting: 0, once: 0, lost: 0 }])
  })

  test('stays while the store fails, and is written by the next try, once', async () => {
    let fails = 2
    const { queue, written } = queueOver(() => {
      if (fails-- > 0) throw new Error('the database is away')
    })
    queue.note(seen(1))
    await expect(queue.flush()).rejects.toThrow('the database is away')
    queue.note(seen(2))
    await expect(queue.flush()).rejects.toThrow('the database is away')
    expect(queue.state.waiting).toBe(2)
    await queue.flush()
    expect(written).toEqual([1, 2])
  })

  test('that comes while another is written goes after it, and two who ask for it at once write it once', async () => {
    let next: (() => void) | undefined
    const { queue, written } = queueOver(() => new Promise<void>(resolve => (next = resolve)))
    queue.note(seen(1))
    const both = [queue.flush(), queue.flush()]
    queue.note(seen(2))
    next?.()
    await expect.poll(() => written).toEqual([1])
    next?.()
    await Promise.all(both)
    expect(written).toEqual([1, 2])
  })

  test('is dropped once another recorder took over, which sees it for itself', async () => {
    const { queue, written } = queueOver(() => {
      throw new LostWriter('Another recorder took over.')
    })
    queue.note(seen(1))
    await expect(queue.flush()).rejects.toThrow(LostWriter)
    expect([queue.state, written]).toEqual([{ waiting: 0, once: 0, lost: 0 }, []])
  })

  test('gives up the oldest beyond a bound, and counts them', async () => {
    const { queue, written } = queueOver(() => undefined)
    for (const atMs of count(20_003)) queue.note(seen(atMs))
    expect(queue.state).toEqual({ waiting: 20_000, once: 20_000, lost: 3 })
    await queue.flush()
    expect([written.length, written[0]]).toEqual([20_000, 3])
  })
})
