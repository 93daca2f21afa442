// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Position } from '../../../core/domain/account.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { noLimits } from '../../../core/domain/own-limits.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { presentOwner } from '../venue/owner.ts'
import { beginSession, signOut } from '../venue/session.ts'
import { countDayLossAgain, noteDayLoss, noteDayUnknown, presentDayLoss, useDayLossDamaged } from './day-loss.ts'
import { openShown } from './open-shown.ts'
import { noteHeld, ownLimitBreaches, setOwnLimits } from './own-limits.ts'
import { firmIoc } from '../../../testing/order.fixture.ts'

const sinceMs = Date.UTC(2026, 11, 1, 8)
const nowMs = sinceMs + 4 * hourMs
const order = {
  symbol: 'BTC-USD-PERPETUAL',
  ...firmIoc,
  side: 'buy',
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
  // A new day has no known loss yet, which is not zero.
  expect(breaches(sinceMs + dayMs)).toEqual(['day_unknown'])
  noteDayLoss(ownerOf(), { most: dec('0'), sinceMs: sinceMs + dayMs, untilMs: sinceMs + 2 * dayMs }, sinceMs + dayMs)
  expect(breaches(sinceMs + dayMs)).toEqual([])
})
test('the loss of a day that has not begun by the clock does not count: a clock set back knows nothing of today', () => {
  lost('510')
  expect(breaches(sinceMs - 1)).toEqual(['day_unknown'])
  expect(breaches(sinceMs)).toEqual(['day_loss'])
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
  expect(lost('20')?.most).toBe('700')
})
test('without an account nothing is known of the day, and nothing is stored of it', () => {
  signOut()
  countDayLossAgain()
  expect(presentDayLoss(nowMs)).toEqual({ known: undefined, why: 'no account is signed in' })
  expect(localStorage.getItem('legwork.day-loss')).toBeNull()
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

describe('what may already reduce a position is not free again', () => {
  const owner = () => presentOwner() ?? { venueKey: '', account: '' }
  const long = (size: string) =>
    noteHeld([{ symbol: order.symbol, side: 'long', size: dec(size) } as unknown as Position], owner())
  const closing = { ...order, side: 'sell', quantity: dec('1.5') }
  const open = (more: object): JournalOrder =>
    ({
      client_order_id: 'other',
      market_id: '0',
      symbol: order.symbol,
      side: 'sell',
      quantity: dec('1.5'),
      executions: [],
      ...more,
    }) as unknown as JournalOrder
  const sent = (more: Partial<Intent> = {}): Intent =>
    ({
      ...owner(),
      client_order_id: clientOrderId('sent'),
      order: { ...closing, client_order_id: clientOrderId('sent') },
      context: { title: '' },
      createdAtMs: nowMs - 1_000,
      state: { kind: 'sending' },
      sends: 1,
      ...more,
    }) as Intent
  const kinds = (intents: readonly Intent[] = [], of: object = closing, context: object = {}) =>
    ownLimitBreaches({ order: { ...closing, ...of }, context: { title: '', ...context } }, intents, nowMs).map(
      each => each.kind,
    )
  beforeEach(() => {
    lost('510')
    long('1.5')
  })
  afterEach(() => openShown.set([]))

  test('an order that works, of this or another device, for what is left of it', () => {
    expect(kinds()).toEqual([])
    openShown.set([open({})])
    expect(kinds()).toEqual(['day_loss'])
    long('3')
    expect(kinds()).toEqual([])
    openShown.set([
      open({}),
      open({ client_order_id: 'more', symbol: `${order.symbol}@-1/ETH-USD-PERPETUAL@1`, side: 'buy' }),
    ])
    expect(kinds()).toEqual(['day_loss'])
    openShown.set([
      open({}),
      open({ client_order_id: 'more', executions: [{ executed_quantity: '1.5', executed_price: '1' }] }),
    ])
    expect(kinds()).toEqual([])
  })
  test('an order in doubt, and one accepted that no list shows yet', () => {
    expect(kinds([sent()])).toEqual(['day_loss'])
    expect(kinds([sent({ state: { kind: 'accepted', by: 'answer' } })])).toEqual(['day_loss'])
    expect(kinds([sent({ state: { kind: 'accepted', by: 'answer' }, createdAtMs: nowMs - 60_000 })])).toEqual([])
    expect(kinds([sent({ state: { kind: 'draft' }, sends: 0 })])).toEqual([])
    expect(kinds([sent({ account: 'bob' })])).toEqual([])
  })
  test('but an order that adds, an RFQ, and the one that it amends leave room', () => {
    openShown.set([open({ side: 'buy' }), open({ market_id: 'none' })])
    expect(kinds()).toEqual([])
    openShown.set([open({})])
    expect(kinds([], {}, { amends: { clientOrderId: 'other', filled: dec('0') } })).toEqual([])
  })
  test('an order that cannot be read leaves no room', () => {
    openShown.set([open({ symbol: '' })])
    expect(kinds()).toEqual(['day_loss'])
  })
})

test.each([
  ['{"dailyLoss":"500"', ['cash', 'legQuantities', 'dailyLoss', 'ordersPerMinute', 'answerSizes', 'answersPerMinute']],
  ['7', ['cash', 'legQuantities', 'dailyLoss', 'ordersPerMinute', 'answerSizes', 'answersPerMinute']],
  ['{"legQuantities":{},"dailyLoss":"five hundred"}', ['dailyLoss']],
  ['{"legQuantities":{"BTC":1},"dailyLoss":"500","ordersPerMinute":-1}', ['legQuantities', 'ordersPerMinute']],
])(
  'limits that cannot be read (%s) let nothing be opened until they are set again, and those that can hold',
  (text, unread) => {
    lost('510')
    localStorage.setItem('legwork.limits', text)
    const found = ownLimitBreaches({ order, context: { title: '' } }, [], nowMs)
    expect(found[0]).toEqual({ kind: 'unread', limits: unread })
    expect(found.some(each => each.kind === 'day_loss')).toBe(!unread.includes('dailyLoss'))
    setOwnLimits({ ...noLimits })
    expect(breaches()).toEqual([])
  },
)

describe('what is stored of the loss and cannot be read', () => {
  const stored = (): unknown => JSON.parse(localStorage.getItem('legwork.day-loss') ?? 'null')
  const put = (entry: unknown): void =>
    localStorage.setItem('legwork.day-loss', JSON.stringify({ [ownerOf()]: entry, other: { most: '7' } }))
  const good = { most: '510', sinceMs, untilMs: sinceMs + dayMs }

  test.each([
    ['a text that is no JSON', '{"most'],
    ['no record', '[1]'],
    ['nothing', 'null'],
    ['a loss that is no number', { ...good, most: 'much' }],
    ['a field missing', { most: '510', sinceMs }],
    ['a day of a year', { ...good, untilMs: sinceMs + 365 * dayMs }],
    ['a day that is longer than any', { ...good, untilMs: sinceMs + 26 * hourMs + 1 }],
    ['a day that ends before it begins', { ...good, untilMs: sinceMs - 1 }],
    ['a day that ends as it begins', { ...good, untilMs: sinceMs }],
    ['a day that begins too far ahead', { ...good, sinceMs: nowMs + 26 * hourMs + 1, untilMs: nowMs + 27 * hourMs }],
    ['a day far ahead', { ...good, sinceMs: sinceMs + 30 * dayMs, untilMs: sinceMs + 31 * dayMs }],
  ])('opens nothing, is never taken for a small loss, and counts again once the trader says so: %s', (_, entry) => {
    if (typeof entry === 'string') localStorage.setItem('legwork.day-loss', entry)
    else put(entry)
    expect(breaches()).toEqual(['day_unknown'])
    expect(lost('1')).toBeUndefined()
    expect(breaches()).toEqual(['day_unknown'])
    expect(presentDayLoss(nowMs).why).toContain('Settings')
    const { result } = renderHook(() => useDayLossDamaged(() => nowMs))
    expect(result.current).toBe(true)
    act(countDayLossAgain)
    expect(result.current).toBe(false)
    expect(lost('1')).toEqual({ most: '1', before: undefined })
    expect(breaches()).toEqual([])
    // What is stored of another account stays as it was.
    if (typeof entry !== 'string') expect(stored()).toMatchObject({ other: { most: '7' } })
  })

  test('is read as long as a day may be that: 26 hours, from at most 26 hours ahead', () => {
    put({ ...good, untilMs: sinceMs + 26 * hourMs })
    expect(breaches()).toEqual(['day_loss'])
    put({ ...good, sinceMs: nowMs + 26 * hourMs, untilMs: nowMs + 50 * hourMs })
    expect(presentDayLoss(nowMs)).toEqual({ known: undefined, why: 'equity was not read yet' })
  })
  test('of another account keeps nothing from this one', () => {
    put(good)
    expect(breaches()).toEqual(['day_loss'])
    expect(lost('600')).toEqual({ most: '600', before: '510' })
  })
})
