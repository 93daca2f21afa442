/** Stored samples as series of the history chart. Floats. */
import { toNumber } from '../../../../core/domain/decimal.ts'
import { type EquityDefinition, equityOf, upnlOf } from '../../../../core/domain/equity.ts'
import type { Closing } from '../../../../core/domain/realised.ts'
import type { SavedSample } from '../../../../core/domain/sample.ts'
import { firstAtOrAfter } from '../../../../core/domain/settlement.ts'
import { dayMs, hourMs } from '../../../../core/domain/time.ts'

export type HistoryRange = '6h' | '1d' | '1w' | '1m' | '3m' | 'all'

const rangeMs: Readonly<Record<Exclude<HistoryRange, 'all'>, number>> = {
  '6h': 6 * hourMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
  '1m': 30 * dayMs,
  '3m': 91 * dayMs,
}

export const rangeStart = (range: HistoryRange, nowMs: number): number | undefined =>
  range === 'all' ? undefined : nowMs - rangeMs[range]

export const samplesSince = (samples: readonly SavedSample[], fromMs: number | undefined): readonly SavedSample[] =>
  fromMs === undefined ? samples : samples.slice(firstAtOrAfter(samples, fromMs))

/** NaN if the definition has no value. */
export const equityValues = (samples: readonly SavedSample[], definition: EquityDefinition): Float64Array =>
  Float64Array.from(samples, ({ equity }) => {
    const value = equityOf(equity, definition)
    return value === undefined ? Number.NaN : toNumber(value)
  })

export interface PnlValues {
  /** Realised since first seen, up to each sample. */
  readonly realised: Float64Array
  readonly total: Float64Array
}

/** `closings` must be in time order. */
export function pnlValues(
  samples: readonly SavedSample[],
  closings: readonly Pick<Closing, 'atMs' | 'realised'>[],
): PnlValues {
  const realised = new Float64Array(samples.length)
  const total = new Float64Array(samples.length)
  let sum = 0
  let next = 0
  for (const [index, sample] of samples.entries()) {
    for (let closing = closings[next]; closing !== undefined && closing.atMs <= sample.atMs; closing = closings[next]) {
      sum += toNumber(closing.realised)
      next += 1
    }
    realised[index] = sum
    total[index] = sum + toNumber(upnlOf(sample.equity))
  }
  return { realised, total }
}
