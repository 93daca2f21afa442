import { describe, expect, it } from 'vitest'
import { alertKinds, type Alert, stepAlerts } from '../../domain/alert.ts'
import { dec } from '../../domain/decimal.ts'
import { entityId } from '../../domain/ids.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { dayMs } from '../../domain/time.ts'
import { heldPosition } from '../../../testing/held-position.ts'
import { call, lookup, nowMs, put } from '../../../testing/universe.fixture.ts'
import { positionRows } from '../position-rows.ts'
import { alertText, subjectText } from './alert-text.ts'
import { plainText } from './figure-text.ts'
import { daysLeftOf, lossOfCredit, netMidOf, partOfMost } from './structure-figures.ts'

const spread = `${call(100)}@-1/${call(110)}@1`
const held = (entries: readonly [string, string], marks: readonly [string, string], size = '2') =>
  positionRows(
    [
      heldPosition(call(100), `-${size}`, entries[0], marks[0], {}),
      heldPosition(call(110), size, entries[1], marks[1], {}),
    ],
    lookup.bySymbol,
  )
const quotes = (...rows: readonly [string, string | undefined, string][]) =>
  new Map(
    rows.map(([symbol, bid, ask]): [string, MarketSummary] => [
      symbol,
      {
        id: entityId('7'),
        symbol,
        product_type: 'option',
        best_bid: bid === undefined ? undefined : dec(bid),
        best_ask: dec(ask),
      },
    ]),
  )

describe('figures of a structure', () => {
  it('a credit spread sold at 2,000 and worth 500 has made three quarters of the most, whatever its size', () => {
    for (const size of ['2', '7'])
      expect(partOfMost(spread, held(['5000', '3000'], ['1500', '1000'], size))).toEqual({
        value: '75',
        source: 'marks and entries',
      })
  })
  it('worth 6,000 it has lost twice the credit', () => {
    expect(lossOfCredit(spread, held(['5000', '3000'], ['9000', '3000']))).toMatchObject({ value: '2' })
    expect(lossOfCredit(spread, held(['5000', '3000'], ['1500', '1000']))).toMatchObject({ value: '-0.75' })
  })
  it('what was paid for has no credit, and what has no bound no most', () => {
    const bought = `${call(110)}@1`
    expect(lossOfCredit(bought, held(['5000', '3000'], ['1', '1']))).toEqual({ why: 'nothing was received for it' })
    expect(partOfMost(bought, held(['5000', '3000'], ['1', '1']))).toMatchObject({
      why: expect.stringMatching(/no bound/),
    })
  })
  it('legs that are not held, or held the other way, are no zero', () => {
    expect(partOfMost(`${spread}/${put(90)}@1`, held(['5000', '3000'], ['1', '1']))).toEqual({
      why: 'not all of its legs are held',
    })
    expect(lossOfCredit(`${call(100)}@1`, held(['5000', '3000'], ['1', '1']))).toEqual({
      why: 'not all of its legs are held',
    })
  })
  it('the net mid is the sum of mids by ratio, and is not known where one leg has none', () => {
    expect(netMidOf(spread, quotes([call(100), '5000', '5100'], [call(110), '3000', '3020']))).toMatchObject({
      value: '-2040',
    })
    expect(netMidOf(spread, quotes([call(100), '5000', '5100'], [call(110), undefined, '3020']))).toEqual({
      why: `no mid of ${call(110)}`,
    })
  })
  it('days are left to the first expiry of its legs', () => {
    const left = daysLeftOf(`BTC-20261225-100000C@-1/BTC-20270326-100000C@1`, Date.UTC(2026, 11, 25, 8) - 1.5 * dayMs)
    expect(left).toMatchObject({ value: '1.5' })
    expect(daysLeftOf('BTC-USD-PERPETUAL', nowMs)).toEqual({ why: 'it does not expire' })
  })
  it('is reported once at its crossing and says what it is of', () => {
    const alert: Alert = { id: 'a', kind: 'most', subject: spread, direction: 'above', level: dec('50'), isArmed: true }
    const seen = (value: string, list: readonly Alert[]) => stepAlerts(list, () => dec(value), nowMs)
    const first = seen('51', [alert])
    expect(first.crossed).toHaveLength(1)
    expect(seen('60', first.next).crossed).toEqual([])
    expect(alertText(alert, plainText)).toBe(
      'Profit of the most of −1 BTC 25DEC26 100000 C, +1 BTC 25DEC26 110000 C above 50 %',
    )
    expect(alertKinds.filter(kind => subjectText({ kind, subject: call(100) }) === '')).toEqual([])
  })
})
