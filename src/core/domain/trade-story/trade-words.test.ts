import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, type Decimal, mul } from '../decimal.ts'
import { entityId } from '../ids.ts'
import { parseInstrumentName } from '../instrument.ts'
import { normalise } from '../normalise.ts'
import { fillPhrase, orderPhrase, priceWords } from './trade-words.ts'
import { opposite, type Side } from '../order.ts'
import type { PackageLeg } from '../package/package-leg.ts'
import { recognise } from '../structures/recognise.ts'
import { tradePhrase } from './trade-phrase.ts'
import { structureLegOf } from '../structures/tidy-legs.ts'

const symbols: Readonly<Record<string, string>> = {
  perp: 'BTC-USD-PERPETUAL',
  dec: 'BTC-20261225',
  mar: 'BTC-20270326',
  eth: 'ETH-USD-PERPETUAL',
}
const dates: Readonly<Record<string, string>> = { dec: '20261225', mar: '20270326' }

/** Parses "-1 dec 90C" and "2 perp". */
function legsOf(text: string): PackageLeg[] {
  return text.split(', ').map(part => {
    const [ratio = '', ...name] = part.split(' ')
    const [date = '', strike] = name
    const symbol =
      strike === undefined
        ? (symbols[date] ?? date)
        : `BTC-${dates[date]}-${Number(strike.slice(0, -1)) * 1_000}${strike.slice(-1)}`
    return { symbol, ratio: Number(ratio) }
  })
}

const phrase = (legs: string, side: Side = 'buy', quantity = '2'): string =>
  orderPhrase({ legs: legsOf(legs), side, quantity: dec(quantity) })

describe('an order as one phrase', () => {
  it.each([
    ['1 dec 90C, -1 dec 100C', 'Buy 2 · Bull call spread 90/100 C · 25DEC26 BTC'],
    ['-1 dec 90C, 1 dec 100C', 'Buy 2 · Bear call spread 90/100 C · 25DEC26 BTC'],
    ['1 dec 80P, -1 dec 90P', 'Buy 2 · Bull put spread 80/90 P · 25DEC26 BTC'],
    ['-1 dec 90C, 1 dec 90P', 'Buy 2 · Synthetic short 90 · 25DEC26 BTC'],
    ['1 dec 80P, -1 dec 110C', 'Buy 2 · Bearish risk reversal 80 P 110 C · 25DEC26 BTC'],
    ['-1 dec 80P, 1 dec 90P', 'Buy 2 · Bear put spread 80/90 P · 25DEC26 BTC'],
    ['1 dec 75P, -1 dec 85P, -1 dec 110C, 1 dec 120C', 'Buy 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC'],
    ['-1 dec 75P, 1 dec 85P, 1 dec 110C, -1 dec 125C', 'Sell 2 · Broken iron condor 75/85 P 110/125 C · 25DEC26 BTC'],
    ['1 dec 90P, 1 dec 90C', 'Buy 2 · Straddle 90 · 25DEC26 BTC'],
    ['-1 dec 80P, -1 dec 110C', 'Sell 2 · Strangle 80 P 110 C · 25DEC26 BTC'],
    ['1 dec 92.5C, -2 dec 100C', 'Buy 2 · Call ratio 1x2 92.5/100 C · 25DEC26 BTC'],
    ['-1 dec 92.5C, 2 dec 100C', 'Buy 2 · Call backspread 92.5/100 C · 25DEC26 BTC'],
    ['1 dec 90C, -1 dec 90P, -1 dec 100C, 1 dec 100P', 'Buy 2 · Box 90/100 · 25DEC26 BTC'],
    ['-1 dec 100C, 1 mar 100C', 'Buy 2 · Call calendar 100 C · 25DEC26/26MAR27 BTC'],
    ['1 dec 110P, -1 mar 100P', 'Sell 2 · Put diagonal 110/100 P · 25DEC26/26MAR27 BTC'],
    [
      '-1 dec 85P, -1 dec 110C, 1 mar 80P, 1 mar 120C',
      'Buy 2 · Double diagonal 85 P 110 C / 80 P 120 C · 25DEC26/26MAR27 BTC',
    ],
    ['1 perp, -1 dec 110C', 'Buy 2 · Covered call 110 C + PERP · 25DEC26 BTC'],
    ['1 dec 90P, 1 dec 90C, -3 perp', 'Buy 2 · Straddle + hedge +90 P +90 C −3×PERP · 25DEC26 BTC'],
    ['-1 dec, 1 mar', 'Buy 2 · Future spread · 25DEC26/26MAR27 BTC'],
    ['1 perp, -1 dec', 'Sell 2 · Future spread · PERP/25DEC26 BTC'],
    ['1 dec 90C', 'Buy 2 · BTC 25DEC26 90000 C'],
    ['-1 dec 90C', 'Sell 2 · BTC 25DEC26 90000 C'],
    ['1 perp', 'Buy 2 · BTC PERP'],
    ['1 dec 90C, -2 dec 105C, 1 dec 130C, 1 dec 140C', 'Buy 2 · Custom +90 C −2×105 C +130 C +140 C · 25DEC26 BTC'],
    [
      '-1 dec 90C, -1 mar 105P, -1 dec',
      'Sell 2 · Custom +25DEC26 90 C +26MAR27 105 P +25DEC26 future · 25DEC26/26MAR27 BTC',
    ],
    ['1 perp, -20 eth', 'Buy 2 · Custom +BTC PERP −20×ETH PERP'],
    ['1 odd@name, -2 other', 'Buy 2 · Custom +odd@name −2×other'],
    ['2 dec 90C, -2 dec 100C', 'Buy 4 · Bull call spread 90/100 C · 25DEC26 BTC'],
  ])('%s is "%s"', (legs, text) => {
    expect(phrase(legs)).toBe(text)
    const turned = legsOf(legs).map(leg => ({ ...leg, ratio: -leg.ratio }))
    expect(orderPhrase({ legs: turned, side: 'sell', quantity: dec('2') })).toBe(text)
  })

  it('writes strikes below 10,000, and those that are no multiple of 500, in full', () => {
    const spread = (symbol: string, strikes: readonly number[]) =>
      tradePhrase(
        strikes.map((strike, at) => ({ symbol: `${symbol}-20261225-${strike}C`, ratio: at === 0 ? 1 : -1 })),
        'buy',
      ).strikes
    expect(spread('ETH', [3200, 3500])).toBe('3200/3500 C')
    expect(spread('BTC', [90_250, 100_000])).toBe('90250/100000 C')
  })

  it('has no verb where the venue does not say the side', () => {
    expect(orderPhrase({ legs: legsOf('-1 dec 90C, 1 dec 100C'), side: undefined, quantity: dec('2') })).toBe(
      '2 · Bear call spread 90/100 C · 25DEC26 BTC',
    )
  })
})

