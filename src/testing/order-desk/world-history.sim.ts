import type { Venue } from './small-venue.sim.ts'
import type { Random, VirtualTime } from './virtual-time.sim.ts'

/**
 * Enough for a 15 s look-up after one that had just begun, and the same again for a socket's reconnect. The longest of
 * 150 histories took 23 s.
 */
export const settledWithinMs = 60_000

export interface WorldOptions {
  readonly seed: number
  /** Check only safety under failures, or also that everything settles after recovery. */
  readonly regime: 'chaos' | 'heal'
  /** The part that stays broken after recovery: such a history must fail. */
  readonly plant?: 'empty_look_ups' | 'failed_look_ups' | 'refused_sockets' | undefined
  readonly venue?:
    | ((time: VirtualTime, random: Random) => Promise<Venue & { token(account: string): Promise<string> }>)
    | undefined
}

export interface Reported {
  readonly posts: number
  readonly states: ReadonlyMap<string, number>
  readonly steps: number
  readonly settledMs: number | undefined
}

export interface Sent {
  text: number
  posts: number
  lastPostMs: number
  isWaived: boolean
  readonly account: string
  readonly venueKey: string
  bytes: string | undefined
}
