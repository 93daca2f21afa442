/** The messages of desk-phrases.tsv, and rules for every message. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tradePhrase } from '../../domain/trade-story/trade-phrase.ts'
import { deskContext, readAsText } from '../../../testing/desk-context.fixture.ts'
import { linesOfMessage, readStructure } from './read-structure.ts'

const readings = readFileSync(`${import.meta.dirname}/desk-phrases.tsv`, 'utf8')
  .split('\n')
  .filter(row => row !== '' && !row.startsWith('#'))
  .map(row => row.split('\t'))
const read = (line: string): string => readAsText(line).replaceAll('−', '-')
const linesOf = (message: string): readonly string[] =>
  /[⏎;]/.test(message) ? linesOfMessage(message.replaceAll(' ⏎ ', '\n')) : [message]

describe('a message of a desk', () => {
  it.each(readings)('%s', (message = '', expectedOfAll = '') => {
    const found = linesOf(message).map(read)
    const all = expectedOfAll.split(' ;; ')
    expect(found).toHaveLength(all.length)
    for (const [at, expected] of all.entries()) {
      if (expected.startsWith('✗')) {
        expect(found[at]).toMatch(/^✗/)
        expect(found[at]).toContain(expected.slice(2))
      } else expect(found[at]).toBe(expected)
    }
  })

  it('is accompanied by what was assumed', () => {
    const notesOf = (line: string): string => {
      const found = readStructure(line, deskContext)
      return found.ok ? (found.value.notes ?? []).join(' ') : found.why
    }
    expect(notesOf('2-way 25dec 90/110 RR 100x')).toMatch(/side/)
    expect(notesOf('25dec 90/110 rr dh 97800')).toMatch(/delta hedge .*BTC PERP.*97800/i)
    expect(notesOf('25dec 90p/110c RR vs perp')).toMatch(/delta hedge .*BTC PERP/i)
    expect(notesOf('dec 100/110 cs 1200/1250 100x')).toMatch(/1200 \/ 1250.*side/)
    expect(notesOf('cash and carry dec')).toMatch(/spot/i)
    expect(notesOf('dec 100 call 55 vol')).toMatch(/55 vol/)
    expect(notesOf('sell 5 dec ic 85 90 105 110 for 1200 credit')).toMatch(/receives/)
    expect(notesOf('roll dec 100c to mar 110c')).toMatch(/no position/)
    expect(notesOf('25DEC 85/110 strangle')).toBe('')
  })

  it('a roll closes the position that is there, long or short', () => {
    const short = { ...deskContext, positionOf: (symbol: string) => (symbol === 'BTC-20261225-100000C' ? -2 : 0) }
    expect(readAsText('roll dec 100c to mar 110c', short)).toBe('+1 25DEC 100C −1 26MAR 110C')
    expect(readAsText('roll dec 100c to mar 110c', { ...short, positionOf: () => 3 })).toBe(
      '−1 25DEC 100C +1 26MAR 110C',
    )
  })
})

const understood = readings.filter(
  ([message = '', expected = '']) => !expected.startsWith('✗') && linesOf(message).length === 1,
)

describe('every message', () => {
  it('with a word that nobody says anywhere in it is refused by that word', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...understood),
        fc.stringMatching(/^[g-w]{6,9}$/),
        fc.nat(),
        ([line = ''], word, place) => {
          const words = line.split(' ')
          const spoilt = words.toSpliced(place % (words.length + 1), 0, word).join(' ')
          expect(read(spoilt).toLowerCase()).toMatch(new RegExp(`^✗ .*${word}`))
        },
      ),
      { numRuns: 400 },
    ))

  it('that this product writes for a structure reads back as that structure', () => {
    const written = understood.flatMap(([line = '']) => {
      const found = readStructure(line, deskContext)
      return found.ok ? (['buy', 'sell'] as const).map(side => tradePhrase(found.value.legs, side)) : []
    })
    for (const [text, phrase] of new Map(
      written.map(each => [`${each.side === 'sell' ? 'Sell' : 'Buy'} 3 · ${each.text}`, each]),
    )) {
      const again = readStructure(text, deskContext)
      expect([text, again.ok || again.why]).toEqual([text, true])
      if (again.ok)
        expect([text, tradePhrase(again.value.legs, again.value.side)]).toEqual([text, { ...phrase, times: 1 }])
    }
  })
})
