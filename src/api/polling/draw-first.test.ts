import { QueryObserver, notifyManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawFirst } from './draw-first.ts'
import { holdAnswers, releaseAnswers } from './hold-answers.ts'
import { queryClient } from './query-client.ts'

const key = ['positions']
const other = ['balances']
let heard: unknown[]
/** What is to run after the picture. */
let after: (() => void)[]
const ends: (() => void)[] = []

const later = (run: () => void): void => void after.push(run)

function listenTo(of: readonly string[]): void {
  const observer = new QueryObserver(queryClient, { queryKey: of, enabled: false })
  // As components listen.
  ends.push(observer.subscribe(notifyManager.batchCalls(({ data }) => void heard.push(data))))
}

beforeEach(async () => {
  heard = []
  after = []
  listenTo(key)
  listenTo(other)
  await said('first')
  heard = []
})
afterEach(() => {
  releaseAnswers()
  for (const end of ends.splice(0)) end()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** An answer comes, and the task in which it came is over. */
async function said(answer: string, of = key): Promise<void> {
  queryClient.setQueryData(of, answer)
  await Promise.resolve()
  await Promise.resolve()
}

async function painted(): Promise<void> {
  for (const run of after.splice(0)) run()
  await Promise.resolve()
}

describe('an answer that is drawn past the components', () => {
  it('is drawn before they hear of it, and taken in at once; they hear of it after the picture', async () => {
    const drawn: unknown[] = []
    ends.push(
      drawFirst(key, answer => {
        drawn.push(answer, [...heard])
        return later
      }),
    )
    await said('second')
    expect(drawn).toEqual(['second', []])
    expect(queryClient.getQueryData(key)).toBe('second')
    expect(heard).toEqual([])
    await painted()
    expect(heard).toEqual(['second'])
  })

  it('puts off that answer alone: another one is told at the end of its task', async () => {
    ends.push(drawFirst(key, () => later))
    await said('second')
    await said('cash', other)
    expect(heard).toEqual(['cash'])
    await painted()
    expect(heard).toEqual(['cash', 'second'])
  })

  it('is told at the rest of a hand that came to a handle meanwhile', async () => {
    ends.push(drawFirst(key, () => later))
    await said('second')
    holdAnswers()
    await painted()
    expect(heard).toEqual([])
    releaseAnswers()
    await Promise.resolve()
    expect(heard).toEqual(['second'])
  })
})

describe('an answer that is not drawn past the components is told to them at the end of its task', () => {
  it.each([
    ['where nobody offers to', () => undefined],
    ['where it is left to them', () => drawFirst(key, () => undefined)],
    ['where another is drawn so', () => drawFirst(other, () => later)],
    ['once that has ended', () => drawFirst(key, () => later)()],
  ])('%s', async (_, offer) => {
    const end = offer()
    if (end !== undefined) ends.push(end)
    await said('second')
    expect(heard).toEqual(['second'])
    expect(after).toEqual([])
  })

  it('where drawing it fails, which is reported', async () => {
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (error: unknown) => void reported.push(error))
    const fault = new Error('drawing failed')
    ends.push(
      drawFirst(key, () => {
        throw fault
      }),
    )
    await said('second')
    expect(heard).toEqual(['second'])
    expect(reported).toEqual([fault])
  })
})

it('nothing is drawn past the components while a hand is on a handle', async () => {
  const drawn: unknown[] = []
  ends.push(
    drawFirst(key, answer => {
      drawn.push(answer)
      return later
    }),
  )
  holdAnswers()
  await said('second')
  expect(drawn).toEqual([])
  releaseAnswers()
  await Promise.resolve()
  expect(heard).toEqual(['second'])
})

it('who offers last draws, and its end leaves an earlier one ended', async () => {
  const drawn: string[] = []
  const endOfFirst = drawFirst(key, () => void drawn.push('first'))
  ends.push(drawFirst(key, () => void drawn.push('last')))
  endOfFirst()
  await said('second')
  expect(drawn).toEqual(['last'])
})
