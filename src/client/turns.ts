/**
 * One tab at a time makes a token of a key for an endpoint and sends its first request: a venue whose nonces must rise refuses the token that
 * arrives second with the lower one. Nobody waits for long: a tab that stands still must not keep another from trading, and a browser
 * without locks goes on as if it were the only tab.
 */
import type { Timers } from './timers.ts'

/** Ends the turn; ending it again does nothing. */
export type EndTurn = () => void

export type TakeTurn = (name: string) => Promise<EndTurn>

/** As much of the browser's locks as is needed. */
export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, run: () => Promise<void>): Promise<unknown>
}

/** How long a tab waits for its turn, and how long a turn lasts at the most. */
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
