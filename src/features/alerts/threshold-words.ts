/** A threshold in words. */
import type { Decimal } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import { type Threshold, type ThresholdKind, wholeAccount } from '../../domain/threshold.ts'
import { formatAmount } from '../../ui/format/amounts.ts'
import { formatDecimal } from '../../ui/format/format-decimal.ts'
import { stripHostile } from '../../domain/safe-text.ts'

type Subject = Pick<Threshold, 'kind' | 'subject'>

/** "BTC PERP", "uPnL of the account", "delta of BTC". */
export function subjectWords({ kind, subject }: Subject): string {
  if (kind === 'price') return stripHostile(shortName(subject), 60)
  return `${kind === 'upnl' ? 'uPnL' : 'Delta'} of ${subject === wholeAccount ? 'the account' : stripHostile(subject, 20)}`
}

const units: Readonly<Record<ThresholdKind, (subject: string) => string>> = {
  price: () => '',
  upnl: () => ' USD',
  delta: subject => ` ${stripHostile(subject, 20)}`,
}

/** Prices are told as they are; profits and deltas are amounts. */
export const figureWords = ({ kind, subject }: Subject, value: Decimal): string =>
  kind === 'price' ? formatDecimal(value) : `${formatAmount(value, { sign: 'always' })}${units[kind](subject)}`

/** "BTC PERP above 105,000". */
export const thresholdWords = (threshold: Threshold): string =>
  `${subjectWords(threshold)} ${threshold.direction} ${figureWords(threshold, threshold.level)}`
