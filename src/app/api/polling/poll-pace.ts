/**
 * Poll pace as a multiple of the usual intervals, stored in this browser, since venue limits and connections differ.
 */
import { z } from '../../../core/domain/zod.ts'
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'

export const pollPaces = ['0.5', '1', '2.5', '5'] as const
export type PollPace = (typeof pollPaces)[number]

const schema = z.enum(pollPaces)
const pace = createSetting<PollPace>('local', 'legwork.poll-pace', stored => schema.safeParse(stored).data ?? '1')

export const usePollPace = (): PollPace => useStore(pace)
export const readPollPace = pace.get
export const subscribePollPace = pace.subscribe
export const setPollPace = pace.set

export const paceFactor: Readonly<Record<PollPace, number>> = { '0.5': 0.5, '1': 1, '2.5': 2.5, '5': 5 }
