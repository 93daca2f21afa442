/** Parses single words: expiries, strikes, numbers. Does not check if they are listed. */
import { dec, type Decimal, div, parseDecimal, sign, toNumber } from '../decimal.ts'
import type { Right } from '../instrument.ts'
import { readNumber } from '../typed-number.ts'

export type DateWord =
  | {
      readonly kind: 'day'
      readonly text: string
      readonly day: number
      readonly month: number
      readonly year?: number
    }
  /** The last expiry of that month. */
  | { readonly kind: 'month'; readonly text: string; readonly month: number; readonly year?: number }
  /** The only listed expiry of a series, within a month if one is named. */
  | {
      readonly kind: 'series'
      readonly text: string
      readonly series: 'weekly' | 'front month'
      readonly month?: number
    }
  /** The expiry nearest to that many days ahead. */
  | { readonly kind: 'tenor'; readonly text: string; readonly days: number }

export type StrikeWord =
  | {
      readonly kind: 'price'
      readonly text: string
      readonly value: Decimal
      readonly inThousands: boolean
      readonly right?: Right
    }
  | { readonly kind: 'delta'; readonly text: string; readonly delta: number; readonly right?: Right }
  /** A fraction of the forward: 0.95. */
  | { readonly kind: 'percent'; readonly text: string; readonly part: number; readonly right?: Right }
  /** Distance out of the money as a fraction of the forward; negative is in the money. */
  | { readonly kind: 'away'; readonly text: string; readonly part: number; readonly right?: Right }
  | { readonly kind: 'atm'; readonly text: string; readonly right?: Right }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames = `${months.join('|')}|january|february|march|april|june|july|august|september|october|november|december|sept`

const monthOf = (text: string): number => months.indexOf(text.slice(0, 3).toLowerCase())
const whole = (text: string): number => Number.parseInt(text, 10)
const yearOf = (text: string | undefined): { readonly year?: number } =>
  text === undefined ? {} : { year: 2000 + (whole(text) % 100) }

const dayForm = new RegExp(`^(\\d{1,2})-?(${monthNames})-?(\\d{2}|20\\d{2})?$`, 'i')
const monthForm = new RegExp(`^(${monthNames})'?-?(\\d{2}|20\\d{2})?$`, 'i')
/** "2026-DEC-25", "2026DEC25"; "Mar-26-2027". */
const yearFirstForm = new RegExp(`^(20\\d{2})[-/]?(${monthNames})[-/]?(\\d{1,2})$`, 'i')
const yearLastForm = new RegExp(`^(${monthNames})[-/](\\d{1,2})[-/](20\\d{2})$`, 'i')
const dottedForm = /^(\d{1,2})\.(\d{1,2})\.((?:20)?\d{2})$/
const isoForm = /^(20\d{2})[-/]?(\d{2})[-/]?(\d{2})$/
/** "Z26", a futures month code. Without X, since "x25" is a size. */
const codes = 'FGHJKMNQUV.Z'
const codeForm = /^([FGHJKMNQUVZ])(\d{2})$/i
const seriesForm = new RegExp(`^(?:(front)-month|(?:(${months.join('|')})-)?weekly)$`, 'i')
const tenorForm = /^(\d{1,2})(d|dte|w|wk|m|mo|y)$/i
const tenorDays: Readonly<Record<string, number>> = { dte: 1, w: 7, wk: 7, m: 30, mo: 30, y: 365 }

