import { describe, expect, it } from 'vitest'
import { type ClientOrderId, clientOrderId } from '../domain/ids.ts'
import { createLookupQueue } from './lookup-queue.ts'

const ids = Array.from({ length: 1_500 }, (_, n) => clientOrderId(`bot-${n}`))

function set(most = 200) {
  const dropped: number[] = []
  let report = (): void => undefined
  const due: (() => void)[] = []
  const asked: ClientOrderId[] = []
  const waits: number[] = []
  let isAnswering = true
  const after = (ms: number, run: () => void) => {
    if (ms !== 10_000) waits.push(ms)
    if (ms === 10_000) report = run
    else due.push(run)
    return () => undefined
  }
  const lookUps = createLookupQueue(
    { timers: { after, random: () => 1 }, dropped: orders => dropped.push(orders) },
    { most, everyMs: 200, reportAfterMs: 10_000 },
  )
  const ask = (id: ClientOrderId): void => lookUps.ask(id, () => Promise.resolve(asked.push(id) > 0 && isAnswering))
  const pass = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn++) await Promise.resolve()
    due.shift()?.()
    await Promise.resolve()
  }
  const answer = (does: boolean): void => void (isAnswering = does)
  return { lookUps, asked, ask, pass, dropped, waits, answer, report: () => report() }
}

describe('looking up orders that only their fills tell of', () => {
  it('goes one by one, and no more than so many wait', async () => {
    const { asked, ask, pass } = set()
    for (const id of ids) ask(id)
    expect(asked).toEqual([ids[0]])
    for (let step = 0; step < 1_500; step++) await pass()
    expect(asked).toEqual([ids[0], ...ids.slice(-200)])
  })

  it('asks once for an order of many fills that waits', async () => {
    const { asked, ask, pass } = set()
    for (const id of ids.slice(0, 3)) for (let fill = 0; fill < 5; fill++) ask(id)
    for (let step = 0; step < 20; step++) await pass()
    // The first order's look-up was running when its later fills came, so it is looked up again.
    expect([asked.filter(id => id === ids[0]).length, asked.filter(id => id === ids[1]).length, asked.length]).toEqual([
      2, 1, 4,
    ])
  })

  it('makes one that failed again, later and later, and each in its turn', async () => {
    const { asked, ask, pass, waits, answer, dropped, report } = set()
    answer(false)
    for (const id of ids.slice(0, 2)) ask(id)
    for (let step = 0; step < 5; step++) await pass()
    expect(asked).toEqual([ids[0], ids[1], ids[0], ids[1], ids[0], ids[1]])
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    answer(true)
    for (let step = 0; step < 5; step++) await pass()
    expect(asked.slice(6)).toEqual([ids[0], ids[1]])
    expect(waits.slice(6, 8)).toEqual([200, 200])
    report()
    expect(dropped).toEqual([])
  })

  it('counts one that failed too often among those let go', async () => {
    const { asked, ask, pass, answer, dropped, report } = set()
    answer(false)
    ask(clientOrderId('lost'))
    for (let step = 0; step < 20; step++) await pass()
    expect(asked).toHaveLength(8)
    report()
    expect(dropped).toEqual([1])
  })

  it('forgets with the session what failed', async () => {
    const { asked, ask, pass, answer, lookUps } = set()
    answer(false)
    ask(clientOrderId('of-another'))
    lookUps.clear()
    for (let step = 0; step < 5; step++) await pass()
    expect(asked).toHaveLength(1)
  })

  it('reports the total of dropped orders, also when the session ends', () => {
    const { lookUps, ask, dropped, report } = set()
    for (const id of ids) ask(id)
    expect(dropped).toEqual([])
    report()
    expect(dropped).toEqual([1_299])
    lookUps.clear()
    expect(dropped).toEqual([1_299, 200])
  })
})
