/** Cash that moved without a fill since a sample, in words: what a day's change may owe to a deposit. */
import { useMemo } from 'react'
import { useSamples } from '../../../api/history/sample-hooks.ts'
import { flagText } from '../../../ui/order/explain-text.ts'
import { useExplanation } from '../../../model/account/use-explanation.ts'

const none: readonly number[] = []
const shownAtMost = 3

export function useDayJumps(baseMs: number | undefined): readonly string[] {
  const loaded = useSamples()
  const samples = loaded.status === 'ready' ? loaded.value : undefined
  const times = useMemo(() => samples?.map(sample => sample.atMs) ?? none, [samples])
  const explanation = useExplanation(times, baseMs, times.at(-1))
  return useMemo(
    () =>
      (explanation?.flags ?? [])
        .filter(flag => flag.kind === 'cash_jump')
        .slice(0, shownAtMost)
        .map(flag => flagText(flag).text),
    [explanation],
  )
}
