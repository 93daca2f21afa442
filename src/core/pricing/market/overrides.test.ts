import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { type InputKey, isInputKey, noOverrides, parseOverride, overriddenNumber, withOverride } from './overrides.ts'

describe('what is typed for an input of the model', () => {
  const cases: readonly (readonly [InputKey, string, string])[] = [
    ['underlying', '101250.5', '101250.5'],
    ['underlying', '0', 'not_positive'],
    ['forward 1782374400000', '-5', 'not_positive'],
    ['forward 1782374400000', 'abc', 'not_a_number'],
    ['volatility BTC-20261225-100000C', '62.50 %', '62.5'],
    ['volatility BTC-20261225-100000C', '0', 'not_positive'],
    ['volatility BTC-20261225-100000C', '1000.1', 'too_large'],
    ['shift 1782374400000', '-2.5', '-2.5'],
    ['shift 1782374400000', '-1001', 'too_large'],
    ['underlying', '', 'not_a_number'],
  ]
  it.each(cases)('%s: "%s" is %s', (key, text, expected) => {
    const answer = parseOverride(key, text)
    expect(answer.ok ? answer.value : answer.problem).toBe(expected)
  })

  it('prices are taken as they are, volatilities and shifts as fractions', () => {
    const typed = withOverride(withOverride(noOverrides, 'underlying', { value: dec('99000'), atMs: 1 }), 'shift 5', {
      value: dec('2.5'),
      atMs: 2,
    })
    expect(overriddenNumber(typed, 'underlying')).toEqual({ number: 99_000, atMs: 1 })
    expect(overriddenNumber(typed, 'shift 5')).toEqual({ number: 0.025, atMs: 2 })
    expect(overriddenNumber(typed, 'forward 5')).toBeUndefined()
  })

  it('taking a value back, or a shift of zero, leaves the market', () => {
    const typed = withOverride(noOverrides, 'shift 5', { value: dec('1'), atMs: 2 })
    expect(withOverride(typed, 'shift 5', undefined).size).toBe(0)
    expect(withOverride(typed, 'shift 5', { value: dec('0'), atMs: 3 }).size).toBe(0)
    expect(typed.size).toBe(1)
  })

  it('a key is one of the four kinds', () => {
    expect(['underlying', 'forward 5', 'shift 17', 'volatility A-B'].every(isInputKey)).toBe(true)
    expect(['', 'forward x', 'volatility ', 'delta 5'].some(isInputKey)).toBe(false)
  })
})
