import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine, isoTime } from './csv.ts'

/** A reader of quoted cells, as spreadsheets are. */
function readLine(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(match => (match[1] ?? '').replaceAll('""', '"'))
}

/** Small forms, and a formula behind what a reader may leave out. */
const unseen = ['\ufe66a', '\ufe63a', '\ufe62a', '\ufe6ba', '\u200b=1', '\u202e=1', '\u0085=1', '\ufeff\u2066+1', '\u00ad@a']

describe('cells for spreadsheets', () => {
  it.each(['=1+1', '+1', '-cmd', '@sum', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠a', ' =1', '-1-1', '+1.5', ...unseen])(
    '%j is no formula',
    text => {
      expect(csvCell(text)).toBe(`"'${text}"`)
    },
  )
  it.each(['-0.05', '12', '-3', '1000000.000000000000000000001'])('the decimal %s stays', text => expect(csvCell(text)).toBe(`"${text}"`))
  it('whatever the text, it is read back as written or with one apostrophe before it, and never begins a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('=', '"', '",=', '\r\n', '-1', '＝x')), { minLength: 1 }), cells => {
        const read = readLine(csvLine(cells))
        expect(read.length).toBe(cells.length)
        for (const [index, cell] of cells.entries()) {
          expect([cell, `'${cell}`]).toContain(read[index])
          if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(read[index]).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
        }
      }),
    )
  })
  it('times are UTC', () => expect(isoTime(Date.UTC(2026, 11, 25, 14, 3, 22, 123))).toBe('2026-12-25T14:03:22.123Z'))
})
