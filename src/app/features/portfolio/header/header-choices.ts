/** Texts of the equity and day-start options. */
import { dayStarts, equityDefinitions } from '../../../../core/account/parse-account-choices.ts'
import { capital } from '../../../../core/domain/words.ts'
import type { EquityDefinition } from '../../../../core/domain/equity.ts'
import type { DayStart } from '../../../../core/domain/thinning.ts'
import { minuteMs } from '../../../../core/domain/time.ts'
import type { Option } from '../../../ui/controls/option.ts'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'

export const equityNames: Readonly<Record<EquityDefinition, string>> = {
  value: 'cash + option value + futures uPnL',
  upnl: 'cash + Σ uPnL',
  venue: 'the venue’s USD-REFERENCE',
}

export const equityOptions: readonly Option<EquityDefinition>[] = equityDefinitions.map(value => ({
  value,
  label: capital(equityNames[value]),
}))

export const dayOptions: readonly Option<DayStart>[] = dayStarts.map(value => ({ value, label: `${value} UTC` }))

export function dayUnit(start: DayStart, base?: { readonly baseMs: number; readonly startMs: number }): string {
  const isOther = base !== undefined && Math.abs(base.baseMs - base.startMs) >= minuteMs
  return ` since ${isOther ? `${formatZoned(base.baseMs, 'minutes')} ${zoneLabel(base.baseMs)}` : `${start} UTC`}`
}
