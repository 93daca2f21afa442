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
import { addFast, mulFast } from './decimal-fast.ts'
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
const runs = { numRuns: 3_000 }

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
  test('a result beyond the safe integers is left to the long way', () => {
    expect(mulFast('94906267', '94906267')).toBeUndefined()
    expect(addFast('9007199254740991', '0.1')).toBeUndefined()
    expect(mul(dec('94906267'), dec('94906267'))).toBe('9007199515875289')
  })
})
