// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { desk } from '../../api/order-desk/desk.ts'
import { dec, eq, zero } from '../../domain/decimal.ts'
import { isUnderReview } from '../../domain/intent.ts'
import { must } from '../../domain/must.ts'
import { cashToTrader } from '../../domain/normalise.ts'
import { asMeant } from '../../domain/order-context.ts'
import type { Side } from '../../domain/order.ts'
import { countRfq } from '../../domain/rfq-count.ts'
import { rfqCard } from '../../testing/rfq-card.fixture.ts'
import { type TakenAs, takeUpTo } from './take-quote.ts'
import { startPage } from '../../testing/mount-page.tsx'

startPage()

const level = (price: string, quantity: string) => ({ price: dec(price), quantity: dec(quantity) })
/** The wire sells the spread that the draft buys turned round, twice as large. */
const card = rfqCard({ side: 'sell', quantity: dec('4'), count: countRfq(dec('4'), []) })
const book = { buy: [level('60', '1'), level('58', '9')], sell: [level('70', '9')] }
const asBuilt: TakenAs = {
  legs: [
    { symbol: 'A', ratio: -2 },
    { symbol: 'B', ratio: 2 },
  ],
  side: 'buy',
  terms: { isTurned: true, factor: dec('2') },
}
const underReview = () => must(desk.snapshot().intents.find(isUnderReview), 'a draft under review')

describe('taking a quote', () => {
  test('is reviewed as the trader built the package, and leaves as the wire has it, for the same cash', () => {
    takeUpTo({ card, intent: undefined, as: asBuilt }, book, dec('58'))
    const { order, context } = underReview()
    expect(order).toMatchObject({ side: 'sell', quantity: '4', price: '58', time_in_force: 'IOC' })
    const meant = asMeant(order, context.meant)
    expect(meant).toMatchObject({ side: 'buy', quantity: '2', price: '-116', legs: asBuilt.legs })
    const [sent, built] = [order, meant].map(({ side, price, quantity }) => cashToTrader(side as Side, must(price, 'a price'), quantity))
    expect(eq(must(sent, 'cash'), must(built, 'cash'))).toBe(true)
  })

  test('of a size that is no whole number of those packages is told as the wire has it, never rounded', () => {
    takeUpTo(
      {
        card: { ...card, count: countRfq(dec('1'), []) },
        intent: undefined,
        as: { ...asBuilt, terms: { isTurned: true, factor: dec('3') } },
      },
      book,
      dec('60'),
    )
    const { order, context } = underReview()
    expect(order.quantity).toBe('1')
    expect(context.meant).toBeUndefined()
  })

  test('is for no more than stands within the limit, is left of the RFQ, and was typed', () => {
    takeUpTo({ card, intent: undefined }, book, dec('60'))
    expect(underReview().order.quantity).toBe('1')
    expect(underReview().context.quote).toMatchObject({ side: 'sell', price: '60', quantity: '1' })
    takeUpTo({ card, intent: undefined }, book, dec('58'), dec('3'))
    expect(underReview().order.quantity).toBe('3')
    const out = { filled: dec('1'), working: dec('1'), inDoubt: zero }
    takeUpTo({ card: { ...card, count: countRfq(dec('4'), [out]) }, intent: undefined }, book, dec('58'), dec('3'))
    expect(underReview().order.quantity).toBe('2')
  })

  test('of an RFQ with nothing left is nothing at all', () => {
    const out = { filled: dec('1'), working: zero, inDoubt: dec('3') }
    takeUpTo({ card: { ...card, count: countRfq(dec('4'), [out]) }, intent: undefined }, book, dec('58'))
    expect(desk.snapshot().intents.some(isUnderReview)).toBe(false)
  })

  test('of an RFQ whose side the venue does not say is nothing at all', () => {
    takeUpTo({ card: { ...card, side: undefined }, intent: undefined, as: asBuilt }, book, dec('58'))
    expect(desk.snapshot().intents.some(isUnderReview)).toBe(false)
  })
})