/** "25dec", "25DEC26", "dec", "dec26", "2026-12-25", "25.12.26", "2w", "3m". */
export function readDate(text: string): DateWord | undefined {
  const [, day, month, year] = dayForm.exec(text) ?? []
  if (day !== undefined && month !== undefined)
    return { kind: 'day', text, day: whole(day), month: monthOf(month), ...yearOf(year) }
  const [, alone, ofYear] = monthForm.exec(text) ?? []
  if (alone !== undefined) return { kind: 'month', text, month: monthOf(alone), ...yearOf(ofYear) }
  const [, code, ofCentury] = codeForm.exec(text) ?? []
  if (code !== undefined) return { kind: 'month', text, month: codes.indexOf(code.toUpperCase()), ...yearOf(ofCentury) }
  const [, firstYear, ofFirst, firstDay] = yearFirstForm.exec(text) ?? []
  if (firstYear !== undefined && ofFirst !== undefined && firstDay !== undefined)
    return { kind: 'day', text, day: whole(firstDay), month: monthOf(ofFirst), ...yearOf(firstYear) }
  const [, ofLast, lastDay, lastYear] = yearLastForm.exec(text) ?? []
  if (ofLast !== undefined && lastDay !== undefined)
    return { kind: 'day', text, day: whole(lastDay), month: monthOf(ofLast), ...yearOf(lastYear) }
  const [, isoYear, isoMonth, isoDay] = isoForm.exec(text) ?? []
  if (isoYear !== undefined && isoMonth !== undefined && isoDay !== undefined)
    return { kind: 'day', text, day: whole(isoDay), month: whole(isoMonth) - 1, ...yearOf(isoYear) }
  const [, dottedDay, dottedMonth, dottedYear] = dottedForm.exec(text) ?? []
  if (dottedDay !== undefined && dottedMonth !== undefined)
    return { kind: 'day', text, day: whole(dottedDay), month: whole(dottedMonth) - 1, ...yearOf(dottedYear) }
  const [series, front, ofMonth] = seriesForm.exec(text) ?? []
  if (series !== undefined)
    return {
      kind: 'series',
      text: text.replace('-', ' '),
      series: front === undefined ? 'weekly' : 'front month',
      ...(ofMonth === undefined ? {} : { month: monthOf(ofMonth) }),
    }
  const [, count, unit = ''] = tenorForm.exec(text) ?? []
  const days = tenorDays[unit.toLowerCase()]
  return count === undefined || days === undefined ? undefined : { kind: 'tenor', text, days: whole(count) * days }
}

/** "1.5", "1,5", "1,500,000", "2k"; else undefined. "1,500" and "1.500" are ambiguous; a list of strikes may decide. */
export function readAmount(text: string): Decimal | undefined {
  const read = /^[\d.,]+k?$/i.test(text) ? readNumber(text) : undefined
  if (read?.kind === 'ambiguous') return read.readings[text.includes(',') ? 0 : 1]
  return read?.kind === 'number' ? read.value : undefined
}

const rightOf = (letter: string | undefined): { readonly right?: Right } =>
  letter === undefined || letter === '' ? {} : { right: /^c/i.test(letter) ? 'call' : 'put' }

/** "100k", "85P", "100,000", "25d", "25dc", "95%", "atm". */
export function readStrike(text: string): StrikeWord | undefined {
  const [, atmRight] = /^atmf?(c|p)?$/i.exec(text) ?? [undefined]
  if (/^atmf?(?:c|p)?$/i.test(text)) return { kind: 'atm', text, ...rightOf(atmRight) }
  const [, percent, deltaRight] = /^(\d{1,2}(?:\.\d+)?|\.\d+)(?:d|δ|Δ|delta)(c|p)?$/i.exec(text) ?? []
  if (percent !== undefined) {
    const delta = readAmount(percent)
    // "0.25d" and ".25d" equal "25d".
    const hundredths = percent.startsWith('0.') || percent.startsWith('.') ? 1 : 100
    return delta === undefined || sign(delta) === 0
      ? undefined
      : { kind: 'delta', text, delta: toNumber(div(delta, dec(hundredths))), ...rightOf(deltaRight) }
  }
  const [, away, where = ''] = /^(\d{1,2}(?:\.\d+)?)%(otm|itm)$/i.exec(text) ?? []
  if (away !== undefined)
    return { kind: 'away', text, part: (/^o/i.test(where) ? 1 : -1) * toNumber(div(dec(away), dec(100))) }
  const [, part, partRight] = /^(\d{2,3}(?:\.\d+)?)%(c|p)?$/i.exec(text) ?? []
  const ofForward = part === undefined ? undefined : parseDecimal(part)
  if (ofForward !== undefined)
    return { kind: 'percent', text, part: toNumber(div(ofForward, dec(100))), ...rightOf(partRight) }
  const [, before, number = '', right] = /^(c|p)?([\d.,]+k?)(c|p)?$/i.exec(text) ?? []
  const value = before === undefined || right === undefined ? readAmount(number) : undefined
  return value === undefined
    ? undefined
    : { kind: 'price', text, value, inThousands: /k$/i.test(number), ...rightOf(right ?? before) }
}

/** Parts of "85/110", "25dec/26mar", "80-100-120". Undefined unless all are readable. */
export function readParts<Part>(text: string, read: (part: string) => Part | undefined): readonly Part[] | undefined {
  const parts = text.includes('/') ? text.split('/') : text.split('-')
  const found = parts.map(read)
  const known = found.flatMap(one => (one === undefined ? [] : [one]))
  return known.length === parts.length ? known : undefined
}
