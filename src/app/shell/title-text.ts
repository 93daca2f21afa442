/** The title of the page: what one wants to see of a tab that is behind others. Amounts are left out while they are hidden. */
import { formatCompact, formatPercent } from '../../ui/format/format-decimal.ts'

export interface TitleFacts {
  /** "Portfolio". */
  readonly screen: string
  /** Alerts that were triggered and whose figure is not back. */
  readonly alerts: number
  /** Share of margin used, where it is critical. */
  readonly criticalMargin: number | undefined
  /** USD; undefined while it is not known, or amounts are hidden. */
  readonly upnl: number | undefined
  /** "14:03", where it is not of now. */
  readonly upnlAt: string | undefined
}

const signed = (value: number): string => {
  const text = formatCompact(value)
  return value > 0 && text !== '0' ? `+${text}` : text
}

/** "2 alerts · +2.2k uPnL · Portfolio · Legwork". */
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
