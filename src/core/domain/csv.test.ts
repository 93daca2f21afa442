import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvFile, csvLine, isoTime, sheetNumber, sheetText, tabbedText } from './csv.ts'
import { isDecimal } from './decimal.ts'

/** Reads a line of quoted cells as a spreadsheet does. */
function readLine(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(match => (match[1] ?? '').replaceAll('""', '"'))
}

/** Small forms of formula characters, and formulas after characters that a reader may drop. */
const unseen = [
  '\ufe66a',
  '\ufe63a',
  '\ufe62a',
  '\ufe6ba',
  '\u200b=1',
  '\u202e=1',
  '\u0085=1',
  '\ufeff\u2066+1',
  '\u00ad@a',
]

describe('cells for spreadsheets', () => {
  it.each([
    '=1+1',
    '+1',
    '-cmd',
    '@sum',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    ' =1',
    '-1-1',
    '+1.5',
    ...unseen,
  ])('%j is no formula', text => expect(csvCell(text)).toBe(`"'${text}"`))
  it.each(['-0.05', '12', '-3', '1000000.000000000000000000001'])('the decimal %s stays', text =>
    expect(csvCell(text)).toBe(`"${text}"`),
  )
  it('whatever the text, it is read back as written or with one apostrophe before it, and never begins a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('=', '"', '",=', '\r\n', '-1', '＝x')), { minLength: 1 }),
        cells => {
          const read = readLine(csvLine(cells))
          expect(read.length).toBe(cells.length)
          for (const [index, cell] of cells.entries()) {
            expect([cell, `'${cell}`]).toContain(read[index])
            if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(read[index]).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
          }
        },
      ),
    )
  })
  it.each([
    ['1795234567890123456', "'1795234567890123456"],
    ['0012', "'0012"],
    ['123456789012345', '123456789012345'],
    ['1e5', "'1e5"],
    ['12E10', "'12E10"],
    ['3/4', "'3/4"],
    ['80-85', "'80-85"],
    ['25DEC26', "'25DEC26"],
    ['Dec 25', "'Dec 25"],
    ['29 Nov 08:17', "'29 Nov 08:17"],
    ['00:16', "'00:16"],
    ['91,720', "'91,720"],
    ['1,234.5', "'1,234.5"],
    ['12/25/26', "'12/25/26"],
    ['2026-12-25', '2026-12-25'],
    ['2026-12-25T14:03:22.123Z', '2026-12-25T14:03:22.123Z'],
    ['85/110 strangle', '85/110 strangle'],
    ['BTC 25DEC26 100000 C', 'BTC 25DEC26 100000 C'],
    ['53471.5; 101624', '53471.5; 101624'],
    ['0.5', '0.5'],
    ['-0.00000000022', '-0.00000000022'],
    ['May be', 'May be'],
  ])('%j stays what it is: %j', (text, sheet) => expect(sheetText(text)).toBe(sheet))
  it.each([
    [-1.4210854715202004e-14, '0'],
    [0.1 + 0.2, '0.3'],
    [2.2e-10, '0.00000000022'],
    [1e21, '1000000000000000000000'],
    [-12.5, '-12.5'],
    [Number.NaN, undefined],
    [undefined, undefined],
  ])('the figure %d is %j', (value, text) => expect(sheetNumber(value)).toBe(text))
  it('a figure is a plain decimal whatever its size', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), value => {
        const text = sheetNumber(value) ?? ''
        expect(isDecimal(text)).toBe(true)
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-11 + 1e-12)
      }),
    )
  })
  it('a file begins with the byte order mark, and copied rows are as harmless as its cells', () => {
    expect(csvFile([['a'], ['=1']])).toBe('\ufeff"a"\r\n"\'=1"\r\n')
    expect(
      tabbedText([
        ['a', 'b'],
        ['=HYPERLINK("x")', '1795234567890123456'],
      ]),
    ).toBe('a\tb\n\'=HYPERLINK("x")\t\'1795234567890123456')
  })
  it('times are UTC', () => expect(isoTime(Date.UTC(2026, 11, 25, 14, 3, 22, 123))).toBe('2026-12-25T14:03:22.123Z'))
})
