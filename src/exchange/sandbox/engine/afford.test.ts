import { array, assert, constantFrom, integer, property, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import { entityId } from '../../../core/domain/ids.ts'
import { must } from '../../../core/domain/must.ts'
import { microsFromMs } from '../../../core/domain/time.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'
import { boundAlone, canAfford } from './afford.ts'
import { type Contract, contractOf } from './contracts.ts'
import { openAccount } from './funding.ts'
import { transfer } from './ledger.ts'
import type { Allowance } from './model.ts'
import { boundOf } from './risk.ts'
import { accountOf, addAccount, createState, house } from './state.ts'

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
    // None of these rest, so the exact check finds all the cash still there.
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

const ids = [5, 6, 7, 16, 17, 100, 101, 102, 103, 104, 105, 106, 110] as const
const prices = { BTC: '98000', ETH: '4100.5', PTF: '1' }

function setUp(pricesAt: (nowMs: number) => Readonly<Record<string, string>> = () => prices) {
  const market = createTestMarket({ prices: pricesAt })
  const state = createState(market, 1_800)
  state.now = microsFromMs(startMs)
  const contract = (...legs: readonly (readonly [number, number])[]): Contract =>
    must(
      contractOf(market, { legs: legs.map(([id, ratio]) => ({ tradeable_entity_id: entityId(id), ratio })) }, startMs),
      'a contract of listed instruments',
    )
  return { state, contract, nobody: addAccount(state, 'ann', false) }
}

const sides = constantFrom('buy', 'sell')

describe('what one order alone binds', () => {
  test('is what weighing all that an account has comes to, where it has nothing else', () => {
    const { state, contract, nobody } = setUp()
    const legs = uniqueArray(constantFrom(...ids), { minLength: 1, maxLength: 4 })
    const ratios = array(constantFrom(-3, -2, -1, 1, 2), { minLength: 4, maxLength: 4 })
    assert(
      property(
        legs,
        ratios,
        sides,
        integer({ min: -400, max: 400_000 }),
        integer({ min: 1, max: 500 }),
        (named, each, side, price, lots) => {
          const of = contract(
            ...named
              .toSorted((a, b) => a - b)
              .map((id, index) => [id, named.length === 1 ? 1 : (each[index] ?? 1)] as const),
          )
          const order = { contract: of, side, price: dec(price / 2), quantity: dec(lots / 10) }
          expect(boundAlone(state, order)).toEqual(boundOf(state, nobody, order))
        },
      ),
      { numRuns: 400 },
    )
  })

  test('is judged by its own price and size, even if the contract was weighed before', () => {
    const { state, contract } = setUp()
    const buy = (price: string, quantity: string) =>
      boundAlone(state, { contract: contract([16, 1]), side: 'buy', price: dec(price), quantity: dec(quantity) })
    expect([buy('98000', '1'), buy('70000', '2.0'), buy('60000', '5')].map(bound => bound.get('USD'))).toEqual([
      '29400',
      '2800',
      undefined,
    ])
  })

  test('is weighed again once prices have moved', () => {
    const { state, contract } = setUp(nowMs => ({ BTC: nowMs < startMs + 1_000 ? '100000' : '90000' }))
    const sell = { contract: contract([16, 1]), side: 'sell', price: dec('100000'), quantity: dec('1') } as const
    expect(boundAlone(state, sell).get('USD')).toBe('30000')
    state.now = microsFromMs(startMs + 1_000)
    expect(boundAlone(state, sell).get('USD')).toBe('17000')
  })
})
