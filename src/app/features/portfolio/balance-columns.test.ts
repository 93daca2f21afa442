import { describe, expect, it } from 'vitest'
import { type BalanceRow, referenceNote } from '../../../core/account/balance-rows.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { deliverableId } from '../../../core/domain/ids.ts'
import { balanceColumns } from './balance-columns.ts'

const row = (symbol: string, cash: string, more: Partial<BalanceRow> = {}): BalanceRow => ({
  id: symbol,
  symbol,
  deliverableId: deliverableId(symbol.startsWith('USD') ? 2 : 1),
  isReference: symbol === 'USD-REFERENCE',
  cash: dec(cash),
  reserved: dec('0'),
  available: dec(cash),
  withdrawable: dec(cash),
  rate: undefined,
  usdValue: undefined,
  timestampMs: 0,
  ...more,
})
const names = new Map([
  [deliverableId(1), 'Bitcoin'],
  [deliverableId(2), 'US Dollar'],
])
const column = (id: string) => balanceColumns(each => names.get(each)).find(each => each.id === id)
const cash = (symbol: string, value: string): string | undefined => column('cash')?.text(row(symbol, value))

describe('amounts of balances', () => {
  it('of dollars have cents, whatever the venue sends', () => {
    expect(['12', '1234.5', '1234.567'].map(value => cash('USD', value))).toEqual(['12.00', '1,234.50', '1,234.57'])
    expect(cash('USD-REFERENCE', '1234.5')).toBe('1,234.50')
  })

  it('of coins have the digits that they have, cents at least and millionths at most', () => {
    expect(['2', '2.5', '0.125', '0.1234567', '-0.00004'].map(value => cash('BTC', value))).toEqual([
      '2.00',
      '2.50',
      '0.125',
      '0.123457',
      '−0.00004',
    ])
    expect(cash('BTC', '2.500000000')).toBe('2.50')
  })

  it('tell all their digits with the asset on hover', () => {
    expect(column('cash')?.tip?.(row('BTC', '0.12345678'))).toBe('0.12345678 BTC')
    expect(column('cash')?.tip?.(row('USD-REFERENCE', '1.005'))).toBe('1.005 USD')
  })

  it('are quiet where they are nothing or no holding', () => {
    expect(
      [row('BTC', '0'), row('USD-REFERENCE', '5'), row('BTC', '5')].map(each => column('cash')?.tone?.(each)),
    ).toEqual(['muted', 'muted', undefined])
  })
})

it('an asset without an index has no value in dollars, which is not zero, and says that totals leave it out', () => {
  const unpriced = row('ABC', '5')
  expect([column('rate')?.text(unpriced), column('usd')?.text(unpriced)]).toEqual(['–', '–'])
  expect(column('rate')?.tip?.(unpriced)).toBe('the venue gives no index: left out of the totals')
  expect(column('rate')?.tip?.(row('USD-REFERENCE', '5'))).toBeUndefined()
})

describe('the name of an asset', () => {
  it('is that of the venue’s deliverables, with what the balances call it on hover', () => {
    expect(column('asset')?.text(row('BTC', '1'))).toBe('Bitcoin')
    expect(column('asset')?.tip?.(row('BTC', '1'))).toBe('BTC in the balances, deliverable 1')
  })

  it('is its symbol while no name is known, with nothing on hover', () => {
    const unknown = row('ETH', '1', { deliverableId: deliverableId(3) })
    expect([column('asset')?.text(unknown), column('asset')?.tip?.(unknown)]).toEqual(['ETH', undefined])
  })

  it('of the reference row is its own, although it shares the id of USD', () => {
    const reference = row('USD-REFERENCE', '1')
    expect([column('asset')?.text(reference), column('asset')?.tip?.(reference)]).toEqual([
      'USD-REFERENCE',
      referenceNote,
    ])
  })
})
