import { expect, test } from 'vitest'
import { dec } from './decimal.ts'
import { entityId } from './ids.ts'
import { answerBreaches, limitBreaches, noLimits } from './own-limits.ts'
import { legsOf } from '../../testing/legs-of.ts'

const call = 'BTC-20261225-100000C'
const put = 'BTC-20261225-90000P'
const leg = (symbol: string, ratio: number) => ({ symbol, ratio, tradeable_entity_id: entityId(7) })
const sent = (sentLately: number) => ({ sentLately, dayLoss: { known: undefined, why: 'not read' }, isClosing: false })
const firm = { market_id: '0', legs: [leg(call, 1), leg(put, -3)], quantity: dec('10'), price: dec('-120') }

test('without limits nothing is beyond them', () => expect(limitBreaches(firm, noLimits, sent(1_000))).toEqual([]))
test('cash is price times quantity, whichever way it flows', () => {
  const breach = { kind: 'cash', amount: '1200', limit: '1199.99' }
  expect(limitBreaches(firm, { ...noLimits, cash: dec('1199.99') }, sent(0))).toEqual([breach])
  expect(limitBreaches({ ...firm, price: dec('120') }, { ...noLimits, cash: dec('1199.99') }, sent(0))).toEqual([
    breach,
  ])
  expect(limitBreaches(firm, { ...noLimits, cash: dec('1200') }, sent(0))).toEqual([])
})
test('a market order has no price: with a limit of cash it is held back, since nobody knows', () => {
  expect(limitBreaches({ ...firm, price: undefined }, { ...noLimits, cash: dec('5') }, sent(0))).toEqual([
    { kind: 'cash_unknown', limit: '5' },
  ])
})
test('an RFQ moves no cash', () => {
  expect(
    limitBreaches({ ...firm, market_id: 'none', price: undefined }, { ...noLimits, cash: dec('1') }, sent(0)),
  ).toEqual([])
})
test('each leg counts with its ratio, and only against the limit of its base', () => {
  expect(limitBreaches(firm, { legQuantities: { BTC: dec('20'), ETH: dec('1') } }, sent(0))).toEqual([
    { kind: 'leg_quantity', symbol: put, amount: '30', limit: '20' },
  ])
  expect(
    limitBreaches(
      { market_id: 'none', symbol: 'BTC-USD', quantity: dec('21') },
      { legQuantities: { BTC: dec('20') } },
      sent(0),
    ),
  ).toEqual([{ kind: 'leg_quantity', symbol: 'BTC-USD', amount: '21', limit: '20' }])
})
test('an order or a leg of which no base is known has no limit of leg size', () => {
  const limits = { legQuantities: { BTC: dec('1') } }
  const of = (order: object) => limitBreaches({ market_id: 'none', quantity: dec('21'), ...order }, limits, sent(0))
  const unnamed = { ratio: 1, tradeable_entity_id: entityId(7) }
  for (const order of [{}, { symbol: 'SOMETHING' }, { legs: [unnamed] }]) expect(of(order)).toEqual([])
  expect(of({ legs: [unnamed, leg(call, -1)] })).toMatchObject([{ symbol: call, amount: '21' }])
})
test('one order more than the pace allows is held back', () => {
  expect(limitBreaches(firm, { ...noLimits, ordersPerMinute: 3 }, sent(2))).toEqual([])
  expect(limitBreaches(firm, { ...noLimits, ordersPerMinute: 3 }, sent(3))).toEqual([
    { kind: 'pace', sent: 3, limit: 3 },
  ])
})

const lossOf = (most: string, why?: string) => ({ known: { most: dec(most), sinceMs: 0, untilMs: 86_400_000 }, why })
test('from the daily loss on nothing is opened, closing is free, and an RFQ opens nothing', () => {
  const limits = { ...noLimits, dailyLoss: dec('500') }
  const now = (most: string, isClosing = false) => ({ sentLately: 0, dayLoss: lossOf(most), isClosing })
  expect(limitBreaches(firm, limits, now('499.99'))).toEqual([])
  expect(limitBreaches(firm, limits, now('500'))).toEqual([
    { kind: 'day_loss', lost: '500', limit: '500', sinceMs: 0, untilMs: 86_400_000 },
  ])
  expect(limitBreaches(firm, limits, now('500', true))).toEqual([])
  expect(limitBreaches({ ...firm, market_id: 'none' }, limits, now('500'))).toEqual([])
})
test('a loss that is not known is no loss of zero: nothing is opened while there is a limit', () => {
  const breach = { kind: 'day_unknown', why: 'not read', limit: '500' }
  expect(limitBreaches(firm, { ...noLimits, dailyLoss: dec('500') }, sent(0))).toEqual([breach])
  expect(limitBreaches(firm, noLimits, sent(0))).toEqual([])
  const kinds = (most: string) =>
    limitBreaches(firm, { ...noLimits, dailyLoss: dec('500') }, { ...sent(0), dayLoss: lossOf(most, 'not read') }).map(
      each => each.kind,
    )
  expect([kinds('499'), kinds('500')]).toEqual([['day_unknown'], ['day_loss']])
})

const spread = {
  market_id: '0',
  quantity: dec('3'),
  price: dec('10'),
  legs: legsOf({ 'BTC-20261225-100000C': 1, 'BTC-20261225-110000C': -2 }),
}

test('answers that live and the next one may come to the limit of a base, by their largest legs, and not beyond', () => {
  const limits = { ...noLimits, answerSizes: { BTC: dec('12'), ETH: dec('1') } }
  expect(answerBreaches(spread, limits, [spread], 0)).toEqual([])
  expect(answerBreaches({ ...spread, quantity: dec('3.1') }, limits, [spread], 0)).toEqual([
    { kind: 'answer_size', base: 'BTC', amount: '12.2', limit: '12' },
  ])
  expect(answerBreaches({ market_id: '0', symbol: 'ETH-USD', quantity: dec('1.5') }, limits, [spread], 0)).toEqual([
    { kind: 'answer_size', base: 'ETH', amount: '1.5', limit: '1' },
  ])
})

test('an answer whose underlying cannot be read is refused where a size is limited, and only there', () => {
  const odd = { market_id: '0', symbol: 'SOMETHING', quantity: dec('1') }
  expect(answerBreaches(odd, noLimits, [], 9)).toEqual([])
  expect(answerBreaches(odd, { ...noLimits, answerSizes: { BTC: dec('12') } }, [], 0)).toEqual([
    { kind: 'answer_base', symbol: 'SOMETHING' },
  ])
  // One that lives already counts as nothing.
  expect(answerBreaches(spread, { ...noLimits, answerSizes: { BTC: dec('6') } }, [odd], 0)).toEqual([])
  expect(
    answerBreaches({ market_id: '0', quantity: dec('1') }, { ...noLimits, answerSizes: { BTC: dec('6') } }, [], 0),
  ).toEqual([{ kind: 'answer_base', symbol: '' }])
})

test('answers have a pace of their own', () => {
  expect(answerBreaches(spread, { ...noLimits, answersPerMinute: 2 }, [], 1)).toEqual([])
  expect(answerBreaches(spread, { ...noLimits, answersPerMinute: 2 }, [], 2)).toEqual([
    { kind: 'answer_pace', sent: 2, limit: 2 },
  ])
})
