/**
 * Lets one tab at a time make a token for an endpoint and send its first request: a venue that requires rising nonces
 * refuses the lower one if it arrives second. The wait is bounded, so that a frozen tab does not stop others from
 * trading. A browser without locks proceeds as if it had one tab.
 */
import type { Timers } from './timers.ts'

export type EndTurn = () => void

export type TakeTurn = (name: string) => Promise<EndTurn>

export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, run: () => Promise<void>): Promise<unknown>
}

export const longestTurnMs = 2_000

const nothing: EndTurn = () => undefined

export function createTurns(locks: Locks | undefined, timers: Pick<Timers, 'after'>): TakeTurn {
  if (locks === undefined) return () => Promise.resolve(nothing)
  return name =>
    new Promise(resolve => {
      const waiting = new AbortController()
      const giveUp = timers.after(longestTurnMs, () => {
        waiting.abort()
        resolve(nothing)
      })
      const run = (): Promise<void> =>
        new Promise(release => {
          giveUp()
          const overdue = timers.after(longestTurnMs, release)
          resolve(() => {
            overdue()
            release()
          })
        })
      locks.request(name, { signal: waiting.signal }, run).catch(() => resolve(nothing))
    })
}
