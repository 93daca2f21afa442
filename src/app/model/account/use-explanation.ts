/**
 * Explains the change of equity between two stored samples. Undefined while loading, null with fewer than two samples.
 */
import { readyOf } from '../../api/polling/saved.ts'
import { useMemo } from 'react'
import { useCashRows } from '../../api/journal/journal-hooks.ts'
import { useFullSamples } from '../../api/history/sample-hooks.ts'
import { type Explanation, explain } from '../../../core/domain/explain.ts'
import { spanTimes } from '../../../core/domain/thinning.ts'
import { explainedBy } from '../../../core/account/realised-model.ts'
import { useFills } from './use-realised.ts'

const none: readonly number[] = []

export function useExplanation(
  times: readonly number[],
  fromMs: number | undefined,
  toMs: number | undefined,
): Explanation | null | undefined {
  const span = useMemo(
    () => (fromMs === undefined || toMs === undefined ? none : spanTimes(times, fromMs, toMs)),
    [times, fromMs, toMs],
  )
  const loaded = useFullSamples(span)
  const seen = useFills()
  const cash = useCashRows()
  // While the next samples load, the last explanation stays: it names its own.
  const samples = readyOf(loaded)
  return useMemo(() => {
    if (span.length < 2) return null
    if (samples === undefined || seen === undefined) return undefined
    return samples.length < 2 ? null : explain(samples, seen.fills, explainedBy(cash ?? [], samples, seen.orders))
  }, [span, samples, seen, cash])
}