const expiries = ['20261225', '20270326']
const strikes = ['80000', '90000', '92500', '100000', '3200']
const packages = fc
  .uniqueArray(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...expiries), fc.constantFrom(...strikes), fc.constantFrom('C', 'P'))
        .map(parts => `BTC-${parts[0]}-${parts[1]}${parts[2]}`),
      fc.constantFrom('BTC-USD-PERPETUAL', 'BTC-20261225'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain(names =>
    fc.tuple(...names.map(symbol => fc.constantFrom(1, -1, 2, -2, 3, -4).map(ratio => ({ symbol, ratio })))),
  )

const keyOf = (legs: readonly PackageLeg[]): string[] => {
  const found = recognise(legs.flatMap(leg => structureLegOf(parseInstrumentName(leg.symbol)!, leg.ratio)))
  return [found.title]
}

describe('the phrase of any package', () => {
  it('is the same for an order and for the form that the wire gives it', () =>
    fc.assert(
      fc.property(
        packages,
        fc.constantFrom<Side>('buy', 'sell'),
        fc.integer({ min: 1, max: 9 }),
        (legs, side, size) => {
          const quantity = dec(size)
          const listed = legs.map((leg, at) => ({ ...leg, tradeable_entity_id: entityId(900 - at) }))
          const wire = normalise({ legs: listed, side, quantity })
          expect(wire.ok && orderPhrase(wire.value)).toBe(orderPhrase({ legs, side, quantity }))
          const turned = legs.map(leg => ({ ...leg, ratio: -leg.ratio }))
          expect(orderPhrase({ legs: turned, side: opposite(side), quantity })).toBe(
            orderPhrase({ legs, side, quantity }),
          )
        },
      ),
    ))

  it('names the effective legs: bought as they are, sold turned', () =>
    fc.assert(
      fc.property(packages, fc.constantFrom<Side>('buy', 'sell'), (legs, side) => {
        const { side: effective, name } = tradePhrase(legs, side)
        const sign = (side === 'buy' ? 1 : -1) * (effective === 'buy' ? 1 : -1)
        const own = legs.map(leg => ({ ...leg, ratio: leg.ratio * sign }))
        if (legs.length === 1) {
          expect(own[0]?.ratio).toBeGreaterThan(0)
          return
        }
        const [title = ''] = keyOf(own)
        expect(name.toLowerCase()).toBe(title.startsWith('custom') ? 'custom' : title.toLowerCase())
        expect(name).not.toMatch(/^Short/)
      }),
    ))

  it('has every strike in it', () =>
    fc.assert(
      fc.property(packages, fc.constantFrom<Side | undefined>('buy', 'sell', undefined), (legs, side) => {
        const { text } = tradePhrase(legs, side)
        for (const { symbol } of legs) {
          const name = parseInstrumentName(symbol)
          if (name?.product !== 'option') continue
          const short = String(Number(name.strike) / 1_000)
          expect(text.match(/[\d.]+/g)).toContain(text.includes(name.strike) ? name.strike : short)
        }
      }),
    ))

  it('has money that is paid or received as a positive number, the same for both forms of the wire', () =>
    fc.assert(
      fc.property(
        packages,
        fc.constantFrom<Side>('buy', 'sell'),
        fc.integer({ min: -9_999, max: 9_999 }),
        (legs, side, price) => {
          const turned = legs.map(leg => ({ ...leg, ratio: -leg.ratio }))
          const at = (average: Decimal, form: readonly PackageLeg[], way: Side) =>
            fillPhrase({ legs: form, side: way, quantity: dec('2'), average })
          const text = at(dec(price), legs, side)
          expect(text).toMatch(
            legs.length > 1 ? /(?:, (?:paid|received) [\d,.]+(?: \([\d,.]+ each\))?| at no cost)$/ : / at [−\d,.]+$/,
          )
          if (legs.length > 1) {
            expect(at(mul(dec(price), dec(-1)), turned, opposite(side))).toBe(text)
            expect(priceWords({ legs, side, price: dec(price) })).toMatch(/^(?:even|(?:pay|receive) [\d,.]+)$/)
          }
        },
      ),
    ))
})

describe('a fill as one headline', () => {
  const condor = legsOf('1 dec 75P, -1 dec 85P, -1 dec 110C, 1 dec 120C')
  const fill = (quantity: string, average: string, side: Side = 'buy') =>
    fillPhrase({ legs: condor, side, quantity: dec(quantity), average: dec(average) })

  it.each([
    [fill('2', '-1977.5'), 'Bought 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 3,955 (1,977.5 each)'],
    [fill('1', '-1977.5'), 'Bought 1 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 1,977.5'],
    [fill('2', '-1977.5', 'sell'), 'Sold 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, paid 3,955 (1,977.5 each)'],
    [fill('2', '0'), 'Bought 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC at no cost'],
    [fill('3', '-1.33333333'), 'Bought 3 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 4 (1.3333 each)'],
    [
      fillPhrase({ legs: legsOf('1 perp'), side: 'sell', quantity: dec('3'), average: dec('95000') }),
      'Sold 3 · BTC PERP at 95,000',
    ],
    [
      fillPhrase({ legs: legsOf('1 perp'), side: 'sell', quantity: dec('3'), average: dec('95000'), closes: true }),
      'Sold to close 3 · BTC PERP at 95,000',
    ],
    [
      fillPhrase({ legs: condor, side: undefined, quantity: dec('2'), average: dec('-5') }),
      'Traded 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC at −5',
    ],
    [
      fillPhrase({ legs: legsOf('2 dec 90C, -2 dec 100C'), side: 'sell', quantity: dec('2'), average: dec('100') }),
      'Bought 4 · Bear call spread 90/100 C · 25DEC26 BTC, received 200 (50 each)',
    ],
    [
      fillPhrase({
        legs: legsOf('1 dec 90C, -1 dec 100C'),
        side: 'sell',
        quantity: dec('2'),
        average: dec('100'),
        closes: true,
      }),
      'Sold to close 2 · Bull call spread 90/100 C · 25DEC26 BTC, received 200 (100 each)',
    ],
  ])('%s', (text, wanted) => expect(text).toBe(wanted))
})
