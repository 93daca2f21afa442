import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { add, dec, type Decimal, mul, neg, sub, sum, toNumber, zero } from '../../../core/domain/decimal.ts'
import { must } from '../../../core/domain/must.ts'
import { hourMs, micros, microsFromMs } from '../../../core/domain/time.ts'
import { createTestMarket, expiryMs, startMs } from '../../../testing/test-market.ts'
import { assets, cashOf, nextFunding, payOut, settleLeg, transfer } from './ledger.ts'
import type { Allowance } from './model.ts'
import { accountOf, addAccount, createState, house } from './state.ts'

const symbols = ['BTC-USD', 'BTC-USD-PERPETUAL', 'BTC-20261225', 'BTC-20261225-100000C'] as const
const names = ['ann', 'bob', 'cat'] as const
const allowance: Allowance = { quoteLife: 1, available: new Map() }

function opened() {
  const market = createTestMarket()
  const state = createState(market, 0)
  state.now = microsFromMs(startMs)
  const accounts = names.map(name => addAccount(state, name, false))
  const listed = (symbol: string) => must(market.find({ symbol }, startMs), symbol)
  return { state, accounts, all: [...accounts, accountOf(state, house.clearing)], listed }
}

test('whatever is traded and paid out, no asset is made or lost, and cash is the flows of each trade and the cost still held', () => {
  const trade = tuple(
    constantFrom(...symbols),
    constantFrom([0, 1], [1, 0], [1, 2], [2, 0]),
    integer({ min: 1, max: 7 }),
    integer({ min: -3, max: 9 }),
  )
  assert(
    property(array(trade, { minLength: 1, maxLength: 15 }), trades => {
      const { state, accounts, all, listed } = opened()
      /** By account and symbol: signed size, cash that flowed out as size × price, and the average entry. */
      const books = new Map<string, { size: Decimal; paid: Decimal; average: number }>()
      const bookOf = (name: string, symbol: string) =>
        books.get(`${name} ${symbol}`) ?? { size: zero, paid: zero, average: 0 }
      const note = (name: string, symbol: string, quantity: Decimal, price: Decimal): void => {
        const { size, paid, average } = bookOf(name, symbol)
        const [was, more] = [toNumber(size), toNumber(quantity)]
        const isSame = was * more >= 0
        const next = was + more
        const mean = isSame
          ? (average * was + toNumber(price) * more) / next
          : was * next > 0
            ? average
            : toNumber(price)
        books.set(`${name} ${symbol}`, {
          size: add(size, quantity),
          paid: add(paid, mul(quantity, price)),
          average: mean,
        })
      }
      const check = (): void => {
        for (const asset of assets) expect(sum(all.map(each => cashOf(each, asset)))).toBe('0')
        for (const account of accounts) {
          const held = [...account.positions.values()]
          const cost = sum(held.filter(each => each.listed.product !== 'option').map(each => each.cost))
          const paid = sum(symbols.map(symbol => bookOf(account.name, symbol).paid))
          expect(cashOf(account, 'USD')).toBe(sub(cost, paid))
          expect(cashOf(account, 'BTC')).toBe(bookOf(account.name, 'BTC-USD').size)
          for (const symbol of symbols.slice(1)) {
            const { size, average } = bookOf(account.name, symbol)
            const found = held.find(each => each.listed.instrument.symbol === symbol)
            expect(found?.size ?? zero).toBe(size)
            if (found !== undefined) {
              expect(size).not.toBe('0')
              expect(toNumber(found.cost) / toNumber(size)).toBeCloseTo(average, 5)
            }
          }
        }
      }
      for (const [symbol, [from = 0, to = 0], quantity, price] of trades) {
        state.now = micros(state.now + 1)
        const [buyer, seller] = [must(accounts[from], 'a buyer'), must(accounts[to], 'a seller')]
        for (const each of accounts) each.allowance = allowance
        settleLeg(state, listed(symbol), buyer, seller, dec(quantity), dec(price))
        note(buyer.name, symbol, dec(quantity), dec(price))
        note(seller.name, symbol, dec(-quantity), dec(price))
        for (const each of accounts) {
          // A spot trade at a price of zero moves coins, so it too changes both.
          const isParty = each === buyer || each === seller
          expect(each.allowance).toBe(isParty ? undefined : allowance)
          const position = each.positions.get(listed(symbol).instrument.tradeable_entity_id)
          if (position !== undefined && isParty) expect(position.at).toBe(state.now)
          if (isParty && symbol === 'BTC-USD') expect(each.cash.get('BTC')?.at).toBe(state.now)
        }
        check()
      }
      for (const symbol of symbols.slice(1))
        for (const account of accounts) {
          account.allowance = allowance
          const { size } = bookOf(account.name, symbol)
          const before = cashOf(account, 'USD')
          const moved = payOut(state, account, listed(symbol), dec('5'))
          if (size !== '0') note(account.name, symbol, neg(size), dec('5'))
          expect([cashOf(account, 'USD'), account.allowance]).toEqual([
            add(before, moved),
            size === '0' ? allowance : undefined,
          ])
          check()
        }
      expect(accounts.flatMap(each => [...each.positions.values()])).toEqual([])
    }),
  )
})

test('a partial close rounds the cost that it releases to eight decimals, and the rest keeps what is left', () => {
  const { state, accounts, listed } = opened()
  const [ann, bob] = [must(accounts[0], 'ann'), must(accounts[1], 'bob')]
  const perpetual = listed('BTC-USD-PERPETUAL')
  settleLeg(state, perpetual, ann, bob, dec('3'), dec('0.00000003'))
  settleLeg(state, perpetual, ann, bob, dec('4'), dec('1'))
  settleLeg(state, perpetual, bob, ann, dec('1'), dec('2'))
  const held = must([...ann.positions.values()][0], 'a position')
  expect([held.size, held.cost, cashOf(ann, 'USD')]).toEqual(['6', '3.42857151', '1.42857142'])
})

test('a position is due at its expiry, and a perpetual at the next funding, which is never now', () => {
  const { state, accounts, listed } = opened()
  const [ann, bob] = [must(accounts[0], 'ann'), must(accounts[1], 'bob')]
  for (const symbol of symbols) settleLeg(state, listed(symbol), ann, bob, dec('1'), dec('1'))
  const due = [...state.timers.due].map(([at, { instruments }]) => [
    at,
    [...instruments.values()].map(each => each.instrument.symbol),
  ])
  expect(due).toEqual([
    [microsFromMs(startMs + 6 * hourMs), ['BTC-USD-PERPETUAL']],
    [microsFromMs(expiryMs), ['BTC-20261225', 'BTC-20261225-100000C']],
  ])
  const at = microsFromMs(startMs + 6 * hourMs)
  expect([nextFunding(at), nextFunding(micros(at - 1))]).toEqual([at + 8 * hourMs * 1_000, at])
})

test('nothing moves within an account, and nothing of zero', () => {
  const { state, accounts } = opened()
  const [ann, bob] = [must(accounts[0], 'ann'), must(accounts[1], 'bob')]
  transfer(state, ann, ann, 'USD', dec('1'))
  transfer(state, ann, bob, 'USD', dec('0.0'))
  expect([ann.cash.size, bob.cash.size]).toEqual([0, 0])
  transfer(state, ann, bob, 'USD', dec('1.50'))
  state.now = micros(state.now + 1)
  transfer(state, ann, bob, 'USD', dec('2'))
  expect([ann.cash.get('USD'), bob.cash.get('USD')]).toEqual([
    { amount: '-3.5', at: state.now },
    { amount: '3.5', at: state.now },
  ])
})
