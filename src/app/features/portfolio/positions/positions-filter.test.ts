import { expect, test } from 'vitest'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { expiriesOf, filterPositions } from './positions-filter.tsx'

const row = (name: string, expiryMs: number | undefined, side: 'buy' | 'sell' = 'buy') =>
  ({
    name,
    symbol: name.replaceAll(' ', '-'),
    product: expiryMs === undefined ? 'perpetual' : 'option',
    expiryMs,
    side,
  }) as PositionRow
const [perp, call, put] = [
  row('BTC PERP', undefined),
  row('BTC 25DEC26 95000 C', 2),
  row('ETH 29JAN27 3000 P', 3, 'sell'),
]
const rows = [perp, call, put]

test('a position is shown when it holds every word', () => {
  expect(filterPositions(rows, { text: 'btc 95', expiryMs: undefined })).toEqual([call])
  expect(filterPositions(rows, { text: 'SHORT', expiryMs: undefined })).toEqual([put])
})
test('no filter gives the very same rows, so that nothing is drawn again', () => {
  expect(filterPositions(rows, { text: ' ', expiryMs: undefined })).toBe(rows)
})
test('an expiry shows its positions alone; what never expires is an expiry of its own', () => {
  expect(filterPositions(rows, { text: '', expiryMs: 0 })).toEqual([perp])
  expect(expiriesOf(rows)).toEqual([0, 2, 3])
})
