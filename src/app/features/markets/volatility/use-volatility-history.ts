/** Sampled volatility and underlying prices of a base, from the account's samples. */
import { readyOf } from '../../../api/polling/saved.ts'
import { useMemo } from 'react'
import { useSamples } from '../../../api/history/sample-hooks.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { hourMs, minuteMs } from '../../../../core/domain/time.ts'
import type { Observation } from '../../../../core/pricing/volatility/remembered.ts'
import {
  momentNear,
  unpackVolatility,
  type VolatilityMoment,
} from '../../../../core/pricing/volatility/volatility-sample.ts'

export interface VolatilityHistory {
  readonly moments: readonly VolatilityMoment[] | undefined
  readonly prices: readonly Observation[]
  readonly fault: string | undefined
}

const nothing: VolatilityHistory = { moments: undefined, prices: [], fault: undefined }

export function useVolatilityHistory(base: string): VolatilityHistory {
  const loaded = useSamples()
  const samples = readyOf(loaded)
  const read = useMemo(() => {
    if (samples === undefined) return nothing
    const moments: VolatilityMoment[] = []
    const prices = samples.flatMap(({ atMs, indexes, volatility }): readonly Observation[] => {
      const text = volatility?.[base]
      const moment = text === undefined ? undefined : unpackVolatility(text, atMs)
      if (moment !== undefined) moments.push(moment)
      const index = indexes[base]
      const value = index === undefined ? moment?.price : toNumber(index)
      return value === undefined ? [] : [{ atMs, value }]
    })
    return { moments, prices, fault: undefined }
  }, [samples, base])
  return loaded.status === 'failed' ? { ...nothing, fault: loaded.message } : read
}

export const agos = [
  { value: '1h', label: '1 h', agoMs: hourMs, tolerance: 20 * minuteMs },
  { value: '1d', label: '1 d', agoMs: 24 * hourMs, tolerance: hourMs },
  { value: '1w', label: '1 w', agoMs: 7 * 24 * hourMs, tolerance: 3 * hourMs },
] as const

export type Ago = (typeof agos)[number]

export const momentAgo = (
  { moments }: VolatilityHistory,
  { agoMs, tolerance }: Ago,
  nowMs: number,
): VolatilityMoment | undefined => momentNear(moments ?? [], nowMs - agoMs, tolerance)
