/** The figures of the header that hang on history, with what reads it: their code comes later (`later-stats.tsx`). */
import { useRecorderState } from '../../../api/recorder/recorder-state.ts'
import { useKnownPast, useRealised } from '../../../model/account/use-realised.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { useDayChange } from '../history/use-day-change.ts'
import { DayStat, RealisedStat } from './history-stats.tsx'
import type { PastDayProps, PastRealisedProps } from './later-stats.tsx'

export function PastDayStat({ equity, definition, start, stale, explain }: PastDayProps) {
  useAmountsHidden()
  const day = useDayChange(equity.value, definition, start)
  // A recorder may know an earlier sample of the day's start.
  const isReading = useRecorderState().kind === 'asking'
  return <DayStat day={day} gap={equity.gap} start={start} stale={stale || isReading} onExplain={() => explain('day')} />
}

export function PastRealisedStat({ gap, stale, explain }: PastRealisedProps) {
  useAmountsHidden()
  return <RealisedStat realised={useRealised()} past={useKnownPast()} gap={gap} stale={stale} onExplain={() => explain('realised')} />
}
