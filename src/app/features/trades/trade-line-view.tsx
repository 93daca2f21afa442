/**
 * A trade over time: its P&L at each sample since its first fill, the best and worst point with their marks, and its
 * plan.
 */
import { type ReactNode, useMemo, useState } from 'react'
import { shownStep } from '../../../core/account/position-rows.ts'
import { useAlerts } from '../../api/alerts/alerts.ts'
import { useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { compareNames } from '../../../core/domain/compare-names.ts'
import { dec, formatDecimal, mul, toNumber, visibleStep } from '../../../core/domain/decimal.ts'
import { quoteOf } from '../../../core/domain/equity.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { isGapAt } from '../../../core/domain/thinning.ts'
import type { LinePoint, MarkedLeg, TradeExtreme, TradeLine } from '../../../core/domain/trades/trade-line.ts'
import { packagePriceOf } from '../../../core/domain/trades/trade-prices.ts'
import type { Trade } from '../../../core/domain/trades/trade.ts'
import { useTradeLine } from '../../model/account/use-trade-line.ts'
import { TimeChart } from '../../ui/charts/time-chart.tsx'
import type { TimeSeries } from '../../ui/charts/time-geometry.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Heads } from '../../ui/controls/heads.tsx'
import { formatSize } from '../../ui/format/amounts.ts'
import { Pnl } from '../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import styles from './trade-line.module.css'
import { type PlanLevel, planOf } from './trade-plan.ts'

export function TradeOverTime({ trade }: { readonly trade: Trade }): ReactNode {
  const loaded = useTradeLine(trade)
  const alerts = useAlerts(useOwnerKey())
  const plan = useMemo(() => planOf(trade, alerts), [trade, alerts])
  if (loaded.status === 'waiting') return <PanelStateView state={{ kind: 'waiting', label: 'Reading the samples' }} />
  if (loaded.status === 'failed')
    return (
      <PanelStateView
        state={{ kind: 'failed', title: 'The samples cannot be read', detail: stripHostile(loaded.message) }}
      />
    )
  return <LineView trade={trade} line={loaded.value} plan={plan} />
}

interface LineViewProps {
  readonly trade: Trade
  readonly line: TradeLine
  readonly plan: readonly PlanLevel[]
}

/** Undefined if the trade's instruments have different quote assets, since their amounts cannot be added. */
function useQuote({ flows }: Trade): string | undefined {
  const { index } = useInstruments()
  const quotes = new Set(flows.map(({ symbol }) => quoteOf(symbol, index?.bySymbol(symbol))))
  const [quote] = quotes
  return quotes.size === 1 ? quote : undefined
}

const seriesOf = (points: readonly LinePoint[], plan: readonly PlanLevel[]): readonly TimeSeries[] => [
  {
    id: 'pnl',
    label: 'P&L of the trade',
    values: Float64Array.from(points, ({ pnl }) => (pnl === undefined ? Number.NaN : toNumber(pnl))),
    look: 'main',
  },
  ...plan.map(
    ({ id, kind, label, pnl }): TimeSeries => ({
      id,
      label,
      values: new Float64Array(points.length).fill(toNumber(pnl)),
      look: kind === 'most' ? 'quiet' : 'dashed',
    }),
  ),
]

function LineView({ trade, line, plan }: LineViewProps): ReactNode {
  const quote = useQuote(trade)
  // The maximum is often so far away that the line would look flat.
  const [withPlan, setWithPlan] = useState(() => plan.some(level => level.kind !== 'most'))
  const { points, best, worst } = line
  const atMs = useMemo(() => points.map(point => point.atMs), [points])
  const series = useMemo(() => seriesOf(points, withPlan ? plan : []), [points, plan, withPlan])
  const isGap = useMemo(() => isGapAt(atMs.at(-1) ?? 0), [atMs])
  if (quote === undefined)
    return (
      <PanelStateView
        state={{
          kind: 'empty',
          title: 'No P&L of this trade',
          detail: 'Its legs are quoted in several assets: their amounts make no sum.',
        }}
      />
    )
  const marks = [
    ...(best === undefined ? [] : [{ atMs: best.atMs, label: 'best' }]),
    ...(worst === undefined || worst.atMs === best?.atMs ? [] : [{ atMs: worst.atMs, label: 'worst' }]),
  ]
  return (
    <div className={styles.view}>
      <div className={styles.chart}>
        <TimeChart
          label="P&L of the trade over time"
          testId="trade-line-chart"
          atMs={atMs}
          series={series}
          currency={quote}
          isGap={isGap}
          withZero
          marks={marks}
          toolbar={
            plan.length > 0 && (
              <Button size="sm" variant="quiet" aria-pressed={withPlan} onClick={() => setWithPlan(!withPlan)}>
                Plan
              </Button>
            )
          }
          empty="No sample since its first fill yet: one is taken each minute while a tab is signed in."
        />
      </div>
      <Extremes line={line} quote={quote} />
      <Plan plan={plan} line={line} quote={quote} isOpen={trade.legs.length > 0} />
      <Gaps points={points} />
      <p className={styles.fine}>
        Realised, funding and what is open at the venue’s marks, before fees, at the samples that this browser has: each
        minute for two days, then one an hour. Between two samples it may have been better or worse.
      </p>
    </div>
  )
}

function useMarkText(): (leg: MarkedLeg) => string {
  useAmountsHidden()
  const { index } = useInstruments()
  return ({ symbol, size, mark }) => {
    const step = shownStep(index?.bySymbol(symbol)?.price_step)
    return `${formatSize(size)} ${shortName(symbol)} at ${formatDecimal(mark, { step })}`
  }
}

const netOf = (legs: readonly MarkedLeg[]): string | undefined => {
  if (legs.length < 2) return undefined
  const pack = packagePriceOf(legs.map(({ symbol, size, mark }) => ({ symbol, size, value: mul(size, mark) })))
  return pack === undefined
    ? undefined
    : `net ${formatDecimal(pack.price, { step: visibleStep(dec('0.01'), pack.price) })}`
}

function Extremes({
  line: { best, worst, points },
  quote,
}: Pick<LineViewProps, 'line'> & { readonly quote: string }): ReactNode {
  const last = points.findLast(point => point.pnl !== undefined)
  return (
    <table className={styles.table} aria-label="Best and worst point">
      <Heads of={['Point', `P&L, ${quote}`, 'At', 'Marks']} />
      <tbody>
        <Extreme name="Best" at={best} />
        <Extreme name="Worst" at={worst} />
        {last !== undefined && (
          <tr>
            <th scope="row">Last</th>
            <td>
              <Pnl value={last.pnl} places={2} />
            </td>
            <td colSpan={2}>{formatZoned(last.atMs, 'dateTime')}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

const bySymbol = (a: MarkedLeg, b: MarkedLeg): number => compareNames(a.symbol, b.symbol)

function Extreme({ name, at }: { readonly name: string; readonly at: TradeExtreme | undefined }): ReactNode {
  const markText = useMarkText()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Pnl value={at?.pnl} places={2} />
      </td>
      <td>{at === undefined ? 'not known' : formatZoned(at.atMs, 'dateTime')}</td>
      <td>
        {at === undefined ? (
          ''
        ) : at.legs.length === 0 ? (
          'closed: nothing was open'
        ) : (
          <>
            {at.legs.toSorted(bySymbol).map(leg => (
              <div key={leg.symbol}>{markText(leg)}</div>
            ))}
            {netOf(at.legs) !== undefined && <div>{netOf(at.legs)}</div>}
          </>
        )}
      </td>
    </tr>
  )
}

interface PlanProps extends Pick<LineViewProps, 'plan' | 'line'> {
  readonly quote: string
  readonly isOpen: boolean
}

function reachedText({ kind, pnl }: PlanLevel, { best, worst }: TradeLine): string {
  if (best === undefined || worst === undefined || kind === 'net') return ''
  const isReached = kind === 'stop' ? toNumber(worst.pnl) <= toNumber(pnl) : toNumber(best.pnl) >= toNumber(pnl)
  return isReached ? 'reached' : 'not reached'
}

function Plan({ plan, line, quote, isOpen }: PlanProps): ReactNode {
  const hasAlerts = plan.some(level => level.kind !== 'most')
  return (
    <>
      {plan.length > 0 && (
        <table className={styles.table} aria-label="Plan">
          <Heads of={['Plan', `P&L, ${quote}`, 'At the samples']} />
          <tbody>
            {plan.map(level => (
              <tr key={level.id}>
                <th scope="row">{level.label}</th>
                <td>
                  <Pnl value={level.pnl} places={2} />
                </td>
                <td>{reachedText(level, line)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && !hasAlerts && (
        <p className={styles.fine}>
          No target and no stop: set one as an alert on these legs, from the menu of the trade’s row.
        </p>
      )}
    </>
  )
}

function Gaps({ points }: { readonly points: readonly LinePoint[] }): ReactNode {
  const gaps = points.filter(point => point.pnl === undefined)
  if (gaps.length === 0) return null
  const symbols = [...new Set(gaps.flatMap(point => point.unmarked))].map(symbol => shortName(symbol))
  return (
    <p className="warning" data-testid="trade-line-gaps">
      {gaps.length} of {points.length} samples are gaps: the venue’s mark of {symbols.join(', ')} was not stored. It
      reports marks of net positions only.
    </p>
  )
}
