/** The exchange accepts what passes the entry, and refusals say what to type. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestMarket, startMs } from '../../../../testing/test-market.ts'
import { Desk } from '../../../../testing/test-desk.ts'
import { faultText } from './entry-text.ts'
import { entityId } from '../../../../core/domain/ids.ts'
import { type OrderEntry, emptyEntry, summariseEntry } from '../../../../core/domain/package/order-entry.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const entryCount = Number(process.env['SENT_ENTRIES'] ?? 1_000)
const market = createTestMarket()
const symbols = ['BTC-20261225-100000C', 'BTC-20261225-110000C', 'BTC-20261225-90000P', 'BTC-USD-PERPETUAL']
const lookup = {
  byId: (id: string) => market.find({ id: entityId(Number(id)) }, startMs)?.instrument,
  bySymbol: (symbol: string) => market.find({ symbol }, startMs)?.instrument,
}
const read = (change: Partial<OrderEntry>) =>
  summariseEntry(
    { ...emptyEntry, mode: 'firm', legs: [{ symbol: symbols[0] ?? '', ratio: 1 }], ...change },
    { lookup, nowMs: startMs },
  )

const digits = fc.constantFrom(
  '1',
  '2',
  '0.1',
  '0.3',
  '0.05',
  '1.05',
  '12',
  '1,000',
  '10k',
  '2.5',
  '3.500',
  '+5',
  '$17',
  '1 000',
  '-4',
  '5 cr',
)
const typed = fc.oneof(digits, fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-+$k ')), maxLength: 6 }))
const entries = fc.record({
  legs: fc.uniqueArray(fc.record({ symbol: fc.constantFrom(...symbols), ratio: fc.integer({ min: -3, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: leg => leg.symbol,
  }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  mode: fc.constantFrom('rfq' as const, 'firm' as const),
  type: fc.constantFrom('LIMIT' as const, 'LIMIT' as const, 'MARKET' as const),
  tif: fc.constantFrom('GTC' as const, 'IOC' as const),
  quantity: typed,
  price: typed,
  cycles: fc.constantFrom('1', '3', '0', ''),
  minimumQuantity: fc.oneof(fc.constant(''), typed),
  userTag: fc.constant(''),
})

test('the exchange refuses no entry that passes, but for want of money', () => {
  const desk = new Desk(market)
  let sent = 0
  fc.assert(
    fc.property(entries, entry => {
      const { order, sendable } = summariseEntry(entry, { lookup, nowMs: startMs })
      if (!sendable || order === undefined) return
      sent += 1
      const outcome = desk.apply({
        kind: 'place',
        account: 'bob',
        order: { ...order, client_order_id: desk.order({}).client_order_id },
        text: '',
      })
      if (outcome.kind === 'rejected') expect(outcome.rejected.reason).toBe('insufficient_account_balance')
      else expect(outcome.kind).toBe('accepted')
      desk.cancelAll('bob')
    }),
    { numRuns: entryCount },
  )
  expect(sent).toBeGreaterThan(100)
})

describe('a refusal names what to type', () => {
  const said = (change: Partial<OrderEntry>): readonly string[] =>
    read(change).problems.map(({ field, fault }) => `${field}: ${faultText(field, fault)}`)
  const legs = legsOf({ [symbols[0] ?? '']: 3, [symbols[1] ?? '']: -6 })
  const spread = legsOf({ [symbols[0] ?? '']: 1, [symbols[1] ?? '']: -1 })

  test('the size of the package, not of a leg', () => {
    expect(said({ legs: spread, price: '5', quantity: '1.05' })[0]).toBe('quantity: Size step is 0.1: use 1 or 1.1.')
    expect(said({ legs, mode: 'rfq', quantity: '0.01' })[0]).toMatch(
      /^quantity: Quantity 0.01 is below the minimum 0\.1\. Enter/,
    )
  })

  test('a price of the package as typed, where its ratios are divided', () => {
    const twice = spread.map(leg => ({ ...leg, ratio: leg.ratio * 2 }))
    const [off] = said({ legs: twice, price: '7', quantity: '1' })
    expect(off).toBe('price: Tick is 10: use 10.')
  })

  test('a minimum quantity on the size step', () => {
    expect(said({ legs: spread, mode: 'rfq', quantity: '1', minimumQuantity: '0.05' })).toEqual([
      'minimumQuantity: Minimum 0.05 is off the size step 0.1: use 0.1.',
    ])
  })

  test('which of two numbers is meant', () => {
    expect(said({ quantity: '1.000', price: '3.500' })).toEqual([
      'quantity: Is it 1,000 or 1?',
      'price: Is it 3,500 or 3.5?',
    ])
  })
})
