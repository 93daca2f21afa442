import { Big } from 'big.js'
import {
  array,
  assert,
  bigInt,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  property,
  stringMatching,
  tuple,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addFast,
  canonicalFast,
  cmpFast,
  isMultipleOfFast,
  mulFast,
  roundToStepFast,
  subFast,
  sumFast,
  sumProductsFast,
} from './decimal-fast.ts'
import {
  abs,
  add,
  canonical,
  cmp,
  dec,
  type Decimal,
  isMultipleOf,
  mul,
  neg,
  places,
  roundToStep,
  sign,
  sub,
  sum,
  sumProducts,
} from './decimal.ts'

const text = tuple(
  boolean(),
  constantFrom('', '', '0', '00'),
  oneof(
    nat(200).map(String),
    bigInt({ min: 0n, max: 10n ** 15n }).map(String),
    bigInt({ min: 0n, max: 10n ** 24n }).map(String),
  ),
  oneof(constant(''), stringMatching(/^[0-9]{1,9}$/), stringMatching(/^[0-9]{10,20}$/)),
).map(
  ([negative, zeros, whole, fraction]) =>
    `${negative ? '-' : ''}${zeros}${whole}${fraction === '' ? '' : `.${fraction}`}` as Decimal,
)

const plain = (value: Big): string => {
  const printed = value.toFixed()
  return printed === '-0' ? '0' : printed
}
const runs = { numRuns: 1_000 }
const safest = BigInt(Number.MAX_SAFE_INTEGER)

