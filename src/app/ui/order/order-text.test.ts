import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, eq, mul } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText, totalText } from '../../../core/domain/effect-label.ts'
import { clientOrderId, entityId } from '../../../core/domain/ids.ts'
import { normalise, type PackageIntent } from '../../../core/domain/normalise.ts'
import { endText, rejectText } from '../../../core/domain/order-outcome.ts'
import { checkOrder, type Problem, type ProblemCode, problemCodes } from '../../../core/domain/order-rules.ts'
import type { NewOrder } from '../../../core/domain/order.ts'
import { lifeRange, lifeText } from './life-text.ts'
import { problemText } from './problem-text.ts'
import { ruleChecks, rulesVerdict } from './rule-checks.ts'
import { wireProof } from './wire-preview.tsx'
import { firmLimit } from '../../../testing/order.fixture.ts'

const at = Date.UTC(2026, 10, 21, 14, 13)

describe('words of an order', () => {
  it.each([
    ['buy', '120', 'pay 120', '-120'],
    ['buy', '-30', 'receive 30', '30'],
    ['sell', '1250.50', 'receive 1,250.5', '1250.5'],
    ['sell', '-30', 'pay 30', '-30'],
    ['buy', '0', 'even', '0'],
  ] as const)('%s at %s is %s', (side, price, words, cash) => {
    const said = effectLabel(side, dec(price))
    expect(said.text).toBe(words)
    expect(eq(said.cash, dec(cash))).toBe(true)
  })

  it('says the total beside the package', () => {
    expect(totalText('sell', dec('80'), dec('10'))).toBe('receive 800 in total')
  })

  it('writes any decimal exactly', () => {
    expect(exactText(dec('-1234567.890'))).toBe('−1,234,567.89')
    expect(exactText(dec('0.0005'), true)).toBe('+0.0005')
  })

  it('says when an order ends, with the uncertain cycle', () => {
    expect(lifeText(2, at)).toBe('ends between 14:23 and 14:33 UTC')
    expect(lifeText(1, at)).toBe('ends at the turn of the current cycle, by 14:23 UTC')
    const legsMs = at + 12 * 60_000
    expect(lifeText(1, at, legsMs)).toBe('ends at the turn of the current cycle, by 14:23 UTC')
    expect(lifeText(2, at, legsMs)).toBe('ends between 14:23 and 14:25 UTC, when its legs expire')
    expect(lifeText(3, at, legsMs)).toBe('ends with its legs, 14:25 UTC')
    expect(lifeText(100, at)).toBe('ends between 22 Nov 06:43 and 22 Nov 06:53 UTC')
    expect(lifeRange(3)).toBe('20 min to 30 min')
  })

  it('has words for every problem, with the value and the bound where it has them', () => {
    for (const code of Object.keys(problemCodes) as ProblemCode[]) {
      const problem: Problem = { code, rule: 1, severity: 'block', field: 'price', value: '11', limit: '10' }
      expect(problemText(problem)).toMatch(/^[A-Z0-9“"].{10,}\.$/)
      expect(problemText(problem)).not.toContain('undefined')
    }
  })

  it('names a package price without the sign of the wire', () => {
    const off = { rule: 1, severity: 'warn', field: 'price', value: '-9995.95', limit: '0.5' } as const
    expect(problemText({ ...off, code: 'price_off_coarse_step' })).toBe(
      'Tick of the coarsest leg is 0.5: the venue may refuse 9,995.95. Safe: 9,995.5 or 9,996.',
    )
  })

  it('shows a reason it does not know as the venue wrote it', () => {
    expect(rejectText('too_cloudy')).toEqual({ text: 'too_cloudy', raw: 'too_cloudy', known: false })
    expect(rejectText('toString').known).toBe(false)
    expect(rejectText('invalid_legs')).toMatchObject({ raw: 'invalid_legs', known: true })
    expect(endText('timeout').known).toBe(true)
  })
})

const base: NewOrder = {
  ...firmLimit,
  side: 'buy',
  quantity: dec('1'),
  price: dec('10'),
  recv_window: 2,
  client_order_id: clientOrderId('c'),
  symbol: 'X',
}
const nothing = { byId: () => undefined, bySymbol: () => undefined }

describe('the check list of rules', () => {
  it('holds eleven of eleven when nothing is wrong', () => {
    expect(rulesVerdict(ruleChecks(base, []))).toBe('11/11 rules')
  })

  it('names the offending value at the rule it breaks', () => {
    const checks = ruleChecks(base, checkOrder({ ...base, recv_window: 70000 }, nothing))
    expect(checks.find(check => check.rule === 6)).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('70000'),
    })
    expect(rulesVerdict(checks)).toMatch(/^Cannot send: .*life out of range/)
  })

  it('says in the verdict what is wrong with the order, for every problem, and never the rule that it breaks', () => {
    const titles = ruleChecks(base, []).map(check => check.title)
    for (const [code, [rule]] of Object.entries(problemCodes) as [ProblemCode, readonly [Problem['rule'], unknown]][]) {
      const verdict = rulesVerdict(ruleChecks(base, [{ code, rule, severity: 'block', field: 'legs' }]))
      expect(verdict, code).toMatch(/^Cannot send: [a-zA-Z0-9 ]{5,40}$/)
      expect(titles.some(title => verdict.includes(title))).toBe(false)
    }
  })
})

describe('the proof of equivalence', () => {
  const leg = fc.record({
    id: fc.integer({ min: 1, max: 30 }),
    ratio: fc.integer({ min: -6, max: 6 }).filter(ratio => ratio !== 0),
  })
  const intent: fc.Arbitrary<PackageIntent> = fc.record({
    legs: fc
      .array(leg, { minLength: 1, maxLength: 8 })
      .map(legs => legs.map(({ id, ratio }) => ({ tradeable_entity_id: entityId(id), symbol: `S${id}`, ratio }))),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 999 }).map(units => mul(dec(units), dec('0.1'))),
    price: fc.integer({ min: -500, max: 500 }).map(cents => mul(dec(cents), dec('0.05'))),
  })

  it('holds for whatever normalisation gives', () => {
    fc.assert(
      fc.property(intent, meant => {
        const wire = normalise(meant)
        fc.pre(wire.ok)
        expect(wireProof(meant, wire.value).holds).toBe(true)
      }),
    )
  })

  it('fails when a leg, the side or the price is changed on the way', () => {
    fc.assert(
      fc.property(intent, meant => {
        const wire = normalise(meant)
        fc.pre(wire.ok)
        const bigger = { ...wire.value, quantity: mul(wire.value.quantity, dec('2')) }
        expect(wireProof(meant, bigger).holds).toBe(false)
        expect(wireProof(meant, { ...wire.value, side: wire.value.side === 'buy' ? 'sell' : 'buy' }).holds).toBe(false)
      }),
    )
  })
})
