/** What the trader means by equity and by a day: one choice for the header, the title of the page and new alerts, kept in this browser. */
import { createStore, useStore } from '../../api/browser/store.ts'
import { readStored, writeStored } from '../../api/browser/stored.ts'
import type { EquityDefinition } from '../../domain/equity.ts'
import type { DayStart } from '../../domain/thinning.ts'

export interface AccountChoices {
  readonly equity: EquityDefinition
  readonly dayStart: DayStart
}

export const equityDefinitions: readonly EquityDefinition[] = ['value', 'upnl', 'venue']
export const dayStarts: readonly DayStart[] = ['08:00', '00:00']

const key = 'legwork.portfolio.header'

/** Choices of stored data; what it does not say is as by default. */
export function parseAccountChoices(stored: unknown): AccountChoices {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return {
    equity: equityDefinitions.find(each => each === given['equity']) ?? 'value',
    dayStart: dayStarts.find(each => each === given['dayStart']) ?? '08:00',
  }
}

const choices = createStore(parseAccountChoices(readStored('local', key)))

export function chooseAccount(change: Partial<AccountChoices>): void {
  const next = { ...choices.get(), ...change }
  choices.set(next)
  writeStored('local', key, next)
}

export const useAccountChoices = (): AccountChoices => useStore(choices)
