import { describe, expect, test } from 'vitest'
import { type Decimal, dec } from '../../domain/decimal.ts'
import type { Allowance } from './model.ts'
import { canAfford } from './afford.ts'
import { contractOf } from './contracts.ts'
import { openAccount } from './funding.ts'
import { transfer } from './ledger.ts'
import { accountOf, createState, house } from './state.ts'
import { Desk } from '../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../testing/test-market.ts'

const market = createTestMarket()
const contract = contractOf(market, { symbol: 'BTC-USD' }, 0)!
const buy = (quantity: string) => ({ contract, side: 'buy', quantity: dec(quantity), price: dec('100000') }) as const

function funded() {
  const state = createState(market, 1800)
  openAccount(state, 'ann')
  const account = accountOf(state, 'ann')
  const left = (): Decimal | undefined => account.allowance?.available.get('USD')
  return { state, account, left }
}

describe('what one weighing left', () => {
  test('is taken from by the orders after it, and weighed again where it is not enough', () => {
    const { state, account, left } = funded()
    expect([canAfford(state, account, buy('4')), left()]).toEqual([true, '600000'])
    expect([canAfford(state, account, buy('4')), left()]).toEqual([true, '200000'])
    // None of these rest, so a weighing finds all of the cash there still.
    expect([canAfford(state, account, buy('4')), left()]).toEqual([true, '600000'])
    expect(canAfford(state, account, buy('10.1'))).toBe(false)
  })

  test('is forgotten when cash or positions change', () => {
    const { state, account } = funded()
    canAfford(state, account, buy('1'))
    const before: Allowance | undefined = account.allowance
    transfer(state, account, accountOf(state, house.treasury), 'USD', dec('950000'))
    expect([before === undefined, account.allowance === undefined]).toEqual([false, true])
    expect(canAfford(state, account, buy('1'))).toBe(false)
  })

  test('holds for the prices it was made at only', () => {
    const falling = createTestMarket({ prices: nowMs => ({ BTC: nowMs < startMs + 1000 ? '100000' : '90000' }) })
    const desk = new Desk(falling)
    desk.placed('ann', { side: 'sell', quantity: '10', price: '100000' })
    desk.placed('bob', { quantity: '10', price: '100000' })
    desk.placed('bob', { quantity: '10', price: '100000', side: 'buy' })
    const more = { quantity: '10', price: '90000' } as const
    desk.atMs = 1000
    // 10 held and 10 ordered at 100000, 10 more at 90000, all at 63000: 1010000
    expect(desk.reason('bob', more)).toBe('insufficient_account_balance')
  })
})
