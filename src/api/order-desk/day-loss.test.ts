// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Position } from '../../domain/account.ts'
import { dec } from '../../domain/decimal.ts'
import { clientOrderId } from '../../domain/ids.ts'
import { noLimits } from '../../domain/own-limits.ts'
import { ownerKey } from '../../domain/owner.ts'
import { dayMs, hourMs } from '../../domain/time.ts'
import { presentOwner } from '../venue/owner.ts'
import { beginSession, signOut } from '../venue/session.ts'
import { noteDayLoss, noteDayUnknown } from './day-loss.ts'
import { noteHeld, ownLimitBreaches, setOwnLimits } from './own-limits.ts'

const sinceMs = Date.UTC(2026, 11, 1, 8)
const nowMs = sinceMs + 4 * hourMs
const order = {
  symbol: 'BTC-USD-PERPETUAL',
  market_id: '0',
  side: 'buy',
  type: 'LIMIT',
  time_in_force: 'IOC',
  quantity: dec('2'),
  price: dec('100'),
  client_order_id: clientOrderId('a'),
}
const breaches = (atMs = nowMs) => ownLimitBreaches({ order, context: { title: '' } }, [], atMs).map(each => each.kind)
const ownerOf = () => ownerKey(presentOwner() ?? { venueKey: '', account: '' })
const lost = (most: string) => noteDayLoss(ownerOf(), { most: dec(most), sinceMs, untilMs: sinceMs + dayMs }, nowMs)

let turn = 0
beforeEach(() => {
  localStorage.clear()
  turn += 1
  beginSession({ method: 'token', account: `alice${turn}`, token: 'a.b.c', expiresAtMs: undefined, keep: 'memory' })
  setOwnLimits({ ...noLimits, dailyLoss: dec('500') })
})
afterEach(signOut)

test('a loss that was reached holds though the market brings it back, and ends with its day', () => {
  expect(breaches()).toEqual(['day_unknown'])
  lost('499')
  expect(breaches()).toEqual([])
  expect(lost('510')).toEqual({ most: '510', before: '499' })
  expect(lost('0')).toEqual({ most: '510', before: '510' })
  expect(breaches()).toEqual(['day_loss'])
  expect(breaches(sinceMs + dayMs - 1)).toEqual(['day_loss'])
  // The next day nothing was lost yet as far as is known, which is not zero.
  expect(breaches(sinceMs + dayMs)).toEqual(['day_unknown'])
  noteDayLoss(ownerOf(), { most: dec('0'), sinceMs: sinceMs + dayMs, untilMs: sinceMs + 2 * dayMs }, sinceMs + dayMs + 1)
  expect(breaches(sinceMs + dayMs + 1)).toEqual([])
})
test('a limit raised beyond the loss lets openings through again', () => {
  lost('510')
  setOwnLimits({ ...noLimits, dailyLoss: dec('600') })
  expect(breaches()).toEqual([])
})
test('what another tab stored of limit and loss counts at once', () => {
  lost('10')
  expect(breaches()).toEqual([])
  const stored = { [ownerOf()]: { most: '700', sinceMs, untilMs: sinceMs + dayMs } }
  localStorage.setItem('legwork.day-loss', JSON.stringify(stored))
  expect(breaches()).toEqual(['day_loss'])
  localStorage.setItem('legwork.limits', JSON.stringify({ ...noLimits, dailyLoss: '800' }))
  expect(breaches()).toEqual([])
  // This tab computes less than the other one saw.
  expect(lost('20').most).toBe('700')
})
test('the loss of another account is not of this one', () => {
  lost('510')
  beginSession({ method: 'token', account: 'bob', token: 'a.b.c', expiresAtMs: undefined, keep: 'memory' })
  expect(breaches()).toEqual(['day_unknown'])
})
test('a loss that cannot be computed now is not the last one known', () => {
  lost('10')
  noteDayUnknown(ownerOf(), 'balances could not be read')
  expect(breaches()).toEqual(['day_unknown'])
})
test('an order that only reduces what is held is free, one that goes through zero is not', () => {
  lost('510')
  const owner = presentOwner() ?? { venueKey: '', account: '' }
  const position = { symbol: order.symbol, side: 'sell', size: dec('-2') } as unknown as Position
  noteHeld([position], owner)
  expect(breaches()).toEqual([])
  noteHeld([{ ...position, size: dec('-1.5') }], owner)
  expect(breaches()).toEqual(['day_loss'])
  noteHeld([position], { ...owner, account: 'another' })
  expect(breaches()).toEqual(['day_loss'])
})
