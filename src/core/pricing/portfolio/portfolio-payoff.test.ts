import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, nearMs, nowMs, put, quote, surfaceOf } from '../../../testing/universe.fixture.ts'
import { lineOf } from '../../../testing/book.fixture.ts'
import { createPortfolioPayoff } from './portfolio-payoff.ts'
import { presentScenario } from './payoff-model.ts'

const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '97990', '98010'),
  quote(call(100), '4000', '4100'),
  quote(put(100), '6000', '6100'),
  quote(call(100, '20270326'), '9000', '9100'),
])
const surface = surfaceOf(quotes)
const result = (lines: readonly ReturnType<typeof lineOf>[], from: 'mark' | 'entry' = 'mark', atMs = nowMs) =>
  createPortfolioPayoff().payoff({ lines, surface, from, scenario: presentScenario, nowMs: atMs })

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

  it('of polls that differ in marks it is what each would be by itself, from marks and from entries, whole or a part', () => {
    const symbols = [call(100), put(100), call(100, '20270326'), 'BTC-USD-PERPETUAL', 'BTC-20280630-100000P']
    const price = fc.integer({ min: 1, max: 20_000 })
    const poll = fc.record({
      lines: fc.array(fc.record({ at: fc.nat(4), size: fc.constantFrom(-2, -1, 1, 1.5), mark: price, entry: price }), {
        minLength: 1,
        maxLength: 5,
      }),
      isRemarked: fc.boolean(),
      from: fc.constantFrom('mark' as const, 'entry' as const),
      timePart: fc.constantFrom(0, 0.5),
      laterMs: fc.constantFrom(0, 60_000),
    })
    fc.assert(
      fc.property(fc.array(poll, { minLength: 2, maxLength: 6 }), polls => {
        const reader = createPortfolioPayoff()
        let before: (typeof polls)[number]['lines'] = []
        for (const { lines, isRemarked, from, timePart, laterMs } of polls) {
          // Either the next poll of the same positions, or other positions.
          const held =
            isRemarked && before.length > 0
              ? before.map((line, at) => ({ ...line, mark: lines[at]?.mark ?? line.mark + 1 }))
              : lines
          before = held
          const inputs = {
            lines: held.map(({ at, ...line }) => ({ ...lineOf(symbols[at] ?? '', line.size), ...line })),
            surface,
            from,
            scenario: { timePart, volatilityShift: 0 },
            nowMs: nowMs + laterMs,
          }
          expect(reader.payoff(inputs)).toEqual(createPortfolioPayoff().payoff(inputs))
          const beside = [{ portfolio: reader.whole(inputs.lines, inputs), label: 'All', kind: 'book' as const }]
          expect(reader.curves(inputs, beside)).toEqual(createPortfolioPayoff().curves(inputs, beside))
        }
      }),
      { numRuns: 60 },
    )
  })
})
