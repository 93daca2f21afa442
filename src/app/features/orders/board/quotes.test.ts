import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { entityId } from '../../../../core/domain/ids.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { ladderRows } from '../../../../core/domain/market-data.ts'
import type { OrderRecord } from '../../../../core/domain/order.ts'
import { countRfq } from '../../../../core/domain/trade-story/trade-count.ts'
import { askedAgain, firmOrder } from '../../../model/orders/firm-order.ts'
import { rfqCard } from '../../../../testing/rfq-card.fixture.ts'
import { cancelScopes } from '../open/cancel-all.tsx'
import { tryText } from '../drawer/rfq-section.tsx'
import { orderIntent, orderRecord, firmIoc } from '../../../../testing/order.fixture.ts'

const level = (price: string, quantity: string) => ({ price: dec(price), quantity: dec(quantity) })
const book = { buy: [level('-1725.0', '2.5'), level('-1735.0', '9.6')], sell: [level('-1690.0', '1.3')] }

const legs = [
  { symbol: 'A', tradeable_entity_id: entityId(1), ratio: 1 },
  { symbol: 'B', tradeable_entity_id: entityId(2), ratio: -1 },
]
const card = rfqCard({ side: 'sell', quantity: dec('10'), count: countRfq(dec('6'), []) })
const intent = orderIntent('q', {
  order: { market_id: 'none', side: 'sell', quantity: dec('10'), price: dec('-1700'), recv_window: 3, legs },
  context: { title: 'A spread' },
})

it('the quotes of a card stand side by side, best first, as deep as the deeper side', () => {
  expect(ladderRows(book, 5)).toEqual([
    { id: 'level 1', bid: book.buy[0], ask: book.sell[0] },
    { id: 'level 2', bid: book.buy[1], ask: undefined },
  ])
  expect(ladderRows(book, 1)).toHaveLength(1)
})

describe('a firm order on the legs of an RFQ', () => {
  it('takes a quote with LIMIT IOC for what is still wanted, on the same legs', () => {
    expect(firmOrder(card, intent, { side: 'sell', quantity: card.count.left, price: dec('-1725') })).toEqual({
      legs,
      ...firmIoc,
      side: 'sell',
      quantity: '6',
      price: '-1725',
    })
  })

  it('names the legs as listed where another program asked; minimum quantity is for packages alone', () => {
    const terms = { side: 'sell', quantity: dec('2'), price: dec('1') } as const
    const asked = { ...card, minimumQuantity: dec('2'), userTag: 'x' }
    expect(firmOrder(asked, undefined, terms)).toMatchObject({ legs: card.legs, minimum_quantity: '2', user_tag: 'x' })
    // It may take less, too.
    expect(firmOrder(asked, undefined, { ...terms, quantity: dec('1') })).not.toHaveProperty('minimum_quantity')
    const single = firmOrder({ ...asked, symbol: 'A', legs: [{ symbol: 'A', ratio: 1 }] }, undefined, terms)
    expect(single).toMatchObject({ symbol: 'A' })
    expect(single).not.toHaveProperty('minimum_quantity')
  })

  it('asked again it is the same request; mirrored it is the other side, without the price of this one', () => {
    const { client_order_id: _, ...same } = intent.order
    const untouched = { ...card, count: countRfq(dec('10'), []) }
    expect(askedAgain(intent, untouched, false)).toEqual(same)
    expect(askedAgain(intent, untouched, true)).toMatchObject({ side: 'buy', market_id: 'none', legs })
    expect(askedAgain(intent, untouched, true)).not.toHaveProperty('price')
  })

  it('asked again it is for what is left; the other side, and an RFQ that is filled, are for the whole size again', () => {
    const least: Intent = { ...intent, order: { ...intent.order, minimum_quantity: dec('8') } }
    const left = askedAgain(least, card, false)
    expect(left.quantity).toBe('6')
    expect(left).not.toHaveProperty('minimum_quantity')
    for (const whole of [askedAgain(least, card, true), askedAgain(least, { ...card, state: 'filled' }, false)])
      expect(whole).toMatchObject({ quantity: '10', minimum_quantity: '8' })
  })

  it('is read back with what was filled and what was not', () => {
    const fills = { filled: dec('4'), remaining: dec('6'), fraction: 0.4, averagePrice: dec('118.5') }
    const tried = { quantity: dec('10'), fills, isOpen: false, side: 'buy' as const }
    const one = [{ symbol: 'BTC-20261225-100000C', ratio: 1 }]
    expect(tryText({ ...tried, state: 'part filled' }, one)).toBe('filled 4 of 10 at 118.5, remainder cancelled')
    expect(tryText({ ...tried, state: 'part filled', isOpen: true }, one)).toBe('filled 4 of 10 at 118.5, rest working')
    expect(tryText({ ...tried, fills: undefined, state: 'part filled' }, one)).toBe(
      'filled ? of 10, remainder cancelled',
    )
    expect(tryText({ ...tried, state: 'filled' }, one)).toBe('filled at 118.5')
    expect(tryText({ ...tried, fills: undefined, state: 'unknown' }, one)).toBe(
      'outcome unknown, checking automatically',
    )
    expect(tryText({ ...tried, fills: undefined, state: 'accepted' }, one)).toBe('accepted, checking fills')
    expect(tryText({ ...tried, fills: undefined, state: 'not filled' }, one)).toBe('not filled')
    // A package is paid or received.
    const credit = { ...tried, fills: { ...fills, averagePrice: dec('-118.5') } }
    expect(tryText({ ...credit, state: 'filled' }, legs)).toBe('filled, received 118.5')
    expect(tryText({ ...credit, side: 'sell', state: 'part filled' }, legs)).toBe(
      'filled 4 of 10, paid 118.5, remainder cancelled',
    )
  })
})

const record = (id: string, symbol: string, market_id = '0'): OrderRecord => orderRecord(id, { symbol, market_id })

it('cancel all means everything, or one instrument or combination, and says how many of what', () => {
  const scopes = cancelScopes([record('1', 'BTC-USD'), record('2', 'PTF-USD'), record('3', 'PTF-USD', 'none')])
  expect(scopes.map(({ symbol, firm, rfqs }) => [symbol, firm, rfqs])).toEqual([
    ['', 2, 1],
    ['PTF-USD', 1, 1],
    ['BTC-USD', 1, 0],
  ])
  expect(cancelScopes([record('lwc-1', 'BTC-USD')])[0]?.names[0]?.text).toMatch(/^Buy to close 1 · /)
  expect(cancelScopes([])).toMatchObject([{ symbol: '', firm: 0, rfqs: 0 }])
})
