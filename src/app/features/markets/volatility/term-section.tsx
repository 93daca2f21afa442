/** At-the-money volatility by expiry, and forward volatility between expiries. */
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import type { ExpiryVolatility } from '../../../../core/pricing/volatility/surface-grid.ts'
import { skewAtExpiry } from '../../../../core/pricing/volatility/volatility-sample.ts'
import { type ChartLine, PointChart } from '../../../ui/charts/point-chart.tsx'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import type { Before } from './smile-section.tsx'
import { axisText, percentText } from './volatility-text.ts'
import styles from './volatility.module.css'

interface TermSectionProps {
  readonly base: string
  readonly rows: readonly ExpiryVolatility[]
  readonly atMs: number
  readonly expiryMs: number
  readonly onExpiry: (expiryMs: number) => void
  readonly before: Before | undefined
}

/** The square root gives near expiries more room. */
const placeOf = (years: number): number => Math.sqrt(years * 365)

const dayTicks = [0, 1, 7, 14, 30, 60, 90, 180, 270, 365, 545, 730]

export function TermSection({ base, rows, atMs, expiryMs, onExpiry, before }: TermSectionProps) {
  const fitted = rows.flatMap(({ expiry, skew, forwardVolatility }) =>
    skew === undefined ? [] : [{ expiry, atm: skew.atm, forwardVolatility, x: placeOf(expiry.years) }],
  )
  const steps = fitted.flatMap(({ x, forwardVolatility }, index): ChartLine['points'] => [
    [fitted[index - 1]?.x ?? 0, forwardVolatility],
    [x, forwardVolatility],
  ])
  const atmBefore = (expiry: number) => before?.moment && skewAtExpiry(before.moment, expiry)?.atm
  const earlier: ChartLine['points'] = fitted.map(({ x, expiry }) => [x, atmBefore(expiry.expiryMs)])
  const lines: ChartLine[] = [
    { id: 'atm', label: 'At the money', look: 'main', points: fitted.map(({ x, atm }) => [x, atm]) },
    { id: 'forward', label: 'Forward, from expiry to expiry', look: 'quiet', points: steps },
    ...(before?.moment === undefined
      ? []
      : [{ id: 'before', label: before.label, look: 'dashed', points: earlier } as const]),
  ]
  const falling = fitted.filter(({ forwardVolatility }) => forwardVolatility === undefined).length
  const [first, last] = [fitted[0], fitted.at(-1)]
  return (
    <section className={styles.section} aria-label="Term structure">
      <div className={styles.chart}>
        <PointChart
          label={`Term structure of ${base}`}
          testId="term-chart"
          points={fitted.map(({ expiry, atm, forwardVolatility, x }) => ({
            id: String(expiry.expiryMs),
            x,
            y: atm,
            shape: 'circle',
            name: `${shortExpiry(expiry.expiryMs)} · ${formatDaysLeft(expiry.expiryMs - atMs)}`,
            rows: [
              ['At the money', percentText(atm)],
              ['Forward', percentText(forwardVolatility)],
              ...(before === undefined ? [] : [[before.label, percentText(atmBefore(expiry.expiryMs))] as const]),
            ],
          }))}
          lines={lines}
          xTicks={(_, [, to]) =>
            dayTicks.filter(days => Math.sqrt(days) <= to).map(days => ({ x: Math.sqrt(days), text: `${days} d` }))
          }
          yText={axisText}
          xName="Days to expiry across, volatility upwards"
          chosen={String(expiryMs)}
          onPoint={id => onExpiry(Number.parseInt(id, 10))}
          toolbar={<h3 className={styles.title}>Term structure</h3>}
        />
      </div>
      <p className={styles.says} data-testid="term-says">
        {first === undefined || last === undefined
          ? 'No expiry has quotes enough for a curve.'
          : `${percentText(first.atm)} at ${shortExpiry(first.expiry.expiryMs)}, ${percentText(last.atm)} at ${shortExpiry(last.expiry.expiryMs)}${
              falling === 0 ? '' : `; ${falling} without a forward volatility`
            }. Press an expiry for its smile.`}
        {before !== undefined && before.moment === undefined && ` · ${before.label}: no sample`}
      </p>
    </section>
  )
}
