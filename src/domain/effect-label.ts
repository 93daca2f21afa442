/**
 * What a package's price means to the trader, as every screen says it: "pay 120", "receive 80". Signed: buying at a
 * positive price pays, selling at a positive price receives. The sign itself appears only on the wire; the word is
 * never shown without the number, nor the number without the word.
 */
import { abs, canonical, type Decimal, formatDecimal, mul } from './decimal.ts'
import { cashToTrader, type Effect, effectOf } from './normalise.ts'
import type { Side } from './order.ts'

/**
 * Exact text with thousands separators and a true minus sign; `signed` adds + to what is above zero. Nothing is rounded.
 * @example exactText(dec('1234.50'), true) // '+1,234.5'
 */
export const exactText = (value: Decimal, signed = false): string => formatDecimal(canonical(value), { sign: signed ? 'always' : 'auto' })

export interface EffectLabel {
  readonly effect: Effect
  /** "pay 120", "receive 80", "even". */
  readonly text: string
  /** Cash to the trader with its sign: a debit is negative. */
  readonly cash: Decimal
}

const verbs = { debit: 'pay', credit: 'receive' } as const

/** "pay", "receive"; undefined of a price of zero. */
export const payVerb = (effect: Effect): 'pay' | 'receive' | undefined => (effect === 'even' ? undefined : verbs[effect])

/** What a price per package means to the trader who buys or sells at it. */
export function effectLabel(side: Side, price: Decimal): EffectLabel {
  const effect = effectOf(side, price)
  const cash = cashToTrader(side, price, '1' as Decimal)
  return { effect, text: effect === 'even' ? 'even' : `${verbs[effect]} ${exactText(abs(price))}`, cash }
}

/** The same for the whole order: "pay 1,200 in total". */
export function totalText(side: Side, price: Decimal, quantity: Decimal): string {
  const { effect } = effectLabel(side, price)
  return effect === 'even' ? 'even' : `${verbs[effect]} ${exactText(abs(mul(price, quantity)))} in total`
}
