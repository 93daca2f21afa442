import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHostile, isPlainText, markName, stripHostile, unmarkName } from './safe-text.ts'

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

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(
      'A',
      '-',
      ' ',
      '⟨',
      '⟩',
      'U+202E',
      '\u202e',
      '\u200b',
      '\ud800',
      'e',
      '\u0301',
      '\u00a0',
      '\t',
    ),
    maxLength: 12,
  }),
)

test.each([
  ['BTC-USD', 'BTC-USD'],
  ['BTC-USD\u202e', 'BTC-USD⟨U+202E⟩'],
  ['BTC\u200b-USD', 'BTC⟨U+200B⟩-USD'],
  [' BTC', '⟨U+0020⟩BTC'],
  ['a  b', 'a⟨U+0020⟩ b'],
  ['⟨U+202E⟩', '⟨U+27E8⟩U+202E⟩'],
  ['cafe\u0301', 'cafe⟨U+0301⟩'],
  ['価格 10 €', '価格 10 €'],
])('the name %j is shown as %j', (name, shown) => {
  expect(markName(name)).toBe(shown)
  expect(unmarkName(shown)).toBe(name)
})

test('a marked name is the same name when unmarked, so that two names never look alike', () => {
  fc.assert(
    fc.property(anyText, name => {
      expect(unmarkName(markName(name))).toBe(name)
    }),
    { numRuns: 2000 },
  )
})

test('plain is what has visible ASCII characters alone, with single spaces between them', () => {
  const nearlyPlain = fc.string({
    unit: fc.constantFrom(' ', '!', 'a', '~', '\u007f', '\u001f', '\u00e9', '\n'),
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.oneof(nearlyPlain, anyText), text => {
      expect(isPlainText(text)).toBe(/^(?:[!-~]+(?: [!-~]+)*)?$/.test(text))
    }),
    { numRuns: 2000 },
  )
})

test('nothing in a marked name hides, reorders or joins', () => {
  fc.assert(
    fc.property(anyText, name => {
      expect(markName(name)).not.toMatch(/[\p{C}\p{M}\p{Zl}\p{Zp}]|(?! )\p{Z}|^ | $| {2}/u)
      if (isPlainText(name)) expect(markName(name)).toBe(name)
    }),
    { numRuns: 2000 },
  )
})

test('JSON with escapes is the same value and hides nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), value => {
      const shown = escapeHostile(JSON.stringify(value, undefined, 2))
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(shown).not.toMatch(/(?!\n)[\p{C}\p{M}]/u)
    }),
  )
})
