import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, dec, eq, parseDecimal, sub, sum } from '../../../../core/domain/decimal.ts'
import { differenceFormula } from './explain-money.ts'
import { sumFormula } from './explained-figure.ts'

const numbers = (text: string) =>
  [...text.replaceAll('−', '-').matchAll(/(?<![\d)] )-?[\d,]+(?:\.\d+)?/g)].map(
    ([each]) => parseDecimal(each.replaceAll(',', '')) ?? dec('0'),
  )

describe('a formula with its values put in', () => {
  it('adds up as it is written: rounded to cents its parts may be one off', () => {
    expect(differenceFormula(dec('2707362.136'), dec('2707954.934'), dec('-592.798'))).toBe(
      '2,707,362.136 − 2,707,954.934 = −592.798 USD',
    )
    expect(differenceFormula(dec('2662460.14'), dec('2657943.44'), dec('4516.7'))).toBe(
      '2,662,460.14 − 2,657,943.44 = +4,516.70 USD',
    )
    const terms = [
      { name: 'a', value: dec('0.004') },
      { name: 'b', value: dec('0.004') },
    ]
    expect(sumFormula(terms, dec('0.008'), 'USD')).toBe('a 0.004 + b 0.004 = 0.008 USD')
  })

  it('does so whatever the values', () => {
    const amount = fc.integer({ min: 0, max: 1e12 }).map(value => dec(String(value / 1e6)))
    fc.assert(
      fc.property(amount, amount, (first, second) => {
        const change = sub(first, second)
        const [now, base, shown] = numbers(differenceFormula(first, second, change).replaceAll('+', ''))
        expect(eq(sub(now ?? dec('0'), base ?? dec('0')), shown ?? dec('1'))).toBe(true)
        const [a, b, total] = numbers(
          sumFormula(
            [
              { name: 'a', value: first },
              { name: 'b', value: second },
            ],
            add(first, second),
            'USD',
          ).replaceAll('+', ''),
        )
        expect(eq(sum([a ?? dec('0'), b ?? dec('0')]), total ?? dec('-1'))).toBe(true)
      }),
    )
  })
})
