/**
 * One position as the risk functions take it: floats of the pricing layer, with what its option is priced by. A line that cannot be priced
 * stays a line: sums name it as left out.
 */
import type { ModelLeg } from '../payoff-before.ts'
import type { Greeks } from './unit-greeks.ts'

export interface PortfolioLine {
  readonly symbol: string
  readonly name: string
  readonly base: string
  /** `other`: what it is worth at another price is not known. */
  readonly kind: 'call' | 'put' | 'linear' | 'other'
  /** Of an option. */
  readonly strike: number | undefined
  /** Of an option or a dated future. */
  readonly expiryMs: number | undefined
  /** Signed. */
  readonly size: number
  readonly mark: number
  readonly entry: number
  /** Of the whole position; undefined where it cannot be priced. */
  readonly greeks: Greeks | undefined
  /** Of an option that can be priced. */
  readonly priced: { readonly forward: number; readonly volatility: number } | undefined
}

/** The line as a leg of a model, its forward keeping its present ratio to `underlying`; undefined for an option without a volatility. */
export function modelLeg(line: PortfolioLine, underlying: number): ModelLeg | undefined {
  const { kind, size: ratio, strike, expiryMs, priced } = line
  if (kind === 'other') return undefined
  if (kind === 'linear') {
    if (expiryMs === undefined) return { kind, ratio }
    return { kind, ratio, expiryMs, forwardRatio: line.mark / underlying }
  }
  if (strike === undefined || expiryMs === undefined || priced === undefined) return undefined
  return { kind, strike, ratio, expiryMs, volatility: priced.volatility, forwardRatio: priced.forward / underlying }
}
