import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, nowMs } from '../testing/universe.fixture.ts'
import { type DatedLeg, packageShape } from './package-legs.ts'
import { type ModelLeg, payoffBefore } from './payoff-before.ts'
import { volatilityFreeBounds } from './volatility-free-bounds.ts'

const symbols = [call(90), call(100), call(110), call(100, '20270326'), call(110, '20270326')]
const names = [...symbols, ...symbols.map(symbol => symbol.replace(/C$/, 'P'))]

function modelled(leg: DatedLeg, volatility: number): ModelLeg {
  if (leg.kind === 'linear') return { kind: 'linear', ratio: leg.ratio }
  const { kind, strike, ratio, expiryMs } = leg
  return { kind, strike, ratio, expiryMs, volatility }
}

describe('bounds without volatilities', () => {
  it('hold at every price, whatever each volatility is', () => {
    const legs = fc.uniqueArray(fc.record({ symbol: fc.constantFrom(...names), ratio: fc.constantFrom(-2, -1, 1, 2) }), {
      minLength: 1,
      maxLength: 4,
      selector: leg => leg.symbol,
    })
    const volatilities = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(legs, volatilities, (structure, each) => {
        const shape = packageShape(structure)
        if (shape.kind !== 'priced') throw new Error('one base')
        const { least, greatest } = volatilityFreeBounds(structure, 500) ?? { least: 0, greatest: 0 }
        const own = shape.legs.map((leg, index) => modelled(leg, each[index] ?? 0))
        const prices = Float64Array.from({ length: 400 }, (_, index) => index * 1000)
        const values = payoffBefore(own, 500, { atMs: shape.expiries[0] ?? nowMs, volatilityShift: 0 }, prices)
        if (least !== 'unlimited') expect(Math.min(...values)).toBeGreaterThanOrEqual(least - 1e-6)
        if (greatest !== 'unlimited') expect(Math.max(...values)).toBeLessThanOrEqual(greatest + 1e-6)
      }),
    )
  })

  it('of several bases are added up, each at its own worst', () => {
    const eth = call(100).replace('BTC', 'ETH')
    expect(
      volatilityFreeBounds(
        [
          { symbol: call(100), ratio: 1 },
          { symbol: eth.replace(/C$/, 'P'), ratio: -1 },
        ],
        200,
      ),
    ).toEqual({ least: -100_200, greatest: 'unlimited' })
  })
})
