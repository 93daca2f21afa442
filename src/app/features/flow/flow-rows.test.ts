import { expect, test } from 'vitest'
import type { FlowRfq } from '../../api/feed/rfq-flow.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { orderId } from '../../../core/domain/ids.ts'
import { option, decMs, surface } from '../../../testing/desk-context.fixture.ts'
import { answerPrice } from './answer-price.ts'
import { type FlowInputs, flowRow } from './flow-rows.ts'

const inputs = {
  surfaces: { of: () => surface, underlying: () => ({ price: dec('98000') }), atMs: surface.atMs },
  isOwn: () => false,
  account: undefined,
  markOf: () => undefined,
} as unknown as FlowInputs
const [low, high] = [option(decMs, 90_000, 'P'), option(decMs, 95_000, 'P')]
const rfq = (symbol: string, side: 'buy' | 'sell'): FlowRfq => ({
  id: orderId('1'),
  symbol,
  side,
  quantity: dec('1'),
  price: undefined,
  sentMs: 0,
})

test('an answer is priced in the terms of its legs, also if the name of the RFQ turns them', () => {
  // Who sells −95 +90 buys the bear put spread.
  const turned = flowRow(rfq(`${low}@1/${high}@-1`, 'sell'), inputs)
  expect(turned).toMatchObject({ isTurned: true, structure: 'Bear put spread' })
  expect(turned.fair).toBeGreaterThan(0)
  expect(turned.fairPerPackage).toBe(-(turned.fair ?? 0))
  // The answer buys these legs, which receives.
  expect(answerPrice(turned.fairPerPackage, dec('10'), 'buy', dec('5'))).toMatch(/^-/)
})

test('gamma is of one percent of the underlying, as on every other screen', () => {
  const row = flowRow(rfq(`${low}@1/${high}@-1`, 'buy'), inputs)
  expect(row.gamma).toBeCloseTo(((row.greeks?.gamma ?? 0) * 98_000) / 100, 10)
})
