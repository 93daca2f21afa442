import { expect, it } from 'vitest'
import { dec, zero } from '../../../core/domain/decimal.ts'
import { countRfq } from '../../../core/domain/trade-story/trade-count.ts'
import { orderPhrase } from '../../../core/domain/trade-story/trade-words.ts'
import { filledWords, restText } from './filled-line.tsx'

const put = (strike: number, ratio: number) => ({ symbol: `BTC-20261225-${strike}P`, ratio })
const bullPut = [put(85_000, 1), put(90_000, -1)]
const countOf = (wanted: string, filled: string) =>
  countRfq(dec(wanted), filled === '0' ? [] : [{ filled: dec(filled), working: zero, inDoubt: zero }])

it('says nothing before the first fill', () => {
  expect(filledWords({ legs: bullPut, side: 'buy', count: countOf('3', '0'), average: undefined })).toBeUndefined()
})

it('says what was done of what was wanted, at which average, and what is left', () => {
  expect(filledWords({ legs: bullPut, side: 'buy', count: countOf('3', '1'), average: dec('-1495') })).toEqual([
    'Bought 1 of 3 · avg 1,495 received',
    '2 left',
  ])
})

it('says the same whether the wire buys the legs or sells their opposite', () => {
  const opposite = bullPut.map(leg => ({ ...leg, ratio: -leg.ratio }))
  expect(filledWords({ legs: opposite, side: 'sell', count: countOf('3', '1'), average: dec('1495') })).toEqual([
    'Bought 1 of 3 · avg 1,495 received',
    '2 left',
  ])
})

it('of a closing order has the verb of its phrase', () => {
  const closing = bullPut.map(leg => ({ ...leg, ratio: -leg.ratio }))
  const order = { legs: closing, side: 'buy', closes: true } as const
  expect(orderPhrase(order)).toBe('Sell to close · Bull put spread 85/90 P · 25DEC26 BTC')
  expect(filledWords({ ...order, count: countOf('3', '1'), average: dec('1500') })).toEqual([
    'Sold 1 of 3 · avg 1,500 paid',
    '2 left',
  ])
})

it('has no price if the average is not known, and a plain one for one instrument', () => {
  expect(filledWords({ legs: bullPut, side: 'buy', count: countOf('3', '1'), average: undefined })?.[0]).toBe(
    'Bought 1 of 3',
  )
  const perpetual = [{ symbol: 'BTC-USD-PERPETUAL', ratio: 1 }]
  expect(filledWords({ legs: perpetual, side: 'sell', count: countOf('3', '1'), average: dec('95000') })?.[0]).toBe(
    'Sold 1 of 3 · avg 95,000',
  )
})

it('says what became of the rest of the newest order, once it has ended', () => {
  const take = (atMs: number, remaining: string | undefined, isOver = true) => ({
    atMs,
    quantity: dec('3'),
    isOver,
    fills: remaining === undefined ? undefined : { remaining: dec(remaining) },
  })
  const partly = take(1, '1.2')
  expect(restText([])).toBeUndefined()
  expect(restText([partly])).toBe('1.2 of the last 3 was not filled and is cancelled.')
  expect(restText([take(2, '0'), partly])).toBeUndefined()
  expect(restText([partly, take(2, '3', false)])).toBeUndefined()
  expect(restText([partly, take(2, undefined)])).toBeUndefined()
})
