import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec } from '../decimal.ts'
import { matchStructure } from './match.ts'
import { hasKnownOutline, mostLegs, outlinedLegs } from './outline.ts'
import { templates } from './templates.ts'
import { type StructureLeg, type TidyLeg, tidyLegs } from './tidy-legs.ts'

const expiries = [Date.UTC(2026, 11, 25, 8), Date.UTC(2027, 2, 26, 8), Date.UTC(2027, 5, 25, 8)]
const isOutlined = (legs: readonly TidyLeg[]): boolean => hasKnownOutline(outlinedLegs(legs))

const option = fc.record({
  kind: fc.constantFrom('C' as const, 'P' as const),
  strike: fc.integer({ min: 90, max: 95 }).map(each => dec(each * 1_000)),
  expiry: fc.constantFrom(...expiries),
  base: fc.constant('BTC'),
  ratio: fc.constantFrom(-3, -2, -1, 1, 2, 3),
})
const underlying = fc.oneof(
  fc.record({
    kind: fc.constant('U' as const),
    base: fc.constant('BTC'),
    ratio: fc.constantFrom(-1, 1),
    product: fc.constantFrom('spot' as const, 'perpetual' as const),
  }),
  fc.record({
    kind: fc.constant('U' as const),
    base: fc.constant('BTC'),
    ratio: fc.constantFrom(-1, 1),
    product: fc.constant('future' as const),
    expiry: fc.constantFrom(...expiries),
  }),
)
const anyLegs: fc.Arbitrary<StructureLeg[]> = fc.array(fc.oneof({ weight: 4, arbitrary: option }, { weight: 1, arbitrary: underlying }), {
  minLength: 1,
  maxLength: 5,
})

/** A template's form at strikes and expiries of its ranks. */
const formLegs = (form: (typeof templates)[number]['forms'][number], sign: 1 | -1): TidyLeg[] =>
  tidyLegs(
    form.legs.map(({ kind, ratio, strike, expiry }) => ({
      kind,
      base: 'BTC',
      ratio: ratio * sign,
      ...(strike === undefined ? {} : { strike: dec(90_000 + Number(strike.slice(1)) * 1_000) }),
      ...(expiry === undefined ? {} : { expiry: expiries[Number(expiry.slice(1)) - 1] ?? 0 }),
    })),
  )

describe('the outline of legs', () => {
  test('is known of whatever is a structure', () => {
    fc.assert(
      fc.property(anyLegs, given => {
        const legs = tidyLegs(given)
        if (legs.length > 0 && matchStructure(legs) !== undefined) expect(isOutlined(legs)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  test('is known of every template, bought and sold', () => {
    for (const { forms } of templates) {
      for (const form of forms) {
        expect(isOutlined(formLegs(form, 1))).toBe(true)
        expect(isOutlined(formLegs(form, -1))).toBe(true)
        expect(form.legs.length).toBeLessThanOrEqual(mostLegs)
      }
    }
  })

  test('is not known of sides that no template has, such as three calls bought', () => {
    const call = (thousand: number): StructureLeg => ({
      kind: 'C',
      strike: dec(thousand * 1_000),
      expiry: expiries[0] ?? 0,
      base: 'BTC',
      ratio: 1,
    })
    expect(isOutlined(tidyLegs([call(90), call(91), call(92)]))).toBe(false)
    expect(isOutlined(tidyLegs([call(90), call(91), call(92), call(93), call(94)]))).toBe(false)
  })
})
