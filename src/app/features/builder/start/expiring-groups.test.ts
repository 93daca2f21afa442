import { expect, it } from 'vitest'
import type { Position } from '../../../../core/domain/account.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import { call, farMs, listed, nearMs, nowMs, put } from '../../../../testing/universe.fixture.ts'
import { closingDraft, expiringGroups, rollingDraft } from './expiring-groups.ts'

const position = (symbol: string, size: string): Position =>
  ({
    symbol,
    size: dec(size.replace('-', '')),
    side: size.startsWith('-') ? 'short' : 'long',
  }) as Partial<Position> as Position
const spread = [
  position(call(100), '2'),
  position(call(110), '-2'),
  position(put(90, '20270326'), '1'),
  position('BTC-USD-PERPETUAL', '3'),
]
const groupsOf = (positions: readonly Position[]) => expiringGroups(positions, nowMs)

it('the first expiry comes first; legs without an expiry are omitted', () => {
  expect(groupsOf(spread).map(({ expiryMs, held }) => [expiryMs, held.length])).toEqual([
    [nearMs, 2],
    [farMs, 1],
  ])
  expect(expiringGroups(spread, nearMs)).toHaveLength(1)
})

it('an expiry is closed as one firm package, put as it is held', () => {
  const [near] = groupsOf(spread)
  if (near === undefined) throw new Error('no group')
  const { search, note } = closingDraft(near)
  expect(search).toMatchObject({ dir: 'sell', qty: '2', mode: 'firm', legs: `${call(100)}@1/${call(110)}@-1` })
  expect(note).toBeUndefined()
})

it('of unequal sizes the largest even package, and what it leaves', () => {
  const [near] = groupsOf([position(call(100), '10'), position(call(110), '-7')])
  if (near === undefined) throw new Error('no group')
  const { search, note } = closingDraft(near)
  expect(search).toMatchObject({ qty: '7' })
  expect(note).toMatch(/^Unequal sizes: .*\+3 BTC 25DEC26 100000 C is left\.$/)
})

it('an expiry is rolled to the next at the same strikes, and the last one says why it is not', () => {
  const [near, far] = groupsOf(spread)
  if (near === undefined || far === undefined) throw new Error('no groups')
  expect(rollingDraft(near, listed, nowMs).search?.['legs']).toContain(call(100, '20270326'))
  const last = rollingDraft(far, listed, nowMs)
  expect(last.search).toBeUndefined()
  expect(last.note).toContain('None of these legs can be rolled there.')
})
