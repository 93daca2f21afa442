/** Realised volatility over 7, 30 and 90 days, its past range, and the implied volatility for the same time. */
import { useMemo } from 'react'
import {
  closeToClose,
  coneOf,
  dailyFirst,
  type Observation,
  parkinson,
} from '../../../../core/pricing/volatility/remembered.ts'
import { skewAtMaturity, type VolatilityMoment } from '../../../../core/pricing/volatility/volatility-sample.ts'
import { type ChartLine, PointChart } from '../../../ui/charts/point-chart.tsx'
import { axisText, percentText } from './volatility-text.ts'
import styles from './volatility.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

const windows = [7, 30, 90] as const

interface ConeSectionProps {
  readonly base: string
  readonly prices: readonly Observation[]
  readonly present: VolatilityMoment
}

function useCone({ prices, present }: ConeSectionProps) {
  return useMemo(
    () =>
      windows.map(days => ({
        days,
        cone: coneOf(prices, days),
        close: closeToClose(prices, present.atMs, days),
        range: parkinson(prices, present.atMs, days),
        implied: skewAtMaturity(present, days)?.atm,
      })),
    [prices, present],
  )
}

const columns = ['Close to close', 'By range', 'Implied', 'Least', '25 %', 'Median', '75 %', 'Most', 'Windows'] as const

const countedText = (realised: { readonly volatility: number; readonly count: number } | undefined): string =>
  realised === undefined ? percentText(undefined) : `${percentText(realised.volatility)} (${realised.count})`

export function ConeSection(props: ConeSectionProps) {
  const { base, prices } = props
  const rows = useCone(props)
  const days = useMemo(() => dailyFirst(prices).length, [prices])
  const hasCone = rows.some(({ cone }) => cone !== undefined)
  return (
    <section className={styles.section} aria-label="Realised">
      <h3 className={styles.title}>Realised against implied</h3>
      {hasCone && <ConeChart base={base} rows={rows} />}
      <p className={styles.says} data-testid="cone-says">
        {days === 0
          ? 'No prices of the underlying are recorded yet.'
          : `From ${days} ${days === 1 ? 'day' : 'days'} of recorded prices${
              hasCone ? '.' : ': a cone needs most days of a window.'
            } By range uses days with at least 20 prices.`}
      </p>
      <ConeTable base={base} rows={rows} />
    </section>
  )
}

interface RowsProps {
  readonly base: string
  readonly rows: ReturnType<typeof useCone>
}

function ConeChart({ base, rows }: RowsProps) {
  const line = (
    id: string,
    label: string,
    look: ChartLine['look'],
    of: (row: RowsProps['rows'][number]) => number | undefined,
  ): ChartLine => ({
    id,
    label,
    look,
    points: rows.map(row => [Math.sqrt(row.days), of(row)]),
  })
  return (
    <div className={styles.chart}>
      <PointChart
        label={`Volatility cone of ${base}`}
        testId="cone-chart"
        points={rows.map(({ days: window, cone, close, implied }) => ({
          id: String(window),
          x: Math.sqrt(window),
          y: close?.volatility,
          low: cone?.least,
          high: cone?.most,
          shape: 'circle',
          name: `${window} days`,
          rows: [
            ['Realised', percentText(close?.volatility)],
            ['Implied', percentText(implied)],
            ['Median', percentText(cone?.median)],
          ],
        }))}
        lines={[
          line('implied', 'Implied', 'main', row => row.implied),
          line('median', 'Median', 'dashed', row => row.cone?.median),
          line('lower', '25 and 75 %', 'quiet', row => row.cone?.lower),
          line('upper', '', 'quiet', row => row.cone?.upper),
        ].filter(each => each.points.some(([, y]) => y !== undefined))}
        xTicks={() => windows.map(window => ({ x: Math.sqrt(window), text: `${window} d` }))}
        yText={axisText}
        fitsBands
        xName="Days across, volatility upwards"
      />
    </div>
  )
}

function ConeTable({ base, rows }: RowsProps) {
  return (
    // Wide tables scroll, and keyboard scrolling needs focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label="Realised volatility">
      <table className={styles.table} aria-label={`Realised volatility of ${base}`}>
        <Heads of={['Over', ...columns]} />
        <tbody>
          {rows.map(({ days: window, cone, close, range, implied }) => (
            <tr key={window}>
              <th scope="row">{window} d</th>
              <td>{countedText(close)}</td>
              <td>{countedText(range)}</td>
              <td>{percentText(implied)}</td>
              {[cone?.least, cone?.lower, cone?.median, cone?.upper, cone?.most].map((value, at) => (
                <td key={columns[at + 3]}>{percentText(value)}</td>
              ))}
              <td>{cone?.count ?? 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
