/** Header figures that need history: day change, and realised P&L. */
import { useMemo } from 'react'
import type { DayChange } from '../../../../core/account/day-change.ts'
import type { SeenRealised } from '../../../../core/account/realised-model.ts'
import type { DayStart } from '../../../../core/domain/thinning.ts'
import type { PastTrades } from '../../../api/history/past-trades.ts'
import { useRecorderState } from '../../../api/recorder/recorder-state.ts'
import { useKnownPast, useRealised } from '../../../model/account/use-realised.ts'
import { stripHostile } from '../../../../core/domain/safe-text.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { missingText } from '../history/realised-text.ts'
import { useDayChange } from '../history/use-day-change.ts'
import { dayUnit } from './header-choices.ts'
import { type FigureView, HeaderStat, type LiveStatProps, type StatProps } from './header-stat.tsx'
import styles from './header.module.css'

/** Equity minus equity at the day's start. Without a sample of that time it shows when samples began. */
export function DayStat({ data, choices, stale, ...stat }: LiveStatProps) {
  const { value, gap } = data.totals.equity[choices.equity]
  const day = useDayChange(value, choices.equity, choices.dayStart)
  // A recorder may have an earlier sample.
  const isReading = useRecorderState().kind === 'asking'
  return <DayFigure {...stat} {...day} gap={gap} start={choices.dayStart} stale={stale || isReading} />
}

interface DayFigureProps extends StatProps, Pick<FigureView, 'gap'> {
  readonly start: DayStart
  readonly change: DayChange | undefined
  readonly jumps: readonly string[]
  readonly line?: readonly number[] | undefined
}

export function DayFigure({ gap, change, jumps, line = [], start, ...stat }: DayFigureProps) {
  useAmountsHidden()
  const isOther = change?.kind === 'known' && dayUnit(start, change) !== dayUnit(start)
  const hint =
    change?.kind === 'known' ? (
      <>
        {isOther && `no ${start} snapshot`}
        {jumps.length > 0 && <span className="warning">{isOther && ' · '}cash moved</span>}
      </>
    ) : change?.firstMs === undefined ? (
      'not signed in then'
    ) : (
      `recording since ${formatZoned(change.firstMs, 'minutes')} ${zoneLabel(change.firstMs)}`
    )
  return (
    <HeaderStat
      {...stat}
      view={{
        about: dayUnit(start, change?.kind === 'known' ? change : undefined),
        value: (
          <>
            <Pnl value={change?.kind === 'known' ? change.change : undefined} />
            {change?.kind === 'known' && change.fraction !== undefined && (
              <span className={styles.percent}>{formatPercent(change.fraction, { sign: 'always', places: 2 })}</span>
            )}
          </>
        ),
        hint,
        picture: change?.kind === 'known' && line.length > 1 ? <DayLine values={line} /> : null,
        gap,
      }}
    />
  )
}

const dayLine = { width: 96, height: 32 } as const

function DayLine({ values }: { readonly values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const { width, height } = dayLine
  const points = values.map(
    (value, index) =>
      `${(index / (values.length - 1)) * width},${height - 1 - ((value - least) / (most - least || 1)) * (height - 2)}`,
  )
  return (
    <svg className={styles.dayLine} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  )
}

/** Realised P&L since the account was first seen by this browser. */
export const RealisedStat = ({ data, ...stat }: LiveStatProps) => (
  <RealisedSince {...stat} gap={data.gap} past={useKnownPast()} />
)

/** `past`: whether the fills of the time before the account was first seen are known. */
export function RealisedSince(props: Omit<RealisedFigureProps, 'realised' | 'elsewhere'>) {
  const recorder = useRecorderState()
  return (
    <RealisedFigure
      {...props}
      realised={useRealised()}
      elsewhere={recorder.kind === 'to_choose' ? recorder.names : undefined}
    />
  )
}

interface RealisedFigureProps extends StatProps, Pick<FigureView, 'gap'> {
  readonly past: PastTrades
  readonly realised: SeenRealised | undefined
  /** Names of the recorder's accounts, if one of them may be this account. */
  readonly elsewhere?: readonly string[] | undefined
}

/** The trader must choose which of the recorder's accounts this is. */
const elsewhereText = (names: readonly string[]): string =>
  `A recorder has the history of ${names.map(name => stripHostile(name, 80)).join(', ')}. If that is this account, say so in Settings, Recorder.`

export function RealisedFigure({ realised, past, gap, stale, elsewhere, ...stat }: RealisedFigureProps) {
  useAmountsHidden()
  const since = realised?.sinceMs
  const isPart = useMemo(() => realised !== undefined && missingText(realised).length > 0, [realised])
  // Zero realised P&L is shown only if everything was seen.
  const isUnseen = realised !== undefined && realised.closings.length === 0 && past !== 'whole'
  const isKnown = gap === undefined && !isUnseen
  return (
    <HeaderStat
      {...stat}
      stale={stale || past === 'reading'}
      view={{
        about: ', before fees',
        value: <Pnl value={isKnown ? realised?.total : undefined} />,
        gap,
        hint:
          past === 'reading'
            ? 'reading the trade history'
            : elsewhere !== undefined
              ? 'a recorder may know more'
              : isUnseen
                ? 'not seen here'
                : since === undefined
                  ? 'nothing seen yet'
                  : `since ${formatZoned(since, 'dayMinutes')}${isPart ? ' *' : ''}`,
        title:
          elsewhere !== undefined
            ? elsewhereText(elsewhere)
            : since === undefined
              ? undefined
              : `USD of the fills seen here, since ${formatZoned(since)}, before fees${isPart ? '; * partly unknown' : ''}`,
      }}
    />
  )
}
