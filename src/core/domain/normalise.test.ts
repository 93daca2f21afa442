import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cmp, dec, type Decimal, eq, gcd, isZero } from './decimal.ts'
import { compareIds, entityId } from './ids.ts'
import {
  cashToTrader,
  effectOf,
  legTotals,
  nearestPackagePrices,
  normalise,
  type PackageIntent,
  packagePrice,
} from './normalise.ts'
import type { Leg, Side } from './order.ts'

/** Legs are written as `id:ratio`. */
const intent = (side: Side, quantity: string, legs: string, price?: string, minimum?: string): PackageIntent => ({
  legs: legs.split(' ').map((text): Leg => {
    const [id = '', ratio] = text.split(':')
    return { tradeable_entity_id: entityId(id), symbol: `S${id}`, ratio: Number(ratio) }
  }),
  side,
  quantity: dec(quantity),
  ...(price === undefined ? {} : { price: dec(price) }),
  ...(minimum === undefined ? {} : { minimum_quantity: dec(minimum) }),
})

test.each<[Side, string, string, string, string]>([
  ['buy', '10', '105:1 101:-1', '120', 'sell 10 of 101:1 105:-1 at -120'],
  ['buy', '5', '101:2 105:-2', '200', 'buy 10 of 101:1 105:-1 at 100'],
  ['buy', '3', '110:4 101:-2 120:-2', '-60', 'sell 6 of 101:1 110:-2 120:1 at 30'],
])('a worked case of the conventions: %s %s of %s at %s is %s', (side, quantity, legs, price, want) => {
  const done = normalise(intent(side, quantity, legs, price))
  if (!done.ok) throw new Error(done.reason)
  const sent = done.value.legs.map(each => `${each.tradeable_entity_id}:${each.ratio}`).join(' ')
  expect(`${done.value.side} ${done.value.quantity} of ${sent} at ${done.value.price}`).toBe(want)
})

