import { describe, expect, it } from 'vitest'
import { dec } from './decimal.ts'
import { estimatedSettlements, firstAtOrAfter } from './settlement.ts'
import { minuteMs } from './time.ts'

const expiry = Date.UTC(2026, 4, 1, 8)
const at = (minutes: number, index: string) => ({ atMs: expiry + minutes * minuteMs, indexes: { BTC: dec(index) } })
const prices = (samples: ReturnType<typeof at>[]) =>
  estimatedSettlements(
    ['BTC-20260501-100000C', 'BTC-20260501-100000P', 'BTC-20260501', 'BTC-20260601-1C', 'BTC-USD'],
    samples,
    expiry + 1,
  ).map(each => each.price)

describe('estimated settlements', () => {
  it('are the intrinsic value at the index nearest to the expiry, of what has expired', () => {
    expect(prices([at(-30, '1'), at(-1, '100250.5'), at(2, '99000')])).toEqual(['250.5', '0', '100250.5'])
  })
  it('are none where no index is kept near it', () => expect(prices([at(-11, '100000'), at(11, '100000')])).toEqual([]))
})

it('the first sample at or after a time is found by halving', () => {
  const samples = [1, 3, 3, 7].map(atMs => ({ atMs }))
  expect([0, 1, 2, 3, 4, 7, 8].map(each => firstAtOrAfter(samples, each))).toEqual([0, 0, 1, 1, 3, 3, 4])
})
