/** Change of equity since the day's start, updated live, and cash movements without a fill. */
import { readyOf } from '../../../api/polling/saved.ts'
import { type DayChange, dayChange } from '../../../../core/account/day-change.ts'
import { useSamples } from '../../../api/history/sample-hooks.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { type Decimal, toNumber } from '../../../../core/domain/decimal.ts'
import type { EquityDefinition } from '../../../../core/domain/equity.ts'
import type { DayStart } from '../../../../core/domain/thinning.ts'
import { useMemo } from 'react'
import { flagText } from '../../../ui/order/explain-text.ts'
import { equityValues, samplesSince } from './history-series.ts'
import { useExplanation } from '../../../model/account/use-explanation.ts'

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
  readonly change: DayChange | undefined
  readonly jumps: readonly string[]
  readonly line?: readonly number[]
}

const noLine: readonly number[] = []

export function useDayChange(
  equity: Decimal | undefined,
  definition: EquityDefinition,
  start: DayStart,
): DayChangeShown {
  const loaded = useSamples()
  const samples = readyOf(loaded)
  const change =
    samples === undefined || equity === undefined
      ? undefined
      : dayChange(samples, equity, definition, start, serverNowMs())
  const baseMs = change?.kind === 'known' ? change.baseMs : undefined
  const line = useMemo(
    () =>
      samples === undefined || equity === undefined || baseMs === undefined
        ? noLine
        : [...equityValues(samplesSince(samples, baseMs), definition), toNumber(equity)].filter(Number.isFinite),
    [samples, equity, baseMs, definition],
  )
  return { change, line, jumps: useDayJumps(baseMs) }
}
