import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec } from '../decimal.ts'
import { formOutline, mostLegs, outlinedLegs, outlineOf } from './outline.ts'
import { templates } from './templates.ts'
import { expiryRank, type StructureLeg, type TidyLeg, tidyLegs } from './tidy-legs.ts'

const expiries = [Date.UTC(2026, 11, 25, 8), Date.UTC(2027, 2, 26, 8), Date.UTC(2027, 5, 25, 8)]

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
const anyLegs: fc.Arbitrary<StructureLeg[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: option }, { weight: 1, arbitrary: underlying }),
  {
    minLength: 1,
    maxLength: 5,
  },
)

/** Legs of a template's form, with its ranks as strikes and expiries. */
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

/** Kind and ranks of each leg as text. */
function shapeOf(legs: readonly TidyLeg[]): string {
  const options = legs.filter(leg => leg.kind !== 'U')
  const rank = (values: readonly number[], value: number): number =>
    [...new Set(values)].filter(each => each < value).length + 1
  const strikes = options.map(leg => leg.strikeRank)
  const times = (options.length === 0 ? legs : options).map(expiryRank)
  return legs
    .map(leg => {
      const strike = leg.kind === 'U' ? 0 : rank(strikes, leg.strikeRank)
      return `${leg.kind} ${strike} ${leg.kind === 'U' && options.length > 0 ? 0 : rank(times, expiryRank(leg))}`
    })
    .sort()
    .join('/')
}

const fewLegs = anyLegs.map(tidyLegs).filter(legs => legs.length > 0 && legs.length <= mostLegs)
const outlineOfLegs = (legs: readonly TidyLeg[]): number => outlineOf(outlinedLegs(legs))

describe('the outline of legs', () => {
  test('is one for legs of one shape, and another for another', () => {
    const seen = new Map<number, string>()
    fc.assert(
      fc.property(fewLegs, legs => {
        const outline = outlineOfLegs(legs)
        expect(seen.get(outline) ?? shapeOf(legs)).toBe(shapeOf(legs))
        seen.set(outline, shapeOf(legs))
      }),
      { numRuns: 3_000 },
    )
    expect(new Set(seen.values()).size).toBe(seen.size)
  })

  test('is the same in whatever order the legs are given', () => {
    fc.assert(
      fc.property(fewLegs, legs => {
        expect(outlineOfLegs(legs.toReversed())).toBe(outlineOfLegs(legs))
      }),
    )
  })

  test('of some legs among others is that of the legs alone', () => {
    fc.assert(
      fc.property(fewLegs, fewLegs, (legs, others) => {
        const all = tidyLegs([...legs, ...others])
        const some = all.slice(0, mostLegs)
        expect(outlineOf(outlinedLegs(all).slice(0, mostLegs))).toBe(outlineOfLegs(some))
      }),
    )
  })

  test('is that of every template’s form, bought and sold', () => {
    for (const { forms } of templates) {
      for (const form of forms) {
        expect(outlineOfLegs(formLegs(form, 1))).toBe(formOutline(form).outline)
        expect(outlineOfLegs(formLegs(form, -1))).toBe(formOutline(form).outline)
        expect(form.legs.length).toBeLessThanOrEqual(mostLegs)
      }
    }
  })
})
