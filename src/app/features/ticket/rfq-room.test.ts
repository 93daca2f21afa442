import { describe, expect, it } from 'vitest'
import { dec, zero } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OrderContext } from '../../../core/domain/order-context.ts'
import { countRfq, type RfqAmounts } from '../../../core/domain/trade-story/trade-count.ts'
import type { RfqCard } from '../../model/orders/rfq-cards.ts'
import type { RfqTry } from '../../model/orders/rfq-tries.ts'
import { rfqCard } from '../../../testing/rfq-card.fixture.ts'
import { rfqObstacle, roomOf, uncountedText } from './rfq-room.ts'
import { orderIntent } from '../../../testing/order.fixture.ts'

const intent = (context: Partial<OrderContext> = {}, quantity = dec('2')): Intent =>
  orderIntent('new', {
    order: { time_in_force: 'IOC', quantity, price: dec('10'), legs: rfqCard().legs },
    context: { title: 'Take', rfq: 'q', ...context },
    sends: 0,
  })

const tried = (id: string, out: Partial<RfqAmounts>, state: RfqTry['state'] = 'working'): RfqTry => ({
  clientOrderId: id,
  orderId: undefined,
  side: 'buy',
  price: dec('2185'),
  quantity: dec('3'),
  atMs: 0,
  state,
  fills: undefined,
  out: { filled: zero, working: zero, inDoubt: zero, ...out },
  isOpen: true,
  isOver: false,
})
const cardWith = (wanted: string, tries: readonly RfqTry[], more: Partial<RfqCard> = {}): RfqCard =>
  rfqCard({
    quantity: dec(wanted),
    tries,
    count: countRfq(
      dec(wanted),
      tries.map(one => one.out),
    ),
    ...more,
  })

function obstacle(card: RfqCard | undefined, of: Intent = intent()) {
  const room = roomOf(of, card === undefined ? [] : [card], true)
  return room === undefined ? undefined : rfqObstacle(of, room)
}

describe('what an RFQ leaves for an order under review', () => {
  it('nothing is against an order that fits, or that is for no RFQ', () => {
    expect(obstacle(cardWith('2', []))).toBeUndefined()
    expect(obstacle(undefined, intent({ rfq: undefined }))).toBeUndefined()
  })

  it('an order is not sent once its RFQ is filled, wherever that was reported, or has ended', () => {
    const filled = cardWith('2', [tried('other', { filled: dec('2') })], { state: 'filled' })
    expect(obstacle(filled)?.title).toBe('This RFQ is filled: 2 of 2.')
    expect(obstacle(cardWith('2', [], { state: 'ended' }))?.title).toContain('has ended')
    expect(obstacle(undefined)?.title).toContain('has ended')
    expect(roomOf(intent(), [], false)).toBeUndefined()
  })

  it('an order is not sent before it is known what other devices traded of the RFQ', () => {
    expect(obstacle(rfqCard({ state: 'checking', fillsKnown: { kind: 'reading' } }))?.title).toContain(
      'other devices’ trades',
    )
  })

  it('the review names what the count may lack, and nothing if it is whole', () => {
    expect(uncountedText(rfqCard())).toBeUndefined()
    expect(uncountedText(rfqCard({ fillsKnown: { kind: 'unreported' } }))).toContain(
      'reports no fills of other devices',
    )
    expect(
      uncountedText(rfqCard({ fillsKnown: { kind: 'until', atMs: Date.UTC(2026, 10, 25, 12, 3, 11) } })),
    ).toContain('since 12:03:11 UTC')
  })

  it('an order is not sent for more than is left, and what is out is named', () => {
    const card = cardWith('3', [tried('r', { working: dec('1') }), tried('f', { filled: dec('1') }, 'filled')])
    expect(obstacle(card)).toMatchObject({
      title: 'Only 1 of 3 is left of this RFQ; this order is for 2.',
      lines: ['1 filled · 1 working, pay 2,185'],
    })
    const lost = cardWith('2', [tried('lost', { inDoubt: dec('2') }, 'unknown')])
    expect(obstacle(lost)).toMatchObject({
      title: expect.stringMatching(/^Nothing of 2 is left/) as string,
      lines: ['2 in doubt: no answer from the venue yet'],
    })
  })

  it('an order that takes the place of a try has the room of that one', () => {
    const card = cardWith('3', [tried('r', { working: dec('3') })])
    const amended = { clientOrderId: 'r', filled: zero }
    expect(obstacle(card, intent({ amends: amended }, dec('3')))).toBeUndefined()
    // Also if the try came from another device and no intent names its RFQ.
    expect(obstacle(card, intent({ rfq: undefined, amends: amended }, dec('4')))?.title).toMatch(/^Only 3 of 3/)
  })
})
