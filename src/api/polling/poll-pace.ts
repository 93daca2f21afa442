/** How often the venue is asked, as a multiple of the usual intervals; kept in this browser. Limits of a venue differ, and so do lines. */
import { z } from '../../domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'

export const pollPaces = ['0.5', '1', '2.5', '5'] as const
export type PollPace = (typeof pollPaces)[number]

const storageKey = 'legwork.poll-pace'
const stored = z.enum(pollPaces).safeParse(readStored('local', storageKey))
const pace = createStore<PollPace>(stored.success ? stored.data : '1')

export const usePollPace = (): PollPace => useStore(pace)
export const readPollPace = pace.get
export const subscribePollPace = pace.subscribe

export function setPollPace(next: PollPace): void {
  pace.set(next)
  writeStored('local', storageKey, next)
}

/** What an interval is multiplied by. */
export const paceFactor: Readonly<Record<PollPace, number>> = { '0.5': 0.5, '1': 1, '2.5': 2.5, '5': 5 }
