import { canonical } from '../../../../core/domain/decimal.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import type { EntryFault, EntryField, EntryProblem } from '../../../../core/domain/package/order-entry.ts'
import { problemText } from '../problem-text.ts'

export type EntryErrors = Partial<Record<EntryField, string>>

export function entryErrors(problems: readonly EntryProblem[]): EntryErrors {
  const errors: EntryErrors = {}
  for (const { field, fault } of problems) errors[field] ??= faultText(field, fault)
  return errors
}

export function faultText(field: EntryField, fault: EntryFault): string {
  switch (fault.kind) {
    case 'rule':
      return problemText(fault.problem)
    case 'missing':
      return field === 'side' ? 'Choose buy or sell.' : 'Enter a quantity.'
    case 'ambiguous':
      return `Is it ${fault.readings.map(reading => exactText(reading)).join(' or ')}?`
    case 'not_a_number':
      return 'Not a number: type 10, 0.5 or 1000.'
    case 'not_a_price':
      return 'Not a price: type 120, 0.5 or 1250.'
    case 'not_whole_cycles':
      return 'Enter a whole number of cycles, 1 to 65534.'
    case 'no_legs':
      return 'No legs yet. Click a bid or an ask in the chain.'
    case 'not_listed':
      return notListedText(fault.expired, fault.unknown)
    case 'legs_cancel_out':
      return 'The legs cancel each other out.'
    case 'ratio_not_integer':
      return `The ratio of ${fault.symbol} is not a whole number.`
    case 'price_not_divisible': {
      const [below, above] = fault.nearest.map(price => exactText(canonical(price)))
      return `Not divisible by the common ratio ${fault.divisor}. Nearest: ${below} or ${above}.`
    }
  }
}

function notListedText(expired: readonly string[], unknown: readonly string[]): string {
  const parts = [
    expired.length === 0 ? '' : `Expired: ${expired.join(', ')}.`,
    unknown.length === 0 ? '' : `The venue does not list ${unknown.join(', ')}.`,
  ]
  return `${parts.filter(part => part !== '').join(' ')} Remove or replace.`
}
