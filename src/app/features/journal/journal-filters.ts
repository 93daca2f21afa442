/** State of the filter bar and the journal query it makes. Stored in this browser. */
import { type JournalKind, journalKinds, type JournalNote } from '../../../core/domain/journal-row.ts'
import type { JournalFilter } from '../../../core/history/journal-matcher.ts'
import { startOfDay } from '../../ui/format/zoned-days.ts'
import { parseTexts, useSavedChoice } from '../../ui/saved-choice.ts'

export type Period = 'all' | 'today' | 'week' | 'month' | 'year'

export interface JournalFilters {
  readonly text: string
  readonly kind: JournalKind | 'all'
  readonly period: Period
  readonly tag: string
}

export const noFilters: JournalFilters = { text: '', kind: 'all', period: 'all', tag: '' }

export const isFiltered = (filters: JournalFilters): boolean =>
  filters.text.trim() !== '' || filters.kind !== 'all' || filters.period !== 'all' || filters.tag !== ''

const daysBack: Readonly<Record<Exclude<Period, 'all'>, number>> = { today: 0, week: 6, month: 29, year: 364 }

/** Start of a period, counted in days of the chosen zone including today. */
export const beginMs = (period: Exclude<Period, 'all'>, nowMs: number): number => startOfDay(nowMs, -daysBack[period])

/** Quotes come many times a minute, so they are shown only on request. */
export const kindsButQuotes: readonly JournalKind[] = journalKinds.filter(kind => kind !== 'quote')

export function journalFilterOf(
  { text, kind, period, tag }: JournalFilters,
  notes: ReadonlyMap<string, JournalNote>,
  words: Readonly<Record<string, string>>,
  nowMs: number,
): JournalFilter {
  const tagged =
    tag === '' ? undefined : [...notes.values()].filter(note => note.tags.includes(tag)).map(note => note.subject)
  return {
    ...(text.trim() === '' ? {} : { text: text.trim(), noted: words }),
    kinds: kind === 'all' ? kindsButQuotes : [kind],
    ...(period === 'all' ? {} : { fromMs: beginMs(period, nowMs) }),
    ...(tagged === undefined ? {} : { subjects: tagged }),
  }
}

const known: Readonly<Record<'kind' | 'period', readonly string[]>> = {
  kind: ['all', ...journalKinds],
  period: ['all', ...Object.keys(daysBack)],
}

export const useJournalFilters = (): [JournalFilters, (filters: JournalFilters) => void] =>
  useSavedChoice('journal', stored =>
    parseTexts(stored, noFilters, (name, text) =>
      name === 'kind' || name === 'period' ? known[name].includes(text) : true,
    ),
  )
