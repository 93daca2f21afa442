/** Where samples come from that this browser has not stored: their positions, and the minutes of days that it stores by the hour only. */
import type { Sample } from '../../domain/sample.ts'
import type { SavedSample } from '../../domain/sample.ts'
import { createStore } from '../browser/store.ts'
import type { OwnerKey } from '../../domain/owner.ts'

export interface SamplesElsewhere {
  readonly owner: OwnerKey
  /** Of these minutes, those that are known there, with positions. Never rejects. */
  read(timesMs: readonly number[]): Promise<readonly Sample[]>
  /** Those of a stretch of time, as fine as a chart can show; undefined where they are not told now. Never rejects. */
  readWithin(fromMs: number, toMs: number): Promise<FineSamples | undefined>
}

export interface FineSamples {
  /** By rising time, both ends included. */
  readonly samples: readonly SavedSample[]
  /** Every minute that there is. */
  readonly isWhole: boolean
}

export const samplesElsewhere = createStore<SamplesElsewhere | undefined>(undefined)
