/** What a history of an order desk begins with, notes of each intent, and comes to. */
import type { Venue } from './small-venue.sim.ts'
import type { Random, VirtualTime } from './virtual-time.sim.ts'

/** A look of 15 s after one that had just begun, and as long again for a socket that waits before it tries: 23 s was the longest of 150 histories. */
export const settledWithinMs = 60_000

export interface WorldOptions {
  readonly seed: number
  /** Only safety while everything fails, or also that everything is settled once it heals. */
  readonly regime: 'chaos' | 'heal'
  /** What stays broken where everything else heals: such a history must fail. */
  readonly plant?: 'empty_look_ups' | 'failed_look_ups' | 'refused_sockets' | undefined
  /** Another exchange behind the network than the small one. */
  readonly venue?: ((time: VirtualTime, random: Random) => Promise<Venue & { token(account: string): Promise<string> }>) | undefined
}

/** What a history came to, to see that histories are worth telling. */
export interface Reported {
  readonly posts: number
  /** Intents that were ever shown in a state, by state. */
  readonly states: ReadonlyMap<string, number>
  readonly steps: number
  /** From when everything healed until every open page had settled, without a reload. Undefined in chaos. */
  readonly settledMs: number | undefined
}

/** What became of one intent's confirmations. */
export interface Sent {
  /** Confirmations that the desk took. */
  text: number
  posts: number
  lastPostMs: number
  isWaived: boolean
  readonly account: string
  readonly venueKey: string
  bytes: string | undefined
}
