import { shortExpiry } from '../instrument.ts'
import { dayMs } from '../time.ts'
import { type DateWord, readAmount, readDate, readParts, readStrike } from './phrase-words.ts'
import { type PhraseListing, type Reader, type WordsTaken, wordAt } from './phrase.ts'

export type FoundDate = { readonly ok: true; readonly expiryMs: number } | { readonly ok: false; readonly why: string }

const shown = 4
const friday = 5

/** `expiries`: ascending, future. A month means its last one, a tenor the nearest within a tolerance. */
export function findExpiry(word: DateWord, expiries: readonly number[], nowMs: number): FoundDate {
  const found = matching(word, expiries, nowMs)
  if (found !== undefined) return { ok: true, expiryMs: found }
  const several = word.kind === 'series' ? ofSeries(word, expiries, nowMs).map(shortExpiry) : []
  if (several.length > 1) return { ok: false, why: `Which “${word.text}”? Listed are ${several.join(', ')}.` }
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
          at.getUTCDate() === word.day &&
          at.getUTCMonth() === word.month &&
          (word.year ?? at.getUTCFullYear()) === at.getUTCFullYear(),
      )?.expiryMs
    case 'month': {
      const inMonth = dated.filter(
        ({ at }) => at.getUTCMonth() === word.month && (word.year ?? at.getUTCFullYear()) === at.getUTCFullYear(),
      )
      const year = inMonth[0]?.at.getUTCFullYear()
      return inMonth.findLast(({ at }) => at.getUTCFullYear() === year)?.expiryMs
    }
    case 'series': {
      const [only, ...others] = ofSeries(word, expiries, nowMs)
      return others.length === 0 ? only : undefined
    }
    case 'tenor': {
      const away = (expiryMs: number): number => Math.abs(expiryMs - nowMs - word.days * dayMs)
      // "90 days" is exact; "3m" is approximate.
      const most = Math.max(1, word.days * (/dte$/i.test(word.text) ? 0.1 : 0.5)) * dayMs
      const near = expiries.filter(expiryMs => away(expiryMs) <= most)
      return near.reduce<number | undefined>(
        (best, one) => (best === undefined || away(one) < away(best) ? one : best),
        undefined,
      )
    }
  }
}

const isMonthly = (at: Date): boolean =>
  at.getUTCDay() === friday && new Date(at.getTime() + 7 * dayMs).getUTCMonth() !== at.getUTCMonth()

/** Matches of a series: Fridays within a month; the last Friday, or the next if that is near. */
function ofSeries(
  { series, month }: Extract<DateWord, { kind: 'series' }>,
  expiries: readonly number[],
  nowMs: number,
): readonly number[] {
  if (series === 'weekly')
    return expiries.filter(expiryMs => {
      const at = new Date(expiryMs)
      return at.getUTCDay() === friday && !isMonthly(at) && (month ?? at.getUTCMonth()) === at.getUTCMonth()
    })
  const monthlies = expiries.filter(expiryMs => isMonthly(new Date(expiryMs)))
  return monthlies.slice(0, (monthlies[0] ?? 0) - nowMs < 7 * dayMs ? 2 : 1)
}

/** Expiry in a phrase. Day, month and year may be separate words: "25 dec 26", "Dec 25", "Dec25", "12/25". */
type NamedDate = Exclude<DateWord, { kind: 'tenor' | 'series' }>

const whole = (text: string): number => Number.parseInt(text, 10)
const isShortNumber = (text: string): boolean => /^\d{1,2}$/.test(text)
const yearOf = (text: string): number | undefined =>
  /^(?:20)?\d{2}$/.test(text) ? 2000 + (whole(text) % 100) : undefined

export function takeDate(reader: Reader, at: number): WordsTaken {
  const word = wordAt(reader, at)
  const { dates } = reader.found
  const one = readDate(word) ?? slashedDate(word, reader.listing)
  if (one !== undefined && 'why' in one) return one
  if (one === undefined) {
    // "dec-mar" and "25dec/26mar" are two dates.
    const several = /^\d{4}-/.test(word) ? undefined : readParts(word, readDate)
    dates.push(...(several ?? []))
    return several === undefined ? undefined : 1
  }
  if (one.kind === 'tenor' || one.kind === 'series') {
    dates.push(one)
    return 1
  }
  return takeDayBefore(reader, at, one) ?? takeNamedDate(reader, at, one)
}

