import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripHostile } from './strip-hostile.ts'

test.each([
  ['rejected\u202eesrever', 'rejectedesrever'],
  ['a\u0000b\u001bc\n\td', 'abcd'],
  ['zero\u200bwidth\u2060\ufeff', 'zerowidth'],
  ['\u2066isolate\u2069', 'isolate'],
  ['tag\u{e0041}', 'tag'],
  ['\ud800lone', 'lone'],
  ['Grüße, 価格 – 10 €', 'Grüße, 価格 – 10 €'],
])('%j reads %j', (text, clean) => expect(stripHostile(text)).toBe(clean))

test('a long text is cut, and says so', () => {
  expect(stripHostile('x'.repeat(10), 5)).toBe('xxxx…')
  expect(stripHostile('x'.repeat(5), 5)).toBe('xxxxx')
  expect(Array.from(stripHostile('\u{1f600}'.repeat(300), 10))).toHaveLength(10)
  expect(stripHostile(`${'\u200b'.repeat(5000)}end`, 5)).toBe('…')
})

test('what comes out is safe and short, whatever goes in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
      const clean = stripHostile(text, 50)
      expect(Array.from(clean).length).toBeLessThanOrEqual(50)
      expect(clean).not.toMatch(/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})