describe('arithmetic by safe integers gives the text that big.js gives', () => {
  test('sum, difference, product', () => {
    assert(
      property(text, text, (a, b) => {
        expect(add(a, b)).toBe(plain(new Big(a).plus(b)))
        expect(sub(a, b)).toBe(plain(new Big(a).minus(b)))
        expect(mul(a, b)).toBe(plain(new Big(a).times(b)))
      }),
      runs,
    )
  })
  test('a sum of many, in any order', () => {
    assert(
      property(array(text, { maxLength: 12 }), values => {
        const exact = plain(values.reduce((total, value) => total.plus(value), new Big(0)))
        expect(sum(values)).toBe(exact)
        expect(sum(values.toReversed())).toBe(exact)
      }),
      runs,
    )
  })
  test('a sum of products of many, in any order', () => {
    assert(
      property(array(tuple(text, text), { maxLength: 12 }), pairs => {
        const exact = plain(pairs.reduce((total, [a, b]) => total.plus(new Big(a).times(b)), new Big(0)))
        const [as, bs] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
        expect(sumProducts(as, bs)).toBe(exact)
        expect(sumProducts(bs.toReversed(), as.toReversed())).toBe(exact)
      }),
      runs,
    )
  })
  test('comparison, sign, negation, size, canonical text', () => {
    assert(
      property(text, text, (a, b) => {
        expect(cmp(a, b)).toBe(new Big(a).cmp(b))
        expect(sign(a)).toBe(new Big(a).cmp(0))
        expect(sub(a, a)).toBe('0')
        expect(neg(a)).toBe(plain(new Big(a).neg()))
        expect(abs(a)).toBe(plain(new Big(a).abs()))
        expect(canonical(a)).toBe(plain(new Big(a)))
      }),
      runs,
    )
  })
  test('multiples and rounding to a step', () => {
    const step = oneof(
      constantFrom('1', '0.5', '0.0001', '2.5', '7', '0.03'),
      text.filter(value => cmp(value, dec('0')) > 0),
    )
    assert(
      property(text, step, (a, each) => {
        const size = each as Decimal
        const units = new Big(a).div(size)
        const isWhole = new Big(a).mod(size).eq(0)
        expect(isMultipleOf(a, size)).toBe(isWhole)
        const down = roundToStep(a, size, 'down')
        const up = roundToStep(a, size, 'up')
        const nearest = roundToStep(a, size, 'nearest')
        expect(new Big(down).lte(a) && new Big(up).gte(a)).toBe(true)
        expect(plain(new Big(up).minus(down))).toBe(isWhole ? '0' : plain(new Big(size)))
        const isShort = units.abs().lt('1e15')
        expect(!isShort || nearest === plain(units.round(0, Big.roundHalfEven).times(size))).toBe(true)
      }),
      runs,
    )
  })
  test('the fast way is taken exactly as long as both have at most 15 digits and every integer is safe', () => {
    const isShort = (a: string): boolean => a.replace(/[-.]/g, '').length <= 15
    const isSafe = (units: bigint): boolean => -safest <= units && units <= safest
    assert(
      property(text, text, (a, b) => {
        const unitsAt = (value: Decimal, scale: number) =>
          BigInt(value.replace('.', '')) * 10n ** BigInt(scale - places(value))
        const finest = Math.max(places(a), places(b))
        const [left, right] = [unitsAt(a, finest), unitsAt(b, finest)]
        const isAligned = isShort(a) && isShort(b) && isSafe(left) && isSafe(right)
        const product = unitsAt(a, places(a)) * unitsAt(b, places(b))
        const rest = right > 0n ? ((left % right) + right) % right : 0n
        const around = [left - rest, rest === 0n ? left : left - rest + right]
        const expected = {
          add: isAligned && isSafe(left + right),
          sub: isAligned && isSafe(left - right),
          mul: isShort(a) && isShort(b) && isSafe(product),
          cmp: isAligned,
          isMultiple: isAligned && right !== 0n,
          round: isAligned && right > 0n && around.every(isSafe),
        }
        const taken = {
          add: addFast(a, b),
          sub: subFast(a, b),
          mul: mulFast(a, b),
          cmp: cmpFast(a, b),
          isMultiple: isMultipleOfFast(a, b),
          round: roundToStepFast(a, b, 'nearest'),
        }
        expect(Object.entries(taken).map(([name, value]) => [name, value !== undefined])).toEqual(
          Object.entries(expected),
        )
        expect(canonicalFast(a) === undefined).toBe(!isShort(a) && canonical(a) !== a)
      }),
      runs,
    )
  })
  test('the fast way ends at the largest safe integer, of either sign', () => {
    const most = '900719925474099'
    expect([addFast(most, '0.1'), addFast(`-${most}`, '-0.1')]).toEqual([`${most}.1`, `-${most}.1`])
    expect([subFast(most, '-0.1'), subFast(`-${most}`, '0.1')]).toEqual([`${most}.1`, `-${most}.1`])
    expect([sumFast([most, '0.1']), sumFast(['-0.1', `-${most}`])]).toEqual([`${most}.1`, `-${most}.1`])
    expect([addFast(most, '0.2'), addFast(`-${most}`, '-0.2'), sumFast([most, '0.2'])]).toEqual(
      Array(3).fill(undefined),
    )
    expect([mulFast('94906267', '94906267'), mulFast('900719925474099', '10')]).toEqual([undefined, '9007199254740990'])
    expect(mul(dec('94906267'), dec('94906267'))).toBe('9007199515875289')
    const rounded = (['down', 'up'] as const).map(way => roundToStepFast(`${most}.1`, '0.4', way))
    expect(rounded).toEqual([undefined, undefined])
    const large = '999999999999999'
    const unsafe = [sumFast([large, '0.01', `-${large}`]), sumFast(['0.01', large, `-${large}`])]
    expect(unsafe).toEqual([undefined, undefined])
    expect(isMultipleOfFast('1', '0')).toBe(undefined)
    expect(canonicalFast('-0.1234567890123456')).toBe('-0.1234567890123456')
  })
  test('a value in the middle of two steps goes to the even one', () => {
    const halves = ['-0.75', '-0.25', '0.25', '0.75', '1.25'].map(value => roundToStepFast(value, '0.5', 'nearest'))
    expect(halves).toEqual(['-1', '0', '0', '1', '1'])
  })
  test('products whose sum is safe are one part, and none is written for a sum of zero', () => {
    const parts = (...pairs: (readonly [string, string])[]) =>
      sumProductsFast(
        pairs.map(([a]) => a),
        pairs.map(([, b]) => b),
        () => 'slow',
      )
    expect(parts(['2', '0.5'], ['0.01', '3'], ['-7', '1'])).toEqual(['-5.97'])
    expect([parts(), parts(['1', '2'], ['-2', '1'])]).toEqual([[], []])
    expect(parts(['900719925474099', '10'], ['1', '1'])).toEqual(['9007199254740991'])
    expect(parts(['900719925474099', '10'], ['1', '2'])).toEqual(['9007199254740990', '2'])
    expect(parts(['900719925474099', '10'], ['0.1', '1'])).toEqual(['9007199254740990', '0.1'])
    expect(parts(['90071992547409.9', '1'], ['0.01', '1'])).toEqual(['90071992547409.91'])
    expect(parts(['94906267', '94906267'], ['1', '1'])).toEqual(['slow', '1'])
  })
})