/** "12/25" and "25/12/26", if that day is listed and the numbers are not strikes. */
function slashedDate(
  text: string,
  { isExpiry, isStrike }: PhraseListing,
): NamedDate | { readonly why: string } | undefined {
  const [, one = '', other = '', year] = /^(\d{1,2})\/(\d{1,2})(?:\/((?:20)?\d{2}))?$/.exec(text) ?? []
  const full = year === undefined ? {} : { year: yearOf(year) ?? 0 }
  const days = [
    { day: whole(one), month: whole(other) - 1 },
    { day: whole(other), month: whole(one) - 1 },
  ].filter(
    ({ day, month }, index, all) => isExpiry?.(day, month, full.year) === true && (index === 0 || day !== all[0]?.day),
  )
  const [meant] = days
  const areStrikes = [one, other].map(readAmount).every(part => part !== undefined && isStrike?.(part) === true)
  if (meant === undefined || areStrikes) return undefined
  if (days.length > 1)
    return { why: `Is “${text}” the ${one}. or the ${other}. day of the month? Write the month as a word.` }
  return { kind: 'day', text, ...meant, ...full }
}

/** "25 dec": a day. Ambiguous if a size could be there, unless a year follows: "25 dec 26". */
function takeDayBefore(reader: Reader, at: number, month: NamedDate): WordsTaken {
  const { found, listing } = reader
  const before = found.bare.at(-1)
  if (
    month.kind !== 'month' ||
    before === undefined ||
    reader.words[at - 1] !== before.text ||
    !isShortNumber(before.text)
  )
    return undefined
  const day = readDate(`${before.text}${wordAt(reader, at)}`)
  if (day?.kind !== 'day' || day.day > 31) return undefined
  found.bare.pop()
  const isDated =
    !before.isAfterSide && isFree(reader, at + 1) && withYear(day, wordAt(reader, at + 1), listing) !== undefined
  if (!before.isLeading || isDated) return takeNamedDate(reader, at, day)
  found.bare.push({ ...before, dayOf: day })
  return takeNamedDate(reader, at, month)
}

function takeNamedDate(reader: Reader, at: number, date: NamedDate): WordsTaken {
  const { listing, found } = reader
  const ofYear = date.kind === 'month' && date.year !== undefined ? dayOrYear(date, listing) : date
  if ('why' in ofYear) return ofYear
  const next = wordAt(reader, at + 1)
  const [asDay, asYear] =
    ofYear.year === undefined && isFree(reader, at + 1)
      ? [withDay(ofYear, next, listing), withYear(ofYear, next, listing)]
      : []
  if (asDay !== undefined && asYear !== undefined) return { why: whichDate(ofYear.text, next) }
  if (asDay !== undefined) {
    const last = isFree(reader, at + 2) ? withYear(asDay, wordAt(reader, at + 2), listing) : undefined
    found.dates.push(last ?? asDay)
    return last === undefined ? 2 : 3
  }
  found.dates.push(asYear ?? ofYear)
  return asYear === undefined ? 1 : 2
}

const whichDate = (month: string, number: string): string =>
  `Is “${number}” after “${month}” the day or the year? Write ${number}${month} for the day.`

/** "Dec25": a day or a year, whichever is listed. */
function dayOrYear(
  date: NamedDate & { readonly kind: 'month' },
  listing: PhraseListing,
): NamedDate | { readonly why: string } {
  const digits = /(\d{2})$/.exec(date.text)?.[1] ?? ''
  const { year: _, ...month } = date
  const asDay = /\d{4}$/.test(date.text) ? undefined : withDay(month, digits, listing)
  if (asDay === undefined) return date
  return date.year !== undefined && isMonthListed(date, date.year, listing)
    ? { why: whichDate(date.text.replace(/\W*\d+$/, ''), digits) }
    : asDay
}

/** True if the number may belong to a date: another strike follows, or it cannot be a strike. */
function isFree({ words, listing }: Reader, at: number): boolean {
  const number = readAmount(words[at] ?? '')
  if (number === undefined) return false
  return (
    listing.isStrike?.(number) !== true || words.slice(at + 1).some(word => readParts(word, readStrike) !== undefined)
  )
}

function withDay(date: NamedDate, text: string, { isExpiry }: PhraseListing): NamedDate | undefined {
  if (date.kind !== 'month' || !isShortNumber(text) || isExpiry?.(whole(text), date.month, date.year) !== true)
    return undefined
  return { ...date, kind: 'day', text: `${date.text.replace(/\W*\d+$/, '')}${text}`, day: whole(text) }
}

function withYear(date: NamedDate, text: string, listing: PhraseListing): NamedDate | undefined {
  const year = yearOf(text)
  return year !== undefined && isMonthListed(date, year, listing)
    ? { ...date, text: `${date.text} ${text}`, year }
    : undefined
}

function isMonthListed(date: NamedDate, year: number, { isExpiry }: PhraseListing): boolean {
  const days = date.kind === 'day' ? [date.day] : Array.from({ length: 31 }, (_, index) => index + 1)
  return days.some(day => isExpiry?.(day, date.month, year) === true)
}
