import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitWords } from './phrase-text.ts'
import type { Phrase } from './phrase.ts'
import { readPhrase } from './read-phrase.ts'

const listing = { bases: ['BTC', 'ETH'] }
function phrase(line: string): Phrase {
  const read = readPhrase(splitWords(line), listing)
  if (!read.ok) throw new Error(`${line}: ${read.why}`)
  return read.phrase
}
const why = (line: string): string | undefined => {
  const read = readPhrase(splitWords(line), listing)
  return read.ok ? undefined : read.why
}
const said = (line: string) => {
  const { side, size, price, structure, strikes, dates, base, mode, type, tif, bare } = phrase(line)
  return {
    side,
    size,
    price: price === undefined ? undefined : `${price.value} ${price.effect ?? ''}`.trim(),
    structure: structure?.name,
    strikes: strikes.map(each => each.text).join(' '),
    dates: dates.map(each => each.text).join(' '),
    base,
    mode,
    type,
    tif,
    bare: bare.map(each => each.text).join(' '),
  }
}

describe('words of a desk', () => {
  it('are joined where a sign stands apart, and signs are those of a keyboard', () => {
    expect(splitWords('  x 10  ic 80 / 120 @ −3500 5 x ')).toEqual(['x10', 'ic', '80/120', '@-3500', '5x'])
    expect(splitWords('1×2')).toEqual(['1x2'])
    expect(splitWords('   ')).toEqual([])
  })

  it('mean the same in any order, where each says what it is', () => {
    const words = ['sell', 'x10', 'BTC', 'dec', '85/110', 'strangle', '@3500', 'rfq']
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: words.length }), order => {
        expect(said(order.join(' '))).toEqual({
          side: 'sell',
          size: '10',
          price: '3500',
          structure: 'strangle',
          strikes: '85 110',
          dates: 'dec',
          base: 'BTC',
          mode: 'rfq',
          type: undefined,
          tif: undefined,
          bare: '',
        })
      }),
    )
  })

  it('that are not understood are named, wherever they stand: none is skipped', () => {
    const words = ['buy', 'x2', 'ETH', 'mar', '25d', 'rr', '@40']
    const strange = fc.stringMatching(/^[g-z]{5,9}$/).filter(word => !readPhrase([word], listing).ok)
    fc.assert(
      fc.property(strange, fc.nat(words.length), (word, at) => {
        expect(why(words.toSpliced(at, 0, word).join(' '))?.startsWith(`Not understood: “${word}”.`)).toBe(true)
      }),
    )
  })

  it('that add nothing add nothing', () => {
    expect(said('buy 10 of the dec 100k strike call for @120')).toEqual(said('buy 10 dec 100k call @120'))
  })
})

describe('the side', () => {
  it.each([
    ['buy', 'buy'],
    ['LONG', 'buy'],
    ['buyer', 'buy'],
    ['sell', 'sell'],
    ['short', 'sell'],
    ['selling', 'sell'],
  ])('%s is %s', (word, side) => expect(phrase(`${word} straddle`).side).toBe(side))
  it.each(['bid', 'offer', 'offered'])('is not said by “%s” without a price', word =>
    expect(why(`${word} straddle`)).toContain(`“${word}”`),
  )
  it('of a structure that is called by what it is sold as is the other one', () => {
    expect(phrase('bear call spread').side).toBe('sell')
    expect(phrase('buy bear call spread').side).toBe('sell')
    expect(phrase('sell bear call spread').side).toBe('buy')
    expect(phrase('bull call spread').side).toBeUndefined()
  })
})

describe('the price', () => {
  it.each([
    ['@120', '120'],
    ['@ 120', '120'],
    ['+120', '120'],
    ['-120', '-120'],
    ['@-1.5k', '-1500'],
    ['120cr', '120 credit'],
    ['120 credit', '120 credit'],
    ['credit 120', '120 credit'],
    ['receive 120', '120 credit'],
    ['120 db', '120 debit'],
    ['pay 1,200.5', '1200.5 debit'],
    ['@120 debit', '120 debit'],
  ])('%s is %s', (words, price) => expect(said(`ic 25d ${words}`).price).toBe(price))
  it('says whether it was signed', () => {
    expect(phrase('ic @120').price?.isSigned).toBe(false)
    expect(phrase('ic +120').price?.isSigned).toBe(true)
  })
  it('that a word alone stands for is asked for, except of iron structures, which it turns', () => {
    expect(why('strangle 25d credit')).toBe('Say the price beside “credit”: 120 credit.')
    expect(phrase('sell ic 25d credit').effect).toBe('credit')
  })
})

