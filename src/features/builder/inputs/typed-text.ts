/** Typed inputs in words. */
import { formatDecimal } from '../../../domain/decimal.ts'
import { expiryOf, shortExpiry, shortName } from '../../../domain/instrument.ts'
import type { InputKey, TypedInputs, TypedValue } from '../../../pricing/market/typed-inputs.ts'

export interface TypedText {
  readonly key: InputKey
  /** "forward 25DEC26". */
  readonly name: string
  /** "101,250". */
  readonly value: string
  readonly atMs: number
}

function wordsOf(key: InputKey, { value, atMs }: TypedValue, base: string): TypedText {
  const [kind = '', of = ''] = key.split(' ')
  const expiry = () => shortExpiry(Number.parseInt(of, 10))
  switch (kind) {
    case 'forward':
      return { key, name: `forward ${expiry()}`, value: formatDecimal(value), atMs }
    case 'shift':
      return { key, name: `IV ${expiry()}`, value: `${formatDecimal(value, { sign: 'always' })} points`, atMs }
    case 'volatility':
      return { key, name: `IV ${shortName(of)}`, value: `${formatDecimal(value)} %`, atMs }
    default:
      return { key, name: `${base} price`, value: formatDecimal(value), atMs }
  }
}

function endOf(key: InputKey): number {
  const [kind = '', of = ''] = key.split(' ')
  if (kind === 'forward' || kind === 'shift') return Number.parseInt(of, 10)
  return (kind === 'volatility' ? expiryOf(of) : undefined) ?? Number.POSITIVE_INFINITY
}

/** Those that still act: of expiries to come. */
export const typedText = (inputs: TypedInputs, base: string, nowMs: number): readonly TypedText[] =>
  [...inputs].filter(([key]) => endOf(key) > nowMs).map(([key, typed]) => wordsOf(key, typed, base))
