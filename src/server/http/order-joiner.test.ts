import { describe, expect, test } from 'vitest'
import { createOrderJoiner, type OrderAnswer } from './order-joiner.ts'

const minuteMs = 60_000
const answerOf = (bytes: number, more: Partial<OrderAnswer> = {}): OrderAnswer => ({
  status: 200,
  body: new Uint8Array(bytes),
  headers: [],
  ...more,
})

interface Placed {
  readonly id: string
  readonly token?: string
  readonly text?: string
  readonly send?: number
  readonly answer?: Promise<OrderAnswer>
}

function pending() {
  let resolve: (answer: OrderAnswer) => void = () => undefined
  const promise = new Promise<OrderAnswer>(done => (resolve = done))
  return { promise, resolve: (answer: OrderAnswer) => resolve(answer) }
}

/** A joiner before a venue that notes what reaches it. */
function joinedVenue() {
  const clock = { nowMs: 0 }
  const joiner = createOrderJoiner(() => clock.nowMs)
  const passed: string[] = []
  const place = ({ id, token = 't', text = 'buy 1', send = 1, answer }: Placed) =>
    joiner.join({ token, clientOrderId: id, body: new TextEncoder().encode(text), send }, () => {
      passed.push(id)
      return answer ?? Promise.resolve(answerOf(100))
    })
  /** Returns true if the order reached the venue, after its answer arrived. */
  const reaches = async (placed: Placed): Promise<boolean> => {
    const before = passed.length
    const joined = place(placed)
    if (joined.kind === 'answer') await joined.answer.catch(() => undefined)
    return passed.length > before
  }
  return { clock, passed, place, reaches }
}

describe('an order that arrives again', () => {
  test('shares the answer of the first, in flight and after it; with other bytes it is refused', async () => {
    const { place, passed } = joinedVenue()
    const { promise, resolve } = pending()
    const [first, same] = [place({ id: 'a', answer: promise }), place({ id: 'a' })]
    expect(place({ id: 'a', text: 'buy 2' })).toEqual({ kind: 'other_contents' })
    resolve(answerOf(1))
    if (first.kind !== 'answer' || same.kind !== 'answer') throw new Error('no answer')
    expect(await same.answer).toBe(await first.answer)
    expect(place({ id: 'a', text: 'buy 2', send: 2 })).toEqual({ kind: 'other_contents' })
    expect(passed).toEqual(['a'])
  })

  test('is another order with another token, and once for each higher number of the confirmation', async () => {
    const { reaches } = joinedVenue()
    expect(await reaches({ id: 'bc', token: 'a' })).toBe(true)
    expect(await reaches({ id: 'c', token: 'ab' })).toBe(true)
    for (const [send, isNew] of [
      [1, false],
      [2, true],
      [2, false],
      [1, false],
      [3, true],
    ] as const)
      expect(await reaches({ id: 'bc', token: 'a', send }), String(send)).toBe(isNew)
  })

  test('is the first again if that one never left, or has no answer', async () => {
    const { reaches } = joinedVenue()
    expect(await reaches({ id: 'a', answer: Promise.resolve(answerOf(100, { neverLeft: true })) })).toBe(true)
    expect(await reaches({ id: 'a', answer: Promise.reject(new Error('cut')) })).toBe(true)
    expect([await reaches({ id: 'a' }), await reaches({ id: 'a' })]).toEqual([true, false])
  })

  test('is known for ten minutes from its answer, and as long as it has none', async () => {
    const { clock, place, reaches, passed } = joinedVenue()
    const { promise, resolve } = pending()
    place({ id: 'slow', answer: promise })
    await reaches({ id: 'a' })
    clock.nowMs = 10 * minuteMs
    expect(await reaches({ id: 'a' })).toBe(false)
    clock.nowMs += 1
    expect(await reaches({ id: 'a' })).toBe(true)
    place({ id: 'slow' })
    expect(passed).toEqual(['slow', 'a', 'a'])
    resolve(answerOf(1))
    await promise
    clock.nowMs += 10 * minuteMs
    expect(await reaches({ id: 'slow' })).toBe(false)
  })

  test('is known among 20,000, of which the oldest goes first, never one in flight', async () => {
    const { place, reaches, passed } = joinedVenue()
    place({ id: 'slow', answer: pending().promise })
    for (let index = 1; index <= 20_000; index += 1) await reaches({ id: `n-${index}` })
    // 20,001 are stored until the next one arrives.
    expect(await reaches({ id: 'n-2' })).toBe(false)
    expect(await reaches({ id: 'n-1' })).toBe(true)
    expect([await reaches({ id: 'n-3' }), await reaches({ id: 'n-2' })]).toEqual([false, true])
    place({ id: 'slow' })
    expect(passed.filter(id => id === 'slow')).toHaveLength(1)
  }, 20_000)

  test('is known while all answers fit into 32 MiB, and what was dropped gives its room back', async () => {
    const { reaches } = joinedVenue()
    const large = (id: string) => reaches({ id, answer: Promise.resolve(answerOf(2 ** 24 - 200)) })
    expect([await large('a'), await large('b'), await large('a'), await large('b')]).toEqual([true, true, false, false])
    await reaches({ id: 'c' })
    // Over the bound now: the oldest is dropped, which is enough.
    expect([await large('b'), await reaches({ id: 'c' })]).toEqual([false, false])
    expect(await large('a')).toBe(true)
    expect([await reaches({ id: 'c' }), await large('b')]).toEqual([false, true])
  })

  test('is known by its last confirmation, whatever the answer to the one before', async () => {
    const { place, reaches } = joinedVenue()
    const { promise, resolve } = pending()
    place({ id: 'a', answer: promise })
    expect(await reaches({ id: 'a', send: 2 })).toBe(true)
    resolve(answerOf(2 ** 25))
    await promise
    expect([await reaches({ id: 'b' }), await reaches({ id: 'a', send: 2 })]).toEqual([true, false])
    const failing = pending()
    place({ id: 'c', answer: failing.promise })
    expect(await reaches({ id: 'c', send: 2 })).toBe(true)
    failing.resolve(answerOf(1, { neverLeft: true }))
    await failing.promise
    expect(await reaches({ id: 'c', send: 2 })).toBe(false)
  })
})
