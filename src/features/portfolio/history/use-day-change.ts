/** The change of equity since the day's start, kept up to date as samples and figures come; and cash that moved without a fill since. */
import { readyOf } from '../../../api/polling/saved.ts'
import { type DayChange, dayChange } from '../../../account/day-change.ts'
import { useSamples } from '../../../api/history/sample-hooks.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import type { EquityDefinition } from '../../../domain/equity.ts'
import type { DayStart } from '../../../domain/thinning.ts'
import { useMemo } from 'react'
import { flagText } from '../../../ui/order/explain-text.ts'
import { useExplanation } from '../../../model/account/use-explanation.ts'

/** Cash that moved without a fill since a sample, in words: what a day's change may owe to a deposit. */
const none: readonly number[] = []
const shownAtMost = 3

function useDayJumps(baseMs: number | undefined): readonly string[] {
  const loaded = useSamples()
  const samples = readyOf(loaded)
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

export interface DayChangeShown {
  /** Undefined until the samples are read and equity is known. */
  readonly change: DayChange | undefined
  readonly jumps: readonly string[]
}

/** `equity` of now, by `definition`. */
export function useDayChange(equity: Decimal | undefined, definition: EquityDefinition, start: DayStart): DayChangeShown {
  const loaded = useSamples()
  const samples = readyOf(loaded)
  const change = samples === undefined || equity === undefined ? undefined : dayChange(samples, equity, definition, start, serverNowMs())
  return { change, jumps: useDayJumps(change?.kind === 'known' ? change.baseMs : undefined) }
}
