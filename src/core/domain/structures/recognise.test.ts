import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, dec, type Decimal, mul } from '../decimal.ts'
import { instantiate, countNeeded, type Placement } from './instantiate.ts'
import type { Direction } from './match.ts'
import { formOutline } from './outline.ts'
import { recognise } from './recognise.ts'
import { type TemplateForm, underlying } from './template.ts'
import { templates } from './templates.ts'
import type { StructureLeg } from './tidy-legs.ts'

const nearMs = Date.UTC(2022, 11, 30, 8)
const farMs = Date.UTC(2023, 0, 27, 8)
const call = (strike: string, ratio = 1, expiry = nearMs): StructureLeg => ({
  kind: 'C',
  strike: dec(strike),
  expiry,
  base: 'BTC',
  ratio,
})
const put = (strike: string, ratio = 1, expiry = nearMs): StructureLeg => ({
  kind: 'P',
  strike: dec(strike),
  expiry,
  base: 'BTC',
  ratio,
})
const perpetual = (ratio = 1): StructureLeg => ({ kind: 'U', base: 'BTC', ratio, product: 'perpetual' })
const spot = (ratio = 1): StructureLeg => ({ kind: 'U', base: 'BTC', ratio, product: 'spot' })
const future = (ratio = 1, expiry = nearMs): StructureLeg => ({
  kind: 'U',
  base: 'BTC',
  ratio,
  product: 'future',
  expiry,
})

const titleOf = (...legs: StructureLeg[]): string => recognise(legs).title

/** Templates that, if sold, equal another template bought (the table in templates.ts). */
const inverses = new Map([
  [6, 11],
  [11, 6],
  [8, 12],
  [12, 8],
  [20, 23],
  [23, 20],
  [21, 22],
  [22, 21],
  [25, 26],
  [26, 25],
])

const every = templates.flatMap(template => template.forms.map((form, index) => ({ template, form, index })))

/** Distances between the strikes of a form. Wings meet its constraint. */
function strikeGaps(form: TemplateForm, gaps: readonly number[]): number[] {
  const count = countNeeded(form).strikes - 1
  const taken = gaps.slice(0, count)
  const equal = form.constraint === 'equal_wings' || form.constraint === 'equal_wings_else_broken'
  if (equal && count > 0) taken[count - 1] = taken[0] ?? 1
  if (form.constraint === 'unequal_wings' && taken[0] === taken[count - 1]) taken[0] = (taken[0] ?? 0) + 1
  return taken
}

const placements = fc.record({
  first: fc.integer({ min: 1, max: 400 }),
  gaps: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 3, maxLength: 3 }),
  step: fc.constantFrom('500', '0.25', '1000', '0.005', '7.50'),
  expiry: fc.integer({ min: 1, max: 1000 }),
  later: fc.integer({ min: 1, max: 500 }),
  direction: fc.constantFrom<Direction>('long', 'short'),
  underlying: fc.constantFrom<Placement['underlying']>(
    { product: 'spot' },
    { product: 'perpetual' },
    { product: 'future', expiry: 5_000_000_000 },
  ),
  multiple: fc.constantFrom(1, 1, 2, 10, 0.1, 0.5),
  seed: fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })),
})

const ladder = (form: TemplateForm, first: number, gaps: readonly number[], step: string): Decimal[] => {
  const strikes = [mul(dec(first), dec(step))]
  for (const gap of strikeGaps(form, gaps)) strikes.push(add(strikes.at(-1) ?? dec(0), mul(dec(gap), dec(step))))
  return strikes
}

/** Legs of any portfolio: options of two bases at two expiries, and their hedges. */
const anyLeg = fc.oneof(
  fc.record({
    kind: fc.constantFrom('C' as const, 'P' as const),
    strike: fc.integer({ min: 15, max: 22 }).map(thousand => dec(thousand * 1000)),
    expiry: fc.constantFrom(nearMs, farMs),
    base: fc.constantFrom('BTC', 'BTC', 'ETH'),
    ratio: fc.constantFrom(-2, -1, 1, 2),
  }),
  fc.constantFrom(perpetual(-1), future(2), spot(1)),
)
const anyBook: fc.Arbitrary<StructureLeg[]> = fc.uniqueArray(anyLeg, {
  minLength: 1,
  maxLength: 14,
  selector: each => `${each.base}${each.kind}${each.strike}${each.expiry}${'product' in each ? each.product : ''}`,
})
const whole = (legs: readonly StructureLeg[]): string[] =>
  legs.map(each => `${each.base} ${each.kind} ${each.strike ?? each.product} ${each.expiry ?? ''} ${each.ratio}`).sort()

