/**
 * Sort order of displayed names. Instruments sort by base, expiry, numeric strike and right, in the short form ("BTC
 * 25DEC26 100000 C") and on the wire ("BTC-20261225-100000C"). Other texts sort by letters, dates by the calendar and
 * numbers by size.
 */
import { shortExpiry } from './instrument.ts'

const months = Array.from({ length: 12 }, (_, month) => shortExpiry(Date.UTC(2026, month, 1, 8)).slice(2, 5))
const dates = new RegExp(String.raw`(?<!\d)(\d{1,2})(${months.join('|')})(\d{2})(?: (\d{2}):(\d{2}))?(?!\d)`, 'g')
const numbers = /\d+(?:,\d{3})*(?:\.(\d+))?/g
/** A collator compares runs of digits as whole numbers, so every fraction is padded to this length. */
const fractionDigits = 18

function orderText(name: string): string {
  const dated = name.replace(dates, (_, day: string, month: string, year: string, hour = '08', minute = '00') => {
    const at = String(months.indexOf(month) + 1).padStart(2, '0')
    return `20${year}${at}${day.padStart(2, '0')}T${hour}${minute}`
  })
  return dated.replace(numbers, (text, fraction = '') => {
    const whole = text.slice(0, text.length - (fraction === '' ? 0 : fraction.length + 1)).replaceAll(',', '')
    return `${whole}.${fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0')}`
  })
}

const known = new Map<string, string>()
const mostKnown = 100_000

function knownOrderText(name: string): string {
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= mostKnown) known.clear()
  const text = orderText(name)
  known.set(name, text)
  return text
}

/** Created lazily: it takes milliseconds, and few tables are sorted by text. */
let collator: Intl.Collator | undefined

export function compareNames(a: string, b: string): number {
  if (a === b) return 0
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(knownOrderText(a), knownOrderText(b)) || (a < b ? -1 : 1)
}
