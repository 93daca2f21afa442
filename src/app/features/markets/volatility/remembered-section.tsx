/**
 * Past volatility at a constant maturity or one expiry: now, before, and the current percentile of the sampled days.
 */
import { useCallback, useMemo, useState } from 'react'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { isGapAt } from '../../../../core/domain/thinning.ts'
import { minuteMs } from '../../../../core/domain/time.ts'
import { counted } from '../../../../core/domain/words.ts'
import {
  leastRankDays,
  type Observation,
  type VolatilityRank,
  rankOf,
} from '../../../../core/pricing/volatility/remembered.ts'
import type { Skew } from '../../../../core/pricing/volatility/skew.ts'
import {
  skewAtExpiry,
  skewAtMaturity,
  type VolatilityMoment,
} from '../../../../core/pricing/volatility/volatility-sample.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { agos, momentAgo, type VolatilityHistory } from './use-volatility-history.ts'
import { percentText, pointsText } from './volatility-text.ts'
import styles from './volatility.module.css'

interface RememberedSectionProps {
  readonly base: string
  readonly history: VolatilityHistory
  readonly present: VolatilityMoment
  readonly expiryMs: number
}

const maturities = ['7', '30', '90'] as const
type Maturity = (typeof maturities)[number] | 'expiry'

const measures = [
  { name: 'At the money', of: (skew: Skew) => skew.atm, text: percentText },
  { name: '25Δ risk reversal', of: (skew: Skew) => skew.riskReversal25, text: pointsText },
  { name: '25Δ butterfly', of: (skew: Skew) => skew.butterfly25, text: pointsText },
] as const

const spans = [30, 90, 365] as const

const longestStepMs = 33 * minuteMs

/** "63 · 58 % (45)"; with too few days "after 20 days". */
const rankText = (ranked: VolatilityRank | undefined): string => {
  if (ranked === undefined || ranked.count < leastRankDays) return `after ${leastRankDays} days`
  const { rank, percentile, count } = ranked
  return `${rank === undefined ? dash : formatNumber(rank * 100, { places: 0 })} · ${formatPercent(percentile, { places: 0 })} (${count})`
}

export function RememberedSection({ base, history, present, expiryMs }: RememberedSectionProps) {
  const [maturity, setMaturity] = useState<Maturity>('30')
  const skewOfMoment = useCallback(
    (moment: VolatilityMoment): Skew | undefined =>
      maturity === 'expiry' ? skewAtExpiry(moment, expiryMs) : skewAtMaturity(moment, Number.parseInt(maturity, 10)),
    [maturity, expiryMs],
  )
  const known = useMemo(
    () =>
      (history.moments ?? []).flatMap(moment => {
        const skew = skewOfMoment(moment)
        return skew === undefined ? [] : [{ atMs: moment.atMs, skew }]
      }),
    [history.moments, skewOfMoment],
  )
  const isGap = isGapAt(present.atMs)
  const options = [
    ...maturities.map(days => ({ value: days, label: `${days} d` })),
    { value: 'expiry', label: shortExpiry(expiryMs) },
  ] as const
  const name = `Volatility of ${base} over time`
  return (
    <section className={styles.section} aria-label="Remembered">
      <div className={styles.chart}>
        <TimeChart
          label={name}
          testId="volatility-time-chart"
          atMs={known.map(({ atMs }) => atMs)}
          series={[{ id: 'atm', label: 'At the money', look: 'main', values: known.map(({ skew }) => skew.atm * 100) }]}
          currency="%"
          isGap={(from, to) => to - from > longestStepMs && isGap(from, to)}
          toolbar={
            <>
              <h3 className={styles.title}>Over time</h3>
              <Segmented label="Maturity" compact value={maturity} options={options} onChange={setMaturity} />
            </>
          }
          empty="Nothing sampled yet at this maturity."
        />
      </div>
      <p className={styles.says} data-testid="remembered-says">
        {saysOf(history)}
      </p>
      <RankTable base={base} history={history} known={known} present={present} skewOfMoment={skewOfMoment} />
    </section>
  )
}

interface RankTableProps extends Pick<RememberedSectionProps, 'base' | 'history' | 'present'> {
  readonly known: readonly { readonly atMs: number; readonly skew: Skew }[]
  readonly skewOfMoment: (moment: VolatilityMoment) => Skew | undefined
}

function RankTable({ base, history, known, present, skewOfMoment }: RankTableProps) {
  const now = skewOfMoment(present)
  return (
    // Wide tables scroll, and keyboard scrolling needs focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label="Rank and percentile">
      <table className={styles.table} aria-label={`Rank and percentile of ${base}`}>
        <Heads
          of={[
            'Measure',
            'Now',
            ...agos.map(({ label }) => ({ name: `Δ ${label}`, title: `Change since ${label} ago, in points` })),
            ...spans.map(days => ({
              name: `${days} d`,
              title: `Over ${days} days: rank from least to most · share of lower days (days sampled)`,
            })),
          ]}
        />
        <tbody>
          {measures.map(({ name: measure, of, text }) => {
            const value = now && of(now)
            const observations = known.flatMap(({ atMs, skew }): readonly Observation[] => {
              const each = of(skew)
              return each === undefined ? [] : [{ atMs, value: each }]
            })
            return (
              <tr key={measure}>
                <th scope="row">{measure}</th>
                <td>{text(value)}</td>
                {agos.map(ago => {
                  const moment = momentAgo(history, ago, present.atMs)
                  const skew = moment && skewOfMoment(moment)
                  const before = skew && of(skew)
                  return (
                    <td key={ago.value}>
                      {pointsText(value === undefined || before === undefined ? undefined : value - before)}
                    </td>
                  )
                })}
                {spans.map(days => (
                  <td key={days}>
                    {value === undefined ? dash : rankText(rankOf(observations, value, present.atMs, days))}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function saysOf({ moments, fault }: VolatilityHistory): string {
  if (fault !== undefined) return fault
  if (moments === undefined) return 'Reading the samples.'
  const [first] = moments
  if (first === undefined)
    return 'Nothing sampled yet: the page and a recorder sample every 15 minutes while signed in.'
  return `${counted(moments.length, 'sample')} since ${formatZoned(first.atMs, 'dateMinutes')}.`
}
