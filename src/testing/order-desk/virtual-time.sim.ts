/** Virtual time for simulations: events run in time order, and between two events all pending promises settle. */
import type { Timers } from '../../core/client/timers.ts'

export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Due {
  readonly atMs: number
  readonly order: number
  readonly run: () => void | Promise<void>
}

export interface VirtualTime {
  nowMs(): number
  after(ms: number, run: () => void | Promise<void>): () => void
  /** Real asynchronous work (keys, a real exchange) that must finish before time advances. */
  hold(work: Promise<unknown>): void
  pass(ms: number, each: () => void): Promise<void>
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

export function createVirtualTime(): VirtualTime {
  let nowMs = 0
  let order = 0
  let due: Due[] = []
  let held: Promise<unknown>[] = []
  const settle = async (): Promise<void> => {
    await turn()
    while (held.length > 0) {
      const waiting = held
      held = []
      await Promise.all(waiting)
      await turn()
    }
  }
  const insert = (one: Due): void => {
    let at = due.length
    while (at > 0 && (due[at - 1] as Due).atMs > one.atMs) at -= 1
    due.splice(at, 0, one)
  }
  return {
    nowMs: () => nowMs,
    hold(work) {
      held.push(work)
    },
    after(ms, run) {
      const one: Due = { atMs: nowMs + Math.max(0, ms), order: order++, run }
      insert(one)
      return () => {
        due = due.filter(other => other !== one)
      }
    },
    async pass(ms, each) {
      const endMs = nowMs + ms
      await settle()
      for (let next = due[0]; next !== undefined && next.atMs <= endMs; next = due[0]) {
        due.shift()
        nowMs = next.atMs
        await next.run()
        await settle()
        each()
      }
      nowMs = endMs
    },
  }
}

export const timersOf = (time: VirtualTime, random: Random, isAlive: () => boolean): Timers => ({
  after: (ms, run) =>
    time.after(ms, () => {
      if (isAlive()) run()
    }),
  monotonicMs: () => time.nowMs(),
  wallMs: () => time.nowMs(),
  random,
})
