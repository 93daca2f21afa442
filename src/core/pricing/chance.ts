/**
 * Probabilities under the lognormal distribution implied by one volatility for all strikes, centred on the forward.
 * This is an assumption: screens that show a probability state it with its inputs.
 */
import { normalCdf } from './normal.ts'

export interface Lognormal {
  readonly forward: number
  /** Volatility × √years, > 0. */
  readonly deviation: number
}

export function chanceBelow(price: number, { forward, deviation }: Lognormal): number {
  if (price <= 0) return 0
  return price === Number.POSITIVE_INFINITY ? 1 : normalCdf(Math.log(price / forward) / deviation + deviation / 2)
}

export function priceAtSigma(sigmas: number, { forward, deviation }: Lognormal): number {
  return forward * Math.exp(sigmas * deviation - (deviation * deviation) / 2)
}

/**
 * Probability that a function of the price ends above zero. `zeros` are all prices at which its sign may change,
 * ascending.
 */
export function chanceAbove(zeros: readonly number[], valueAt: (price: number) => number, law: Lognormal): number {
  const edges = [0, ...zeros.filter(price => price > 0 && Number.isFinite(price)), Number.POSITIVE_INFINITY]
  let chance = 0
  for (let index = 1; index < edges.length; index++) {
    const [from = 0, to = 0] = [edges[index - 1], edges[index]]
    const inside = to === Number.POSITIVE_INFINITY ? from * 2 + law.forward : (from + to) / 2
    if (valueAt(inside) > 0) chance += chanceBelow(to, law) - chanceBelow(from, law)
  }
  return chance
}
