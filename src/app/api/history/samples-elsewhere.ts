/** Sources of samples that this browser has not stored: positions, and single minutes of days stored hourly. */
import type { Sample } from '../../../core/domain/sample.ts'
import type { SavedSample } from '../../../core/domain/sample.ts'
import { createStore } from '../browser/store.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'

export interface SamplesElsewhere {
  readonly owner: OwnerKey
  /** Returns the samples of these minutes, with positions. Never rejects. */
  read(timesMs: readonly number[]): Promise<readonly Sample[]>
  /** Samples of a span at chart resolution; undefined if unavailable. Never rejects. */
  readWithin(fromMs: number, toMs: number): Promise<FineSamples | undefined>
}

export interface FineSamples {
  readonly samples: readonly SavedSample[]
  readonly isWhole: boolean
}

export const samplesElsewhere = createStore<SamplesElsewhere | undefined>(undefined)
