/** The listed expiry that a word means. */
import { shortExpiry } from '../instrument.ts'
import { dayMs } from '../time.ts'
import type { DateWord } from './phrase-words.ts'

export type FoundDate = { readonly ok: true; readonly expiryMs: number } | { readonly ok: false; readonly why: string }

const shown = 4

/** Of expiries still to come, ascending; a month is its last one, a tenor the one nearest to it. */
export function findExpiry(word: DateWord, expiries: readonly number[], nowMs: number): FoundDate {
  const found = matching(word, expiries, nowMs)
  if (found !== undefined) return { ok: true, expiryMs: found }
  const listed = expiries.slice(0, shown).map(shortExpiry).join(', ')
  const more = expiries.length > shown ? ', …' : ''
  return { ok: false, why: `No expiry “${word.text}”${expiries.length === 0 ? '' : `: listed are ${listed}${more}`}.` }
}

function matching(word: DateWord, expiries: readonly number[], nowMs: number): number | undefined {
  const dated = expiries.map(expiryMs => ({ expiryMs, at: new Date(expiryMs) }))
  switch (word.kind) {
    case 'day':
      return dated.find(
        ({ at }) =>
          at.getUTCDate() === word.day && at.getUTCMonth() === word.month && (word.year ?? at.getUTCFullYear()) === at.getUTCFullYear(),
      )?.expiryMs
    case 'month': {
      const inMonth = dated.filter(
        ({ at }) => at.getUTCMonth() === word.month && (word.year ?? at.getUTCFullYear()) === at.getUTCFullYear(),
      )
      const year = inMonth[0]?.at.getUTCFullYear()
      return inMonth.findLast(({ at }) => at.getUTCFullYear() === year)?.expiryMs
    }
    case 'tenor': {
      const away = (expiryMs: number): number => Math.abs(expiryMs - nowMs - word.days * dayMs)
      return expiries.reduce<number | undefined>((best, one) => (best === undefined || away(one) < away(best) ? one : best), undefined)
    }
  }
}
