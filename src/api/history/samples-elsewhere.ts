/** Where positions of samples are told of that this browser has not kept. */
import type { Sample } from '../../domain/sample.ts'
import { createStore } from '../browser/store.ts'
import type { OwnerKey } from '../venue/owner-key.ts'

export interface SamplesElsewhere {
  readonly owner: OwnerKey
  /** Of these minutes, those that are known there, with positions. Never rejects. */
  read(timesMs: readonly number[]): Promise<readonly Sample[]>
}

export const samplesElsewhere = createStore<SamplesElsewhere | undefined>(undefined)
