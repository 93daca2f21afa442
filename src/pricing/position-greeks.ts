/**
 * Value and greeks of several legs together at one price of the underlying, by Black-76 leg by leg (conventions 5): delta and gamma to the
 * forward of each leg, as everywhere else, so that a future is its size and a hedge by futures leaves what it says. The forwards keep
 * their ratio to the price. Assumptions as in `payoff-before.ts`.
 */
import { yearMs } from '../domain/time.ts'
import { greekSlot } from './black-chain.ts'
import { blackGreeksInto, intrinsicValue } from './black.ts'
import type { ModelLeg, Scenario } from './payoff-before.ts'

export interface PositionGreeks {
  readonly value: number
  readonly delta: number
  readonly gamma: number
  readonly vegaPerVolPoint: number
  readonly thetaPerDay: number
}

const out = new Float64Array(greekSlot.width)

export function positionGreeks(legs: readonly ModelLeg[], price: number, scenario: Scenario): PositionGreeks {
  let [value, delta, gamma, vegaPerVolPoint, thetaPerDay] = [0, 0, 0, 0, 0]
  for (const leg of legs) {
    const expired = leg.expiryMs !== undefined && leg.expiryMs <= scenario.atMs
    const share = expired ? 1 : (leg.forwardRatio ?? 1)
    if (leg.kind === 'linear') {
      value += leg.ratio * share * price
      delta += leg.ratio
      continue
    }
    const isCall = leg.kind === 'call'
    if (expired) {
      const worth = intrinsicValue(price, leg.strike, isCall)
      value += leg.ratio * worth
      delta += worth > 0 ? leg.ratio * (isCall ? 1 : -1) : 0
      continue
    }
    const years = (leg.expiryMs - scenario.atMs) / yearMs
    const volatility = Math.max(0, leg.volatility + scenario.volatilityShift)
    blackGreeksInto(share * price, leg.strike, years, volatility, isCall, out, 0)
    value += leg.ratio * (out[greekSlot.price] as number)
    delta += leg.ratio * (out[greekSlot.delta] as number)
    gamma += leg.ratio * (out[greekSlot.gamma] as number)
    vegaPerVolPoint += leg.ratio * (out[greekSlot.vegaPerVolPoint] as number)
    thetaPerDay += leg.ratio * (out[greekSlot.thetaPerDay] as number)
  }
  return { value, delta, gamma, vegaPerVolPoint, thetaPerDay }
}
