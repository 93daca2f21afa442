/** Updates the page title. A hidden tab does not poll; it requests data once a minute with its sample. */
import { useEffect, useMemo } from 'react'
import { useAlerts } from '../../api/alerts/alerts.ts'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { askIfOld, type Resource } from '../../api/polling/resource.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { sum, toNumber } from '../../../core/domain/decimal.ts'
import { areInUsd } from '../../../core/domain/equity.ts'
import { useMarginUse } from '../../model/account/use-margin.ts'
import { usePlainPositions } from '../../model/account/use-portfolio.ts'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { formatCompact, formatPercent } from '../../ui/format/format-decimal.ts'

interface PageTitleProps {
  readonly screen: string
}

export function PageTitle({ screen }: PageTitleProps): null {
  const isHidden = useAmountsHidden()
  const { positions, traded, gap } = usePlainPositions()
  const { index } = useInstruments()
  const margin = useMarginUse()
  const alerts = useAlerts(useOwnerKey()).filter(each => each.reportedMs !== undefined && each.isArmed === false).length
  useAskedWhileHidden(positions)
  const { data, freshness } = positions
  // Outdated positions keep the last figure with its time; unreadable ones give none.
  const isUsd = useMemo(() => traded !== undefined && areInUsd(traded, index), [traded, index])
  const summed = data === undefined || gap?.kind === 'unread' || !isUsd || isHidden ? undefined : data
  const agoMs = freshness === 'stale' || freshness === 'unknown' ? positions.receivedAgoMs() : undefined
  const upnlAt = agoMs === undefined ? undefined : formatZoned(serverNowMs() - agoMs, 'minutes')
  const criticalMargin = margin?.level === 'critical' || margin?.level === 'uncovered' ? margin.fraction : undefined
  useEffect(() => {
    const upnl = summed === undefined ? undefined : toNumber(sum(summed.map(each => each.upnl)))
    const title = titleText({ screen, alerts, criticalMargin, upnl, upnlAt })
    if (document.title !== title) document.title = title
  }, [screen, alerts, criticalMargin, summed, upnlAt])
  return null
}

/** Samples of this tab include positions; those of other tabs do not. */
function useAskedWhileHidden({ receivedAgoMs, refetch }: Pick<Resource<unknown>, 'receivedAgoMs' | 'refetch'>): void {
  const samples = useSamples()
  const sampledMs = samples.status === 'ready' ? samples.value.at(-1)?.atMs : undefined
  useEffect(() => {
    if (sampledMs !== undefined && document.visibilityState !== 'visible') askIfOld({ receivedAgoMs, refetch })
  }, [sampledMs, receivedAgoMs, refetch])
}

/** The page title shows what matters in a background tab. Amounts are omitted while hidden. */
export interface TitleFacts {
  readonly screen: string
  /** Number of triggered alerts that have not reset. */
  readonly alerts: number
  readonly criticalMargin: number | undefined
  /** USD; undefined if unknown or hidden. */
  readonly upnl: number | undefined
  /** Time of the figure, "14:03", if it is not current. */
  readonly upnlAt: string | undefined
}

const signed = (value: number): string => {
  const text = formatCompact(value)
  return value > 0 && text !== '0' ? `+${text}` : text
}

export function titleText({ screen, alerts, criticalMargin, upnl, upnlAt }: TitleFacts): string {
  const parts = [
    criticalMargin === undefined ? undefined : `Margin ${formatPercent(criticalMargin, { places: 0 })}`,
    alerts === 0 ? undefined : alerts === 1 ? '1 alert' : `${alerts} alerts`,
    upnl === undefined ? undefined : `${signed(upnl)} uPnL${upnlAt === undefined ? '' : ` at ${upnlAt}`}`,
    screen,
    'Legwork',
  ]
  return parts.filter(part => part !== undefined).join(' · ')
}
