/** What an option's quote says of its volatility: of its mid (else its last trade), of its bid and of its ask, and why where it says nothing. */
import type { Right } from '../domain/instrument.ts'
import { type NoVolatility, impliedVolatility } from './implied-volatility.ts'

export interface QuotedOption {
  readonly strike: number
  readonly right: Right
  readonly bid: number | undefined
  readonly ask: number | undefined
  /** Mid of both sides, else last trade. */
  readonly price: number | undefined
}

export interface QuoteVolatility {
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly volatility: number | undefined
  /** Why `volatility` is missing. */
  readonly why: NoVolatility | 'no_quote' | 'no_forward' | undefined
}

/** Volatilities of one quote; `years` to the expiry. */
export function quoteVolatility(option: QuotedOption, forward: number | undefined, years: number): QuoteVolatility {
  const { strike, right, price } = option
  if (forward === undefined) return { bid: undefined, ask: undefined, volatility: undefined, why: 'no_forward' }
  const of = (quoted: number | undefined): number | undefined => {
    if (quoted === undefined) return undefined
    const found = impliedVolatility({ price: quoted, forward, strike, years, right })
    return found.ok ? found.volatility : undefined
  }
  const sides = { bid: of(option.bid), ask: of(option.ask) }
  if (price === undefined) return { ...sides, volatility: undefined, why: 'no_quote' }
  const found = impliedVolatility({ price, forward, strike, years, right })
  return found.ok ? { ...sides, volatility: found.volatility, why: undefined } : { ...sides, volatility: undefined, why: found.reason }
}
