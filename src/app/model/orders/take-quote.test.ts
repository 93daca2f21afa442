// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { desk } from '../../api/order-desk/desk.ts'
import { dec, zero } from '../../../core/domain/decimal.ts'
import { isUnderReview } from '../../../core/domain/intent.ts'
import { must } from '../../../core/domain/must.ts'
import { countRfq } from '../../../core/domain/trade-story/trade-count.ts'
import { rfqCard } from '../../../testing/rfq-card.fixture.ts'
import { takeUpTo } from './take-quote.ts'
import { startPage } from '../../../testing/mount-page.tsx'

startPage()

const level = (price: string, quantity: string) => ({ price: dec(price), quantity: dec(quantity) })
const card = rfqCard({ side: 'sell', quantity: dec('4'), count: countRfq(dec('4'), []) })
const book = { buy: [level('60', '1'), level('58', '9')], sell: [level('70', '9')] }
const underReview = () => must(desk.snapshot().intents.find(isUnderReview), 'a draft under review')

describe('taking a quote', () => {
  test('is a firm order that fills at once or not at all, on the side that was asked for', () => {
    takeUpTo({ card, intent: undefined }, book, dec('58'))
    expect(underReview().order).toMatchObject({ side: 'sell', quantity: '4', price: '58', time_in_force: 'IOC' })
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
    takeUpTo({ card: { ...card, side: undefined }, intent: undefined }, book, dec('58'))
    expect(desk.snapshot().intents.some(isUnderReview)).toBe(false)
  })
})
