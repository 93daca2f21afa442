import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { isPending, type RfqCard } from '../../../model/orders/rfq-cards.ts'
import { rfqCard } from '../../../../testing/rfq-card.fixture.ts'
import { rfqOfDraft } from './use-live-rfq.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const legs = legsOf({ A: 1, B: -1 })
const card = (id: string, given: Partial<RfqCard> = {}): RfqCard => rfqCard({ id, clientOrderId: id, ...given })
const draft = { legs: legs.toReversed(), side: 'buy' as const, quantity: dec('2.0') }

describe('the RFQ of a draft', () => {
  it('is the latest for the same legs, side and size, in whatever order the legs stand', () => {
    expect(rfqOfDraft([card('a'), card('b', { placedMs: 2 })], draft)?.id).toBe('b')
    for (const other of [{ side: 'sell' }, { quantity: dec('3') }, { legs: [{ symbol: 'A', ratio: 1 }] }] as const)
      expect(rfqOfDraft([card('a', other)], draft)).toBeUndefined()
    expect(rfqOfDraft([card('a')], undefined)).toBeUndefined()
    // Also for another device's RFQ, so that it is not requested twice.
    expect(rfqOfDraft([card('a', { placedMs: undefined })], draft)?.id).toBe('a')
  })

  it('one that lives comes before a later one that is over', () => {
    expect(rfqOfDraft([card('a'), card('b', { placedMs: 2, state: 'ended' })], draft)?.id).toBe('a')
    expect([isPending(card('a', { state: 'filled' })), isPending(card('a', { state: 'unknown' }))]).toEqual([
      false,
      true,
    ])
  })
})
