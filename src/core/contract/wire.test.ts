import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, decimalFromNumber } from '../domain/decimal.ts'
import { micros } from '../domain/time.ts'
import { z } from '../domain/zod.ts'
import {
  absent,
  blank,
  wireComputed,
  wireDecimal,
  wireEntityId,
  wireInteger,
  wireName,
  wireOrderId,
  wireText,
  wireTime,
  wireTimeNanos,
  wireWord,
  wireWordOrEmpty,
  wireWords,
} from './wire.ts'

const decode = (codec: z.ZodMiniType, value: unknown): unknown => {
  const read = z.safeDecode(codec, value)
  return read.success ? read.data : 'refused'
}

describe('decimals', () => {
  it.each([
    ['10.0', '10.0'],
    ['0', '0'],
    ['-0.05', '-0.05'],
    ['00012', '00012'],
    [10, '10'],
    [0.1, '0.1'],
    [-2.5, '-2.5'],
    [1e-7, '0.0000001'],
    [1.5e21, '1500000000000000000000'],
    ['1e-7', '0.0000001'],
    ['1.25E3', '1250'],
    ['+1', '1'],
    ['.5', '0.5'],
    ['5.', '5'],
  ])('%j is read as %s', (wire, value) => expect(decode(wireDecimal, wire)).toBe(value))

  it.each([
    [''],
    [' 1'],
    ['1 '],
    ['1,5'],
    ['NaN'],
    ['Infinity'],
    ['0x10'],
    ['1e999'],
    ['--1'],
    ['1'.repeat(90)],
    [null],
    [true],
    [{}],
    [[]],
    ['１'],
  ])('%j is refused', wire => expect(decode(wireDecimal, wire)).toBe('refused'))

  it('come back from the wire as they were written, figure by figure', () => {
    const text = fc.tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.option(fc.stringMatching(/^\d{1,20}$/)),
    )
    fc.assert(
      fc.property(text, ([mark, whole, fraction]) => {
        const value = dec(`${mark}${whole}${fraction === null ? '' : `.${fraction}`}`)
        expect(z.encode(wireDecimal, value)).toBe(value)
        expect(z.decode(wireDecimal, value)).toBe(value)
      }),
    )
  })

  it('of any JSON number are the shortest text of that number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), value => {
        const read = decode(wireDecimal, value)
        expect(read).toBe(decimalFromNumber(value) ?? 'refused')
        expect(read === 'refused' || Number(read) === value).toBe(true)
      }),
    )
  })

  it('that the venue computed carry at least one decimal', () => {
    expect(z.encode(wireComputed, dec('10'))).toBe('10.0')
    expect(z.encode(wireComputed, dec('0.05'))).toBe('0.05')
    expect(z.encode(wireComputed, dec('-3'))).toBe('-3.0')
  })
})

describe('times', () => {
  const at = micros(1_668_696_412_345_678)

  it('are read in µs and ns, as text and as numbers', () => {
    expect(decode(wireTime, '1668696412345678')).toBe(at)
    expect(decode(wireTime, '1668696412345678901')).toBe(at)
    expect(decode(wireTime, 1_668_696_412_345_678)).toBe(at)
    expect(decode(wireTimeNanos, '1668696412345678901')).toBe(at)
    // A JSON number of ns has lost its last digits, but none that matter in µs.
    expect(decode(wireTimeNanos, JSON.parse('1668696412345678000'))).toBe(at)
  })

  it('are written in µs, or in ns where the contract shows ns', () => {
    expect(z.encode(wireTime, at)).toBe('1668696412345678')
    expect(z.encode(wireTimeNanos, at)).toBe('1668696412345678000')
  })

  it.each([[''], ['-1'], ['1.5'], ['yesterday'], [null], ['9'.repeat(30)]])('%j is no time', wire => {
    expect(decode(wireTime, wire)).toBe('refused')
  })
})

describe('whole numbers', () => {
  it.each([
    ['3', 3],
    [3, 3],
    ['-2', -2],
    ['+2', 2],
    ['2.0', 2],
  ])('%j is %i', (wire, value) => expect(decode(wireInteger, wire)).toBe(value))

  it.each([['1.5'], [1.5], [''], ['x'], ['99999999999999999999'], [null], [true]])('%j is refused', wire => {
    expect(decode(wireInteger, wire)).toBe('refused')
  })
})

describe('ids and text', () => {
  it('take numbers as text', () => {
    expect(decode(wireEntityId, 16)).toBe('16')
    expect(decode(wireText, 7)).toBe('7')
  })

  it('an empty id is none, an endless text is refused', () => {
    expect(decode(wireEntityId, '')).toBe('refused')
    expect(decode(wireText, 'x'.repeat(2_001))).toBe('refused')
    expect(decode(wireText, 'x'.repeat(2_000))).toBe('x'.repeat(2_000))
  })

  it('a word of the contract has a hundred characters at the most, as it is shown', () => {
    expect(decode(wireWord, 'x'.repeat(100))).toBe('x'.repeat(100))
    expect(decode(wireWord, 'x'.repeat(101))).toBe('refused')
    expect(decode(wireWord, '\u202e'.repeat(13))).toBe('refused')
    expect(decode(wireWordOrEmpty, 'x'.repeat(101))).toBe('refused')
    expect(decode(wireWordOrEmpty, null)).toBe('')
  })
})

describe('values that may be absent', () => {
  it.each([[undefined], [null], ['']])('%j is absent', wire => {
    expect(decode(absent(wireDecimal), wire)).toBeUndefined()
    expect(decode(blank(wireEntityId), wire)).toBeUndefined()
  })

  it('are refused when they are there and wrong', () => {
    expect(decode(absent(wireDecimal), 'x')).toBe('refused')
    expect(decode(blank(wireEntityId), {})).toBe('refused')
  })

  it('are left out on the way out, or written as "" where the contract says so', () => {
    expect(z.encode(absent(wireDecimal), undefined)).toBeUndefined()
    expect(z.encode(blank(wireEntityId), undefined)).toBe('')
  })
})

describe('text from outside', () => {
  const override = '\u202e'

  it.each([
    ['a name', wireName],
    ['a text', wireText],
    ['an identifier', wireOrderId],
  ])('%s shows what hides or reorders, and goes back as it came', (_, codec) => {
    const read = decode(codec, `BTC-USD${override}`)
    expect(read).toBe('BTC-USD⟨U+202E⟩')
    expect(z.encode(codec, read as never)).toBe(`BTC-USD${override}`)
  })

  it('a name that shows as more than 200 characters is refused, so that no two end in the same "…"', () => {
    expect(decode(wireName, 'x'.repeat(200))).toBe('x'.repeat(200))
    expect(decode(wireName, 'x'.repeat(201))).toBe('refused')
    expect(decode(wireName, override.repeat(40))).toBe('refused')
  })

  it('words are cleaned and cut, however long, and never cost the answer they stand in', () => {
    expect(decode(wireWords, `no${override} such\n\torder `)).toBe('no such order')
    const long = decode(wireWords, 'x'.repeat(100_000)) as string
    expect(long).toHaveLength(500)
    expect(long.endsWith('…')).toBe(true)
  })
})