describe('the size', () => {
  it.each(['x10', '10x', 'x 10', '10 x'])('%s is ten', words => expect(phrase(`${words} straddle`).size).toBe('10'))
  it('must be above zero', () => expect(why('x0 straddle')).toBe('The size must be above zero: “x0”.'))
  it('is a bare number after a side, which goes on as one', () => {
    const { bare, size } = phrase('sell 10 straddle 100k')
    expect(size).toBeUndefined()
    expect(bare.map(each => [each.text, each.isLeading, each.isAfterSide])).toEqual([
      ['10', true, true],
      ['100k', false, false],
    ])
  })
})

describe('the date', () => {
  it('is two where two are joined', () => {
    expect(phrase('call cal dec/mar 100k').dates.map(each => each.text)).toEqual(['dec', 'mar'])
    expect(phrase('cal dec-mar').dates).toHaveLength(2)
    expect(phrase('cal 2026-12-25').dates).toHaveLength(1)
  })
  it('is a day where its number stands before its month', () => {
    const { dates, bare } = phrase('straddle 25 dec 100k')
    expect(dates).toMatchObject([{ kind: 'day', day: 25, month: 11 }])
    expect(bare.map(each => each.text)).toEqual(['100k'])
  })
  it('is a month after a side and a size, which may mean the day too', () => {
    const { dates, bare } = phrase('buy 10 dec straddle')
    expect(dates).toMatchObject([{ kind: 'month', month: 11 }])
    expect(bare).toMatchObject([{ text: '10', isAfterSide: true, dayOf: { kind: 'day', day: 10, month: 11 } }])
  })
})

describe('how it is sent', () => {
  it.each([
    ['rfq', { mode: 'rfq' }],
    ['quote', { mode: 'rfq' }],
    ['firm', { mode: 'firm' }],
    ['lmt', { mode: 'firm', type: 'LIMIT' }],
    ['mkt', { mode: 'firm', type: 'MARKET', tif: 'IOC' }],
    ['lmt ioc', { mode: 'firm', type: 'LIMIT', tif: 'IOC' }],
    ['gtc', { mode: 'firm', tif: 'GTC' }],
  ])('%s', (words, how) => expect(phrase(`buy straddle ${words}`)).toMatchObject(how))
  it.each(['rfq limit', 'firm rfq'])('cannot be both: %s', words =>
    expect(why(`straddle ${words}`)).toBe(`An RFQ or a firm order? “${words.split(' ')[1]}” says the other.`),
  )
})

describe('the structure', () => {
  it('may have its right apart, before or after it', () => {
    for (const line of ['put 100k calendar', 'calendar 100k put'])
      expect(phrase(line).structure?.name).toBe('put calendar')
    expect(phrase('put 100k put').structure?.name).toBe('put')
  })
  it('has the ratio that is said of calls or puts', () => {
    expect(phrase('1x2 call spread 100/110').structure).toMatchObject({ name: 'call ratio 1x2' })
    expect(phrase('put 1x3').structure).toMatchObject({ name: 'put ratio 1x3' })
  })
  it.each(['1x2 100/110', '1x2 straddle', '1x2 perp', '1x2 ic', '1x2 cal'])(
    'has none where it is of neither: %s',
    line => expect(why(line)).toBe('“1x2” of what? Say call or put.'),
  )
})

describe('what is said twice', () => {
  it.each([
    ['buy sell straddle', 'The side repeated: “sell”.'],
    ['straddle ic', 'The structure repeated: “ic”.'],
    ['straddle @1 @2', 'The price repeated: “@2”.'],
    ['x1 2x', 'The size repeated: “2x”.'],
    ['btc eth', 'The underlying repeated: “eth”.'],
    ['1x2 1x3 call', 'The ratio repeated: “1x3”.'],
  ])('%s is named', (line, problem) => expect(why(line)).toBe(problem))
  it('of the same underlying is no news', () => expect(phrase('btc BTC straddle').base).toBe('BTC'))
})

it('what is no phrase says whether a structure was meant', () => {
  expect(readPhrase(['settings'], listing)).toMatchObject({ ok: false, isPart: false })
  expect(readPhrase(['dec', 'settings'], listing)).toMatchObject({ ok: false, isPart: true })
  expect(readPhrase(['sell', 'settings'], listing)).toMatchObject({ ok: false, isPart: true })
  expect(readPhrase([], listing)).toMatchObject({ ok: true })
})
