import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, eq } from '../../domain/decimal.ts'
import { printDraftText } from '../../domain/draft-text.ts'
import { decMs, deskContext, marMs, option, readAsText, surface } from '../../../testing/desk-context.fixture.ts'
import { call, farMs, nearMs, put } from '../../../testing/universe.fixture.ts'
import { readStructure } from './read-structure.ts'

const read = (line: string) => readStructure(line, deskContext)
const result = (line: string): string => readAsText(line)

const condor = '+1 25DEC 85P −1 25DEC 90P −1 25DEC 105C +1 25DEC 110C'

describe('a structure in the words of a desk', () => {
  it.each([
    'sell 0 dec 100c',
    '0 dec 85/110 strangle',
    'buy 0.00 100/110 CS 120',
    '0 btc perp',
    'dec 100c, buy 0 @ 5',
    'buy 0k dec 100c',
    'x0 dec 100c',
  ])('a size of nothing is no size: %s', line =>
    expect(read(line)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/^The size must be above zero: /) as string,
    }),
  )

  it.each([
    ['sell 10 dec 85/110 strangle 3500', '+1 25DEC 85P +1 25DEC 110C | sell | x10 | @3500 credit | firm'],
    ['100/110 CS x10 120', '+1 25DEC 100C −1 25DEC 110C | x10 | @120 debit | firm'],
    ['RR 85P/110C', '−1 25DEC 85P +1 25DEC 110C'],
    ['85/110 risk reversal', '−1 25DEC 85P +1 25DEC 110C'],
    ['RR 110P/85C', '+1 25DEC 85C −1 25DEC 110P'],
    ['85/90/105/110 ic', condor],
    ['BTC 25DEC26 85/90/105/110 IrnCdr', condor],
    ['25dec 85k/90k/105k/110k ic', condor],
    ['85000 90000 105000 110000 irncdr', condor],
    ['85,000/90,000/105,000/110,000 iron condor', condor],
    ['iron condor 85 90 105 110 x 5 rfq', `${condor} | x5 | rfq`],
    ['110/105/90/85 ic', condor],
    ['25DEC 100C', '+1 25DEC 100C'],
    ['buy 100 call', '+1 25DEC 100C | buy'],
    ['buy 10 100 call', '+1 25DEC 100C | buy | x10'],
    ['10x 100c', '+1 25DEC 100C | x10'],
    ['sell 2.5 mar 90 put 1500', '+1 26MAR 90P | sell | x2.5 | @1500 credit | firm'],
    ['85P/110C', '+1 25DEC 85P +1 25DEC 110C'],
    ['bear call spread 100/110', '+1 25DEC 100C −1 25DEC 110C | sell'],
    ['sell bear call spread 100/110', '+1 25DEC 100C −1 25DEC 110C | buy'],
    ['short 95 straddle', '+1 25DEC 95P +1 25DEC 95C | sell'],
    ['atm straddle', '+1 25DEC 98P +1 25DEC 98C'],
    ['95/100/105 fly', '+1 25DEC 95C −2 25DEC 100C +1 25DEC 105C'],
    ['95/100/108 fly', '+1 25DEC 95C −2 25DEC 100C +1 25DEC 108C'],
    ['put fly 90/95/100', '+1 25DEC 90P −2 25DEC 95P +1 25DEC 100P'],
    ['90/95/100 iron fly', '+1 25DEC 90P −1 25DEC 95P −1 25DEC 95C +1 25DEC 100C'],
    ['call calendar 100', '−1 25DEC 100C +1 26MAR 100C'],
    ['dec/mar 100 calendar', '−1 25DEC 100C +1 26MAR 100C'],
    ['100 calendar put', '−1 25DEC 100P +1 26MAR 100P'],
    ['25DEC/26MAR 100 CCal', '−1 25DEC 100C +1 26MAR 100C'],
    ['100/110 1x2 call', '+1 25DEC 100C −2 25DEC 110C'],
    ['1x2 cs 100/110', '+1 25DEC 100C −2 25DEC 110C'],
    ['put 90/100 2x3', '−3 25DEC 90P +2 25DEC 100P'],
    ['perp', '+1 PERP'],
    ['sell 0.5 perp', '+1 PERP | sell | x0.5'],
    ['dec future', '+1 25DEC'],
    ['spot', '+1 SPOT'],
    ['covered call 110', '+1 PERP −1 25DEC 110C'],
    ['eth 3000/3400 strangle', '+1 ETH 25DEC 3000P +1 ETH 25DEC 3400C'],
    ['ic 85/90/105/110 @-120', `${condor} | @-120 | firm`],
    ['cs 100/110 250cr', '+1 25DEC 100C −1 25DEC 110C | @250 credit | firm'],
    ['cs 100/110 pay 250', '+1 25DEC 100C −1 25DEC 110C | @250 debit | firm'],
    ['cs 100/110 250 debit ioc', '+1 25DEC 100C −1 25DEC 110C | @250 debit | firm | IOC'],
    ['sell 100c market', '+1 25DEC 100C | sell | firm | MARKET | IOC'],
    ['1m 100c', '+1 25DEC 100C'],
    ['11dec 100c', '+1 11DEC 100C'],
    ['2026-12-11 100c', '+1 11DEC 100C'],
    ['dec26 100c', '+1 25DEC 100C'],
    ['25 dec 100c', '✗ Is “25” the size or a day? Write x25, or 25dec in one word.'],
    ['+1 25DEC 100000C -2 26MAR 110kC -1 perp', '+1 25DEC 100C −2 26MAR 110C −1 PERP'],
  ])('%s', (line, expected) => expect(result(line)).toBe(expected))

  it('takes deltas by the volatilities of the moment, on both sides where one is said', () => {
    const strikesOf = (line: string): number[] => {
      const found = read(line)
      return found.ok ? found.value.legs.map(leg => Number(/(\d+)[CP]$/.exec(leg.symbol)?.[1])) : []
    }
    const [put25 = 0, call25 = 0] = strikesOf('25d rr dec')
    const deltaOf = (symbol: string): number => Math.abs(surface.expiries.get(decMs)?.marks.get(symbol)?.delta ?? 0)
    expect(Math.abs(deltaOf(option(decMs, put25, 'P')) - 0.25)).toBeLessThan(0.02)
    expect(Math.abs(deltaOf(option(decMs, call25, 'C')) - 0.25)).toBeLessThan(0.02)
    expect(strikesOf('25d/25d strangle')).toEqual([put25, call25])
    expect(strikesOf('25dc')).toEqual([call25])
    expect(strikesOf('25d put')).toEqual([put25])
    const [low = 0, putShort = 0, callShort = 0, high = 0] = strikesOf('ic 10d/25d x5 rfq')
    expect([putShort, callShort]).toEqual([put25, call25])
    expect([low < putShort, high > callShort]).toEqual([true, true])
    const [, put10 = 0] = [0, strikesOf('10d/25d ps')[0]]
    expect(put10).toBe(low)
    expect(strikesOf('25d iron fly')).toEqual([put25, 98_000, 98_000, call25])
  })

  it.each(['iron condor', 'sell 5 mar strangle', 'dec straddle', 'buy mar call', 'calendar dec/mar', 'rr'])(
    'asks for the strikes of “%s”',
    line => expect(result(line)).toMatch(/^✗ Which strikes?/),
  )
})

