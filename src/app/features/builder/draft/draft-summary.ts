/**
 * Everything derived from a draft: the order entry's result, legs with instruments and quotes, net prices, and errors
 * by field. Pure; clock, instruments and quotes are passed in.
 */
import type { Instrument } from '../../../../core/domain/instrument.ts'
import type { Quotes } from '../../../../core/domain/market-data.ts'
import { isExpired } from '../../../../core/domain/instrument.ts'
import { type EntryInputs, type EntrySummary, summariseEntry } from '../../../../core/domain/package/order-entry.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { type LegQuote, legQuote, type NetPrices, netPrices } from '../../../../core/pricing/market/leg-quotes.ts'
import { type EntryErrors, entryErrors } from '../../../ui/order/entry/entry-text.ts'
import { problemText } from '../../../ui/order/problem-text.ts'
import type { Draft } from './draft.ts'

export interface LegView extends PackageLeg {
  readonly instrument: Instrument | undefined
  readonly expired: boolean
  readonly quote: LegQuote
}

export interface DraftSummary extends EntrySummary {
  readonly legs: readonly LegView[]
  readonly net: NetPrices
  readonly errors: EntryErrors
  readonly warnings: readonly string[]
}

export interface SummaryInputs extends EntryInputs {
  readonly quotes: Quotes
}

export function summarise(draft: Draft, inputs: SummaryInputs): DraftSummary {
  const entry = summariseEntry(draft, inputs)
  const legs = draft.legs.map(leg => ({
    ...leg,
    instrument: inputs.lookup.bySymbol(leg.symbol),
    expired: isExpired(leg.symbol, inputs.nowMs),
    quote: legQuote(inputs.quotes.get(leg.symbol)),
  }))
  return {
    ...entry,
    legs,
    net: netPrices(legs),
    errors: entryErrors(entry.problems),
    warnings: entry.rules.filter(problem => problem.severity === 'warn').map(problemText),
  }
}
