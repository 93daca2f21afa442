import { QueryObserver, notifyManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdAnswers, mostHeldMs, releaseAnswers } from './hold-answers.ts'
import { queryClient } from './query-client.ts'

const key = ['answers']
let heard: unknown[]
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  heard = []
  const observer = new QueryObserver(queryClient, { queryKey: key, enabled: false })
  // As components listen.
  stop = observer.subscribe(notifyManager.batchCalls(({ data }) => void heard.push(data)))
  await said('first')
  heard = []
})
afterEach(() => {
  releaseAnswers()
  stop()
  queryClient.clear()
  vi.useRealTimers()
})

/** An answer comes, and the task in which it came is over. */
async function said(answer: string): Promise<void> {
  queryClient.setQueryData(key, answer)
  await vi.advanceTimersByTimeAsync(0)
}

describe('an answer', () => {
  it('is told at the end of the task in which it came', async () => {
    await said('second')
    expect(heard).toEqual(['second'])
  })

  it('that comes while a hand is on a handle is taken in at once and told when it rests', async () => {
    holdAnswers()
    await said('second')
    await said('third')
    expect(heard).toEqual([])
    expect(queryClient.getQueryData(key)).toBe('third')
    releaseAnswers()
    await vi.advanceTimersByTimeAsync(0)
    expect(heard.at(-1)).toBe('third')
    await said('fourth')
    expect(heard.at(-1)).toBe('fourth')
  })

  it('is not kept from a hand that never rests for longer than the bound, and the next gesture holds anew', async () => {
    holdAnswers()
    await said('second')
    // Moving on does not put the bound off.
    await vi.advanceTimersByTimeAsync(mostHeldMs - 1)
    holdAnswers()
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(heard).toEqual(['second'])
    holdAnswers()
    await said('third')
    await vi.advanceTimersByTimeAsync(mostHeldMs - 1)
    expect(heard).toEqual(['second'])
  })

  it('that comes in a gesture without end is told with the others of its time, not one by one once the bound has passed', async () => {
    holdAnswers()
    await said('second')
    await vi.advanceTimersByTimeAsync(mostHeldMs)
    expect(heard).toEqual(['second'])
    for (const answer of ['third', 'fourth']) {
      await vi.advanceTimersByTimeAsync(mostHeldMs / 4)
      await said(answer)
    }
    expect(heard).toEqual(['second'])
    await vi.advanceTimersByTimeAsync(mostHeldMs / 2)
    expect(heard.at(-1)).toBe('fourth')
    releaseAnswers()
    await said('fifth')
    expect(heard.at(-1)).toBe('fifth')
  })
})
