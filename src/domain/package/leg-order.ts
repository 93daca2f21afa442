/** Order of legs for reading: options by expiry, strike, call before put; then futures by expiry; then the rest by name. */
import { cmp } from '../decimal.ts'
import { type InstrumentName, parseInstrumentName } from '../instrument.ts'

const rank = (name: InstrumentName | undefined): number => (name?.product === 'option' ? 0 : name?.product === 'future' ? 1 : 2)

/** Negative: `a` is read before `b`. */
export function compareForReading(a: string, b: string): number {
  const one = parseInstrumentName(a)
  const other = parseInstrumentName(b)
  if (one?.product === 'option' && other?.product === 'option') {
    return one.expiryMs - other.expiryMs || cmp(one.strike, other.strike) || one.right.localeCompare(other.right)
  }
  if (one?.product === 'future' && other?.product === 'future') return one.expiryMs - other.expiryMs
  return rank(one) - rank(other) || (a < b ? -1 : a > b ? 1 : 0)
}
