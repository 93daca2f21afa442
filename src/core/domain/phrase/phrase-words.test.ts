import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, div, mul, toNumber } from '../decimal.ts'
import { readAmount, readDate, readParts, readStrike } from './phrase-words.ts'

const shortMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const longMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const
const day = fc.integer({ min: 1, max: 31 })
const month = fc.integer({ min: 0, max: 11 })
const year = fc.integer({ min: 2020, max: 2099 })
const two = (value: number): string => String(value).padStart(2, '0')
const letters = (text: string) =>
  fc.constantFrom(text, text.toUpperCase(), `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`)
const nameOf = (at: number) => fc.constantFrom(shortMonths[at] ?? '', longMonths[at] ?? '').chain(letters)

describe('a date', () => {
  it('is the same day however a desk writes it', () => {
    fc.assert(
      fc.property(
        day,
        month.chain(at => fc.tuple(fc.constant(at), nameOf(at))),
        year,
        fc.constantFrom('', '-'),
        (date, [at, name], full, dash) => {
          const meant = { kind: 'day', day: date, month: at, year: full }
          for (const text of [
            `${date}${dash}${name}${dash}${two(full % 100)}`,
            `${date}${dash}${name}${dash}${full}`,
            `${full}${dash}${two(at + 1)}${dash}${two(date)}`,
          ])
            expect(readDate(text), text).toEqual({ ...meant, text })
        },
      ),
    )
  })
  it('without a day is a month, without a year any year', () => {
    fc.assert(
      fc.property(
        month.chain(at => fc.tuple(fc.constant(at), nameOf(at))),
        year,
        day,
        ([at, name], full, date) => {
          expect(readDate(name)).toEqual({ kind: 'month', text: name, month: at })
          expect(readDate(`${name}${two(full % 100)}`)).toMatchObject({ kind: 'month', month: at, year: full })
          expect(readDate(`${name}'${two(full % 100)}`)).toMatchObject({ kind: 'month', month: at, year: full })
          expect(readDate(`${date}${name}`)).toEqual({ kind: 'day', text: `${date}${name}`, day: date, month: at })
        },
      ),
    )
  })
  it.each([
    ['2w', 14],
    ['1wk', 7],
    ['3m', 90],
    ['1mo', 30],
    ['1y', 365],
    ['30dte', 30],
    ['6M', 180],
  ])('%s is the expiry nearest to %i days ahead', (text, days) =>
    expect(readDate(text)).toEqual({ kind: 'tenor', text, days }),
  )
  it.each(['25d', '13', '100dec', 'decem', '2026-1-1', '26-12-25', '3x', '', '1500k'])('%j is none', text =>
    expect(readDate(text)).toBeUndefined(),
  )
})

describe('an amount', () => {
  const cents = fc.integer({ min: 0, max: 1e11 })
  it('is the same with and without separators of thousands', () => {
    fc.assert(
      fc.property(cents, value => {
        const plain = dec(String(value / 100))
        const [whole = '', fraction] = plain.split('.')
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
        expect(readAmount(plain)).toBe(plain)
        expect(readAmount(fraction === undefined ? grouped : `${grouped}.${fraction}`)).toBe(plain)
      }),
    )
  })
  it('in thousands is exactly a thousand times as much', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('k', 'K'), (value, k) => {
        const plain = dec(String(value / 100))
        expect(readAmount(`${plain}${k}`)).toBe(mul(plain, dec('1000')))
      }),
    )
  })
  it.each([
    ['.5', '0.5'],
    ['5.', '5'],
    ['.5k', '500'],
    ['1,5', '1.5'],
    ['0,500', '0.5'],
    ['1.000.000', '1000000'],
  ])('%s is %s', (text, value) => expect(readAmount(text)).toBe(value))
  it.each(['12,34,567', '0,500,000', '.', 'k', '1e3', '-1', '+1', '1.2.3', '1k5', ' 1', '0x10', ''])(
    '%j is none',
    text => expect(readAmount(text)).toBeUndefined(),
  )
})

describe('a strike', () => {
  it.each([
    ['100k', { kind: 'price', value: '100000', inThousands: true }],
    ['85P', { kind: 'price', value: '85', inThousands: false, right: 'put' }],
    ['100,000', { kind: 'price', value: '100000', inThousands: false }],
    ['97.5kc', { kind: 'price', value: '97500', inThousands: true, right: 'call' }],
    ['atm', { kind: 'atm' }],
    ['ATMFp', { kind: 'atm', right: 'put' }],
    ['25dc', { kind: 'delta', delta: 0.25, right: 'call' }],
    ['10Δ', { kind: 'delta', delta: 0.1 }],
    ['12.5delta', { kind: 'delta', delta: 0.125 }],
  ])('%s', (text, strike) => expect(readStrike(text)).toEqual({ text, ...strike }))
  it('by delta is that many hundredths, with the right that is said', () => {
    const right = fc.constantFrom(['', undefined] as const, ['c', 'call'] as const, ['P', 'put'] as const)
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 999 }), right, (tenths, [letter, meant]) => {
        const percent = div(dec(String(tenths)), dec('10'))
        const text = `${percent}d${letter}`
        expect(readStrike(text)).toEqual({
          kind: 'delta',
          text,
          delta: toNumber(div(percent, dec('100'))),
          ...(meant === undefined ? {} : { right: meant }),
        })
      }),
    )
  })
  it.each(['0.25d', '.25d'])('by delta is the fraction that %s says', text =>
    expect(readStrike(text)).toMatchObject({ kind: 'delta', delta: 0.25 }),
  )
  it.each(['0d', '100d', 'dec', 'c', '25x', '1/2', ''])('%j is none', text => expect(readStrike(text)).toBeUndefined())
})

describe('parts of a word', () => {
  const number = fc.integer({ min: 1, max: 999 }).map(String)
  it('are all read, in their order, or none is', () => {
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('/', '-'),
        fc.nat(4),
        (numbers, mark, at) => {
          expect(readParts(numbers.join(mark), readAmount)).toEqual(numbers)
          const spoilt = numbers.with(at % numbers.length, 'what')
          expect(readParts(spoilt.join(mark), readAmount)).toBeUndefined()
        },
      ),
    )
  })
  it('are parted by slashes where there is one, so that dates keep their dashes', () => {
    expect(readParts('25-dec/26-mar', readDate)?.map(each => each.text)).toEqual(['25-dec', '26-mar'])
    expect(readParts('dec-mar', readDate)?.map(each => each.text)).toEqual(['dec', 'mar'])
  })
  it('with one that is empty are none', () => expect(readParts('80/', readAmount)).toBeUndefined())
})
