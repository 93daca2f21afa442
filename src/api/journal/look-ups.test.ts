import { describe, expect, it } from 'vitest'
import { type ClientOrderId, clientOrderId } from '../../domain/ids.ts'
import { createLookUps } from './look-ups.ts'

const ids = Array.from({ length: 1_500 }, (_, n) => clientOrderId(`bot-${n}`))

function set(most = 200) {
  const dropped: number[] = []
  let tell = (): void => undefined
  const due: (() => void)[] = []
  const asked: ClientOrderId[] = []
  const after = (ms: number, run: () => void) => {
    if (ms === 10_000) tell = run
    else due.push(run)
    return () => undefined
  }
  const lookUps = createLookUps({ timers: { after }, dropped: orders => dropped.push(orders) }, { most, everyMs: 200, tellAfterMs: 10_000 })
  const ask = (id: ClientOrderId): void => lookUps.ask(id, () => Promise.resolve(asked.push(id)))
  const pass = async (): Promise<void> => {
    await Promise.resolve()
    await Promise.resolve()
    due.shift()?.()
    await Promise.resolve()
  }
  return { lookUps, asked, ask, pass, dropped, tell: () => tell() }
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
    // The first was under way while its later fills came: those ask again.
    expect([asked.filter(id => id === ids[0]).length, asked.filter(id => id === ids[1]).length, asked.length]).toEqual([2, 1, 4])
  })

  it('tells together of how many it let go, also when the session ends', () => {
    const { lookUps, ask, dropped, tell } = set()
    for (const id of ids) ask(id)
    expect(dropped).toEqual([])
    tell()
    expect(dropped).toEqual([1_299])
    lookUps.clear()
    expect(dropped).toEqual([1_299, 200])
  })
})
