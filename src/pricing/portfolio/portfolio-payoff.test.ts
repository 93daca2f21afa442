import { describe, expect, it } from 'vitest'
import { call, listed, lookup, nearMs, nowMs, put, quote } from '../../testing/universe.fixture.ts'
import { baseSurface } from '../market/base-surface.ts'
import { lineOf } from '../../testing/book.fixture.ts'
import { portfolioPayoff } from './portfolio-payoff.ts'
import { presentScenario } from './payoff-model.ts'

const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '97990', '98010'),
  quote(call(100), '4000', '4100'),
  quote(put(100), '6000', '6100'),
  quote(call(100, '20270326'), '9000', '9100'),
])
const universe = { ...listed, bases: () => ['BTC'], spot: () => undefined, perpetual: () => lookup.bySymbol('BTC-USD-PERPETUAL') }
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
const result = (lines: readonly ReturnType<typeof lineOf>[], from: 'mark' | 'entry' = 'mark', atMs = nowMs) =>
  portfolioPayoff({ lines, surface, from, scenario: presentScenario, nowMs: atMs })

describe('the payoff of positions', () => {
  it('from entry it is that from the marks and what was made until now', () => {
    const lines = [{ ...lineOf(call(100), 2), mark: 4050, entry: 3000 }]
    const worst = (from: 'mark' | 'entry') => {
      const { model } = result(lines, from)
      return model.kind === 'exact' ? model.payoff.maxLoss.value : undefined
    }
    expect([worst('mark'), worst('entry')]).toEqual([-8100, -6000])
  })

  it('expired lines are left out by name', () => {
    const { model, leftOut } = result([lineOf(call(100), 1), lineOf('BTC-USD-PERPETUAL', 1)], 'mark', nearMs)
    expect(model.kind).toBe('exact')
    expect(leftOut).toEqual([lineOf(call(100), 1).name])
  })

  it('with several expiries an option without a volatility is left out by name, not the whole book', () => {
    const gone = lineOf('BTC-20280630-100000P', 1)
    const { model, leftOut } = result([lineOf(call(100), -1), lineOf(call(100, '20270326'), 1), gone])
    expect(model.kind).toBe('model')
    expect(leftOut).toEqual([gone.name])
  })
})
