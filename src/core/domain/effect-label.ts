/**
 * A package price as the trader's cash effect: "pay 120", "receive 80". Prices are signed: buying at a positive price
 * pays, selling at one receives. Only the wire shows the sign; screens always show word and number together.
 */
import { abs, canonical, type Decimal, formatDecimal, mul } from './decimal.ts'
import { cashToTrader, type Effect, effectOf } from './normalise.ts'
import type { Side } from './order.ts'

/** @example exactText(dec('1234.50'), true) // '+1,234.5' */
export const exactText = (value: Decimal, signed = false): string =>
  formatDecimal(canonical(value), { sign: signed ? 'always' : 'auto' })

export interface EffectLabel {
  readonly effect: Effect
  /** "pay 120", "receive 80", "even". */
  readonly text: string
  /** Signed cash to the trader: a debit is negative. */
  readonly cash: Decimal
}

const verbs = { debit: 'pay', credit: 'receive' } as const

export const payVerb = (effect: Effect): 'pay' | 'receive' | undefined =>
  effect === 'even' ? undefined : verbs[effect]

export function effectLabel(side: Side, price: Decimal): EffectLabel {
  const effect = effectOf(side, price)
  const cash = cashToTrader(side, price, '1' as Decimal)
  return { effect, text: effect === 'even' ? 'even' : `${verbs[effect]} ${exactText(abs(price))}`, cash }
}

export function totalText(side: Side, price: Decimal, quantity: Decimal): string {
  const { effect } = effectLabel(side, price)
  return effect === 'even' ? 'even' : `${verbs[effect]} ${exactText(abs(mul(price, quantity)))} in total`
}
