/** Figures of the header that need history: the day's change, and what was realised. */
import { useMemo } from 'react'
import type { PastTrades } from '../../../api/history/past-trades.ts'
import type { SeenRealised } from '../../../account/realised-model.ts'
import type { Gap } from '../../../account/gap.ts'
import type { DayStart } from '../../../domain/thinning.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { missingText } from '../history/realised-text.ts'
import type { DayChangeShown } from '../history/use-day-change.ts'
import { dayUnit } from './header-choices.ts'
import { HeaderStat } from './header-stat.tsx'
import styles from './header.module.css'

interface DayStatProps {
  readonly day: DayChangeShown
  /** Why equity is not known now. */
  readonly gap?: Gap | undefined
  readonly start: DayStart
  readonly stale: boolean
  readonly onExplain: () => void
}

/** Equity now less equity at the day's start, where a sample of it is stored; else none, and since when there are samples. */
export function DayStat({ day: { change, jumps }, gap, start, stale, onExplain }: DayStatProps) {
  const isOther = change?.kind === 'known' && dayUnit(start, change) !== dayUnit(start)
  const hint =
    change?.kind === 'known' ? (
      <>
        {change.fraction !== undefined && formatPercent(change.fraction, { sign: 'always', places: 2 })}
        {isOther && ` (no ${start} snapshot)`}
        {jumps.length > 0 && <span className={styles.warning}> · cash moved</span>}
      </>
    ) : change?.firstMs === undefined ? (
      'not signed in then'
    ) : (
      `recording since ${formatZoned(change.firstMs, 'minutes')} ${zoneLabel(change.firstMs)}`
    )
  return (
    <HeaderStat
      label="Day change"
      unit={dayUnit(start, change?.kind === 'known' ? change : undefined)}
      value={<Pnl value={change?.kind === 'known' ? change.change : undefined} />}
      hint={hint}
      gap={gap}
      stale={stale}
      onExplain={onExplain}
      testId="day-change"
    />
  )
}

interface RealisedStatProps {
  readonly realised: SeenRealised | undefined
  /** Whether the fills of the time before this browser saw the account are known. */
  readonly past: PastTrades
  /** Why the positions that realised ties to are not known now. */
  readonly gap?: Gap | undefined
  readonly stale: boolean
  readonly onExplain: () => void
}

/** Realised P&L since the account was first seen by this browser. */
export function RealisedStat({ realised, past, gap, stale, onExplain }: RealisedStatProps) {
  const since = realised?.sinceMs
  const isPart = useMemo(() => realised !== undefined && missingText(realised).length > 0, [realised])
  // Nothing was filled as far as was seen: that is a figure only where all was seen.
  const isUnseen = realised !== undefined && realised.closings.length === 0 && past !== 'whole'
  const isKnown = gap === undefined && !isUnseen
  return (
    <HeaderStat
      label="Realised"
      unit=", before fees"
      value={<Pnl value={isKnown ? realised?.total : undefined} />}
      gap={gap}
      hint={
        past === 'reading'
          ? 'reading the trade history'
          : isUnseen
            ? 'not seen here'
            : since === undefined
              ? 'nothing seen yet'
              : `since ${formatZoned(since, 'dayMinutes')}${isPart ? ' *' : ''}`
      }
      title={
        since === undefined
          ? undefined
          : `USD of the fills seen here, since ${formatZoned(since)}, before fees${isPart ? '; * not all of it is known' : ''}`
      }
      stale={stale || past === 'reading'}
      onExplain={onExplain}
      testId="total-realised"
    />
  )
}
