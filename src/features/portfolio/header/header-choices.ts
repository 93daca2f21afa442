/** What the trader means by equity and by a day; kept in this browser. */
import { useState } from 'react'
import type { EquityDefinition } from '../../../domain/sample.ts'
import type { DayStart } from '../../../domain/thinning.ts'
import type { Option } from '../../../ui/controls/option.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'

export interface HeaderChoices {
  readonly equity: EquityDefinition
  readonly dayStart: DayStart
}

export const equityNames: Readonly<Record<EquityDefinition, string>> = {
  value: 'cash + option value + futures uPnL',
  upnl: 'cash + Σ uPnL',
  venue: 'the venue’s USD-REFERENCE',
}

export const equityOptions: readonly Option<EquityDefinition>[] = [
  { value: 'value', label: 'Cash + option value + futures uPnL' },
  { value: 'upnl', label: 'Cash + Σ uPnL' },
  { value: 'venue', label: 'The venue’s USD-REFERENCE' },
]

export const dayOptions: readonly Option<DayStart>[] = [
  { value: '08:00', label: '08:00 UTC' },
  { value: '00:00', label: '00:00 UTC' },
]

const key = 'legwork.portfolio.header'

/** Choices of stored data; what it does not say is as by default. */
export function parseHeaderChoices(stored: unknown): HeaderChoices {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return {
    equity: equityOptions.find(option => option.value === given['equity'])?.value ?? 'value',
    dayStart: dayOptions.find(option => option.value === given['dayStart'])?.value ?? '08:00',
  }
}

export function useHeaderChoices(): readonly [HeaderChoices, (change: Partial<HeaderChoices>) => void] {
  const [choices, put] = useState(() => parseHeaderChoices(readStored(key)))
  const choose = (change: Partial<HeaderChoices>): void => {
    const next = { ...choices, ...change }
    put(next)
    writeStored(key, next)
  }
  return [choices, choose]
}