describe('a structure that is not understood', () => {
  it.each([
    ['', /Type a structure/],
    ['hello', /“hello”/],
    ['100/110 CS wibble x10', /Not understood: “wibble”/],
    ['91.5/110 strangle', /“91.5” is not listed for 25DEC26: the nearest are 91000 and 92000/],
    ['130/140 strangle', /“130” is not listed/],
    ['95 Strg', /strangle takes 2 strikes, not 1: “95”/],
    ['sell 95 strg', /strangle takes 2 strikes, not 1: “95”/],
    ['85/90/95 strangle', /takes 2 strikes, not 3/],
    ['24DEC26 95/105 Strg', /No expiry “24DEC26”: listed are 11DEC26/],
    ['jan 95/105 Strg', /No expiry “jan”/],
    ['x1 x2 95/105 Strg', /size repeated: “x2”/],
    ['buy sell 95/105 strg', /side repeated: “sell”/],
    ['95/105 strangle straddle', /structure repeated: “straddle”/],
    ['95C/105P strangle', /does not make a strangle|do not make/],
    ['cs 100/110 120 130', /What is “130”\?/],
    ['cs 100/110 rfq firm', /RFQ or a firm/],
    ['85/110', /Which structure/],
    ['sell', /Which structure/],
    ['11 dec 85/110 strangle', /“11” the size or a day/],
    ['sell 29 mar 110c', /“29” the size or a day/],
    ['eth 25d rr', /No deltas/],
    ['+1 99500C -1 100000C', /“99500C” is not listed/],
    ['call 100 put 90', /structure repeated: “put”/],
    ['x0 100c', /above zero/],
  ])('%s', (line, why) => {
    const found = read(line)
    expect(found).toMatchObject({ ok: false })
    if (!found.ok) expect(found.why).toMatch(why)
  })
  it('is distinguished from text that is no structure', () => {
    const isPart = (line: string) => {
      const found = read(line)
      return !found.ok && found.isPart
    }
    expect([isPart('orders'), isPart('go to markets'), isPart('100/110 cz')]).toEqual([false, false, true])
  })
})

describe('a structure as copied', () => {
  it('is read back as it was', () => {
    const leg = fc.record({
      symbol: fc.constantFrom(call(95), call(100), put(100), call(110, '20270326')),
      ratio: fc.integer({ min: -9, max: 9 }).filter(ratio => ratio !== 0),
    })
    const legs = fc.uniqueArray(leg, { minLength: 1, maxLength: 4, selector: one => one.symbol })
    fc.assert(
      fc.property(
        legs,
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: -999, max: 999 }),
        (given, quantity, price) => {
          const value = { legs: given, quantity: dec(quantity), price: dec(price), side: 'sell' as const }
          expect(read(printDraftText(value))).toEqual({ ok: true, value: { ...value, mode: 'firm' } })
        },
      ),
    )
    expect([nearMs, farMs]).toEqual([decMs, marMs])
  })
  it('any line is read or refused with words, whatever it holds', () => {
    const word = fc.constantFrom(
      'sell',
      '10',
      'dec',
      '85/110',
      'strangle',
      '25d',
      'x5',
      '@-120',
      'rr',
      'put',
      '/',
      '@',
      'x',
      '1x2',
      'cr',
      '+1',
      '100000C',
      'atm',
      ',',
      '-',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), words => {
        const found = read(words.join(' '))
        expect(found.ok ? found.value.legs.length : found.why.length).toBeGreaterThan(0)
      }),
      { numRuns: 400 },
    )
  })
})

it('calls a strike that is listed and suspended suspended, not unlisted', () => {
  const { universe } = deskContext
  const chain: typeof universe.chain = (base, expiryMs) =>
    universe
      .chain(base, expiryMs)
      .map(row =>
        eq(row.strike, dec('110000')) && row.call !== undefined
          ? { ...row, call: { ...row.call, status: 'suspended' } }
          : row,
      )
  expect(readStructure('dec 100/110 cs', { ...deskContext, universe: { ...universe, chain } })).toMatchObject({
    ok: false,
    why: expect.stringContaining('is suspended for 25DEC26') as string,
  })
})
