/** The trader's choice of equity definition and start of day. */
import type { EquityDefinition } from '../domain/equity.ts'
import type { DayStart } from '../domain/thinning.ts'

export interface AccountChoices {
  readonly equity: EquityDefinition
  readonly dayStart: DayStart
}

export const equityDefinitions: readonly EquityDefinition[] = ['value', 'upnl', 'venue']
export const dayStarts: readonly DayStart[] = ['08:00', '00:00']

export function parseAccountChoices(stored: unknown): AccountChoices {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return {
    equity: equityDefinitions.find(each => each === given['equity']) ?? 'value',
    dayStart: dayStarts.find(each => each === given['dayStart']) ?? '08:00',
  }
}
