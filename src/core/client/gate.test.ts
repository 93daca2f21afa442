import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0))

describe('the gate', () => {
  it('lets a poll through however much goes first', async () => {
    const gate = createGate(3)
    const entered: string[] = []
    for (let n = 0; n < 1_500; n++) void gate.enter(true, undefined).then(() => entered.push(`first ${n}`))
    void gate.enter(false, undefined).then(() => entered.push('poll'))
    await settle()
    expect(entered).toEqual(['first 0', 'first 1', 'poll'])
  })

  it('admits in the order of asking, what goes first ahead of polls', async () => {
    const gate = createGate(1)
    const entered: string[] = []
    const leave = await gate.enter(false, undefined)
    const enter = async (name: string, first: boolean): Promise<void> => {
      const out = await gate.enter(first, undefined)
      entered.push(name)
      out()
    }
    const all = [enter('poll a', false), enter('look-up a', true), enter('poll b', false), enter('look-up b', true)]
    leave()
    await Promise.all(all)
    expect(entered).toEqual(['look-up a', 'look-up b', 'poll a', 'poll b'])
  })

  it('forgets who gave up while waiting', async () => {
    const gate = createGate(1)
    const leave = await gate.enter(false, undefined)
    const own = new AbortController()
    const given = gate.enter(false, own.signal)
    own.abort()
    await expect(given).rejects.toThrow('given up')
    const next = gate.enter(false, undefined)
    leave()
    expect(await next).toBeTypeOf('function')
  })
})