describe('normalisation', () => {
  test('equal instruments are merged; when they cancel out entirely nothing is left to send', () => {
    expect(normalise(intent('buy', '1', '5:1 5:-1'))).toEqual({ ok: false, reason: 'no_legs' })
  })
  test('one instrument left is sent as a single order, side from the sign of the ratio', () => {
    const done = normalise(intent('buy', '2', '7:-3', '-90', '1'))
    if (!done.ok) throw new Error(done.reason)
    expect(done.value).toMatchObject({ kind: 'single', side: 'sell', quantity: '6', price: '30' })
    expect(done.value.minimum_quantity).toBeUndefined()
  })
  test('ids are ordered as integers, not as text', () => {
    const done = normalise(intent('buy', '1', '1000:1 99:1'))
    if (!done.ok) throw new Error(done.reason)
    expect(done.value.legs.map(each => each.tradeable_entity_id)).toEqual(['99', '1000'])
  })
  test('a price that does not divide is refused with the nearest package prices on the step', () => {
    const done = normalise(intent('buy', '1', '1:3 2:-3', '200'), dec('0.5'))
    expect(done).toEqual({ ok: false, reason: 'price_not_divisible', divisor: 3, nearest: ['199.5', '201'] })
    expect(nearestPackagePrices(dec('-200'), 3, dec('0.5'))).toEqual(['-201', '-199.5'])
    // Without a step, to eight decimals per package.
    expect(normalise(intent('buy', '1', '1:3', '1'))).toMatchObject({ nearest: ['0.99999999', '1.00000002'] })
  })
  test('the minimum quantity grows with the common factor, as the quantity does', () => {
    const done = normalise(intent('sell', '10', '1:2 2:-4', undefined, '3'))
    expect(done).toMatchObject({ ok: true, value: { quantity: '20', minimum_quantity: '6', divisor: 2 } })
  })
  test('a price whose form needs no change keeps its text', () => {
    expect(normalise(intent('buy', '1.0', '1:1 2:-1', '10.0', '0.50'))).toMatchObject({
      value: { quantity: '1.0', price: '10.0', minimum_quantity: '0.50' },
    })
  })
  test('a ratio that is not whole is refused by name', () => {
    expect(normalise(intent('buy', '1', '1:1.5'))).toEqual({ ok: false, reason: 'ratio_not_integer', symbol: 'S1' })
  })

  const anyIntent = fc.record({
    legs: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: -6, max: 6 })), {
      minLength: 1,
      maxLength: 10,
    }),
    side: fc.constantFrom<Side>('buy', 'sell'),
    quantity: fc.integer({ min: 1, max: 1000 }),
    // 2520 divides by every common factor up to 10, so the price always divides.
    price: fc.integer({ min: -50, max: 50 }).map(n => n * 2520),
  })
  const read = (raw: { legs: [number, number][]; side: Side; quantity: number; price: number }) =>
    intent(raw.side, String(raw.quantity), raw.legs.map(leg => leg.join(':')).join(' '), String(raw.price))
  const divides = (raw: { legs: [number, number][]; price: number }): boolean => {
    const totals = new Map<number, number>()
    for (const [id, ratio] of raw.legs) totals.set(id, (totals.get(id) ?? 0) + ratio)
    const divisor = gcd(totals.values())
    return divisor === 0 || raw.price % divisor === 0
  }

  test('legs and cash are equal before and after, for any intent', () => {
    fc.assert(
      fc.property(anyIntent, raw => {
        fc.pre(divides(raw))
        const given = read(raw)
        const done = normalise(given)
        const totals = new Map<string, number>()
        for (const [id, ratio] of raw.legs) totals.set(`${id}`, (totals.get(`${id}`) ?? 0) + ratio)
        const perRatio = raw.side === 'buy' ? raw.quantity : -raw.quantity
        const before = [...totals].flatMap(([id, ratio]) => (ratio === 0 ? [] : [[id, `${ratio * perRatio}`] as const]))
        expect(legTotals(given)).toEqual(new Map(before))
        if (!done.ok) return done.reason === 'no_legs' && before.length === 0
        const { value } = done
        const cash = (order: { side: Side; price?: Decimal | undefined; quantity: Decimal }) =>
          cashToTrader(order.side, order.price ?? dec(0), order.quantity)
        expect(legTotals(value)).toEqual(new Map(before))
        return eq(cash(given), cash(value))
      }),
      { numRuns: 2000 },
    )
  })
  test('the result keeps contract rule 10: ascending, no instrument twice, gcd 1, first ratio positive', () => {
    fc.assert(
      fc.property(anyIntent, raw => {
        fc.pre(divides(raw))
        const done = normalise(read(raw))
        if (!done.ok) return true
        const { legs } = done.value
        const ids = legs.map(each => each.tradeable_entity_id)
        return (
          ids.every((id, index) => index === 0 || compareIds(ids[index - 1] ?? '', id) < 0) &&
          gcd(legs.map(each => each.ratio)) === 1 &&
          (legs[0]?.ratio ?? 0) > 0
        )
      }),
      { numRuns: 1000 },
    )
  })
  test('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(anyIntent, raw => {
        fc.pre(divides(raw))
        const once = normalise(read(raw))
        if (!once.ok) return true
        const twice = normalise(once.value)
        return (
          twice.ok &&
          twice.value.side === once.value.side &&
          eq(twice.value.quantity, once.value.quantity) &&
          twice.value.divisor === 1
        )
      }),
    )
  })
})

test('the price of a package is what its legs cost by ratio', () => {
  const legs = [
    { ratio: 2, price: dec('10.5') },
    { ratio: -3, price: dec('0.1') },
  ]
  expect([packagePrice(legs), packagePrice([])]).toEqual(['20.7', '0'])
})

test.each([
  ['buy', '10', 'debit'],
  ['buy', '-10', 'credit'],
  ['sell', '10', 'credit'],
  ['sell', '-10', 'debit'],
  ['buy', '0.0', 'even'],
] as const)('words of a package %s at %s is a %s', (side, price, word) => {
  expect(effectOf(side, dec(price))).toBe(word)
  const cash = cashToTrader(side, dec(price), dec(1))
  expect(isZero(cash) ? 'even' : cmp(cash, dec(0)) > 0 ? 'credit' : 'debit').toBe(word)
})