describe('recognition', () => {
  test.each(every)(
    'is inverse to template $template.number, $template.name (form $index), bought and sold, at any strikes and in any order',
    ({ template, form }) => {
      fc.assert(
        fc.property(placements, ({ first, gaps, step, expiry, later, direction, underlying, multiple, seed }) => {
          const legs = instantiate(form, {
            base: 'BTC',
            strikes: ladder(form, first, gaps, step),
            expiries: [expiry * 86_400_000, (expiry + later) * 86_400_000],
            direction,
            underlying,
          })
          const order = new Map(legs.map(leg => [leg, seed.next().value as number]))
          const shuffled = [...legs]
            .sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
            .map(leg => ({ ...leg, ratio: leg.ratio * multiple }))
          const found = recognise(shuffled)
          // An outright is named by its product, a general ratio by its numbers.
          const listed = direction === 'long' ? (form.name ?? template.name) : (form.soldName ?? template.soldName)
          const ownName = template.number === 3 || template.number === 10
          const inverse = direction === 'short' ? inverses.get(template.number) : undefined
          expect(found).toMatchObject({
            kind: 'structure',
            number: inverse ?? template.number,
            direction: inverse === undefined ? direction : 'long',
            title: ownName ? found.title : listed,
          })
          expect(found).not.toHaveProperty('broken')
          expect(found).not.toHaveProperty('suffix')
        }),
        { numRuns: 40 },
      )
    },
  )

  test('there are forty-eight templates, numbered in order, and no two forms share a pattern unless their wings tell them apart', () => {
    expect(templates.map(template => template.number)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1))
    const seen = new Map<string, TemplateForm[]>()
    for (const { form } of every) {
      const { outline, ratios } = formOutline(form)
      const key = `${outline} ${ratios.join(':')}`
      seen.set(key, [...(seen.get(key) ?? []), form])
    }
    for (const forms of seen.values()) expect(new Set(forms.map(form => form.constraint)).size).toBe(forms.length)
  })

  test.each<[string, StructureLeg[]]>([
    ['long call', [call('17000')]],
    ['short put', [put('17000', -3)]],
    ['perpetual', [perpetual()]],
    ['short future', [future(-2)]],
    ['outright', [{ kind: 'U', base: 'BTC', ratio: 1 }]],
    ['bear call spread', [call('17000', -1), call('18000')]],
    ['bull put spread', [put('17000'), put('18000', -1)]],
    ['call backspread 1x3', [call('17000', -1), call('18000', 3)]],
    ['call ratio 2x3', [call('17000', 2), call('18000', -3)]],
    ['short call ratio 3x2', [call('17000', -3), call('18000', 2)]],
    ['put ratio 2x1', [put('17000', -1), put('18000', 2)]],
    ['bearish risk reversal', [put('17000'), call('19000', -1)]],
    ['synthetic short', [put('17000'), call('17000', -1)]],
    ['short iron condor', [put('16000', -1), put('17000'), call('19000'), call('20000', -1)]],
    ['broken iron condor', [put('16000'), put('17000', -1), call('19000', -1), call('20500')]],
    ['short broken iron butterfly', [put('16000', -1), put('17000'), call('17000'), call('19000', -1)]],
    ['broken-wing call butterfly', [call('17000'), call('18000', -2), call('20000')]],
    ['double calendar', [put('17000', -1), call('19000', -1), put('17000', 1, farMs), call('19000', 1, farMs)]],
    ['double diagonal', [put('17000', -1), call('19000', -1), put('16000', 1, farMs), call('20000', 1, farMs)]],
    ['call diagonal', [call('22000', -1), call('22500', 1, farMs)]],
    ['short put calendar', [put('22000', 1), put('22000', -1, farMs)]],
    ['future spread', [future(-1), future(1, farMs)]],
    ['future spread', [perpetual(-1), future(1)]],
    ['short future spread', [spot(1), perpetual(-1)]],
    ['conversion', [future(1, farMs), put('17000'), call('17000', -1)]],
  ])('names %s', (title, legs) => expect(titleOf(...legs)).toBe(title))

  test('strikes are numbers: 9500 lies below 10000, and 17000.0 is 17000', () => {
    expect(titleOf(call('9500'), call('10000', -1))).toBe('bull call spread')
    expect(titleOf(call('17000.0', -1), call('17000', 1, farMs))).toBe('call calendar')
    expect(titleOf(put('17000.0'), call('17000'))).toBe('straddle')
  })

  test('a common factor is taken out and told', () => {
    expect(recognise([call('17000', 10), call('18000', -20)])).toMatchObject({ number: 6, multiple: 10 })
    expect(recognise([call('17000', 0.3), call('18000', -0.6)])).toMatchObject({ number: 6 })
  })

  test('equal legs are added up, and legs that cancel are none', () => {
    expect(titleOf(call('17000'), call('18000', -1), call('18000', -1))).toBe('call ratio 1x2')
    expect(recognise([call('17000'), call('17000', -1)])).toEqual({
      kind: 'custom',
      title: 'custom, 0 legs',
      reason: 'no_legs',
      effect: '',
      parts: [],
    })
  })

  test('one underlying beside a known option structure is its hedge, in any ratio', () => {
    expect(recognise([put('17000', 10), call('17000', 10), perpetual(-3)])).toMatchObject({
      title: 'straddle + hedge',
      number: 13,
      direction: 'long',
      suffix: '+ hedge',
      code: 'Strd',
      multiple: 10,
      effect: 'buys 17000P-17000C, hedge sells perpetual',
    })
    expect(titleOf(call('17000', -1), call('18000'), future(1))).toBe('bear call spread + hedge')
    expect(titleOf(call('17000', 10), perpetual(-3))).toBe('long call + hedge')
  })

  test('a whole structure with its underlying is not a hedge', () => {
    expect(recognise([call('17000', -1), spot(1)])).toMatchObject({ title: 'covered call', number: 20 })
  })

  test('the effect tells who buys what, the body and the wings apart', () => {
    const effectOf = (...legs: StructureLeg[]): string => recognise(legs).effect
    expect(effectOf(put('16000'), put('17000', -1), call('19000', -1), call('20000'))).toBe(
      'sells 17000P-19000C, buys wings',
    )
    expect(effectOf(put('16000', -5), put('17000', 5), call('19000', 5), call('20000', -5))).toBe(
      'buys 17000P-19000C, sells wings',
    )
    expect(effectOf(call('17000', 10), call('18000', -20), call('19000', 10))).toBe('sells 2×18000C, buys wings')
    expect(effectOf(call('17000'), call('18000', -2))).toBe('buys 17000C, sells 2×18000C')
    expect(effectOf(call('17000', -1), call('17000', 1, farMs))).toBe('buys 27JAN23 17000C, sells 30DEC22 17000C')
    expect(effectOf(spot(-1), future(1))).toBe('buys future 30DEC22, sells spot')
  })

  test('what has no template is custom, with the fewest known parts', () => {
    const found = recognise([put('16000'), put('17000', -1), call('19000', -1), call('20000'), call('23000', 2)])
    if (found.kind !== 'custom') throw new Error(found.title)
    expect(found.title).toBe('custom, 5 legs')
    expect(found.reason).toBe('no_template')
    expect(found.parts.map(part => [part.title, part.multiple])).toEqual([
      ['iron condor', 1],
      ['long call', 2],
    ])
  })

  test('a calendar and a diagonal are parts, not a double calendar', () => {
    const found = recognise([put('17000', -1), call('19000', -1), put('17000', 1, farMs), call('20000', 1, farMs)])
    expect(found.kind === 'custom' && found.parts.map(part => part.title).sort()).toEqual([
      'call diagonal',
      'put calendar',
    ])
  })

  test('two bases never make one structure', () => {
    const found = recognise([call('17000'), { ...call('18000', -1), base: 'ETH' }])
    expect(found).toMatchObject({
      kind: 'custom',
      reason: 'several_bases',
      title: 'custom, 2 legs',
      effect: 'buys BTC 17000C, sells ETH 18000C',
    })
    expect(found.kind === 'custom' && found.parts.map(part => part.title)).toEqual(['long call', 'short call'])
  })

  test('parts are always the whole package, whatever it is, a whole book included', () => {
    fc.assert(
      fc.property(anyBook, legs => {
        const found = recognise(legs)
        expect(whole(found.kind === 'custom' ? found.parts.flatMap(part => part.legs) : found.legs)).toEqual(
          whole(legs),
        )
      }),
    )
  })

  test('the parts of a custom package do not depend on the order of its legs', () => {
    const parts = (legs: readonly StructureLeg[]): string[] => {
      const found = recognise(legs)
      if (found.kind !== 'custom') return [found.title]
      return found.parts.map(part => `${part.title} ${whole(part.legs).join(', ')}`).sort()
    }
    fc.assert(
      fc.property(
        anyBook.chain(legs => fc.tuple(fc.constant(legs), fc.shuffledSubarray(legs, { minLength: legs.length }))),
        ([legs, shuffled]) => {
          expect(parts(shuffled)).toEqual(parts(legs))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('legs that cannot be are refused', () => {
    expect(() => recognise([{ kind: 'C', base: 'BTC', ratio: 1 }])).toThrow('without a strike')
    expect(() => recognise([call('17000', Number.NaN)])).toThrow('ratio')
    expect(() =>
      instantiate(
        { legs: [underlying(1, 'T2')], constraint: 'none' },
        { base: 'BTC', strikes: [], expiries: [1], direction: 'long', underlying: { product: 'spot' } },
      ),
    ).toThrow('too few')
  })
})
