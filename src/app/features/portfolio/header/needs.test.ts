import { expect, it } from 'vitest'
import { dayMs, hourMs } from '../../../../core/domain/time.ts'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { needsOf, nextExpiryText } from './needs-text.ts'
import { portfolioLine } from '../../../../testing/book.fixture.ts'

const nowMs = Date.UTC(2026, 10, 23, 8)
const underlyings = new Map([['BTC', { price: 100_000, source: 'index' }]])
const line = (strike: number, size: number, afterMs: number): PortfolioLine =>
  portfolioLine(`BTC ${strike}`, {
    name: `BTC 24NOV26 ${strike} C`,
    kind: 'call',
    strike,
    expiryMs: nowMs + afterMs,
    size,
  })
const needs = (...lines: readonly PortfolioLine[]) => needsOf({ lines, underlyings }, nowMs)

it('legs that settle within a day need the trader, with how many are in the money', () => {
  expect(needs(line(90_000, 1, dayMs), line(110_000, -1, dayMs))).toEqual([
    'BTC 24NOV26 settles in 1.0 d, 2 legs, 1 ITM',
  ])
  expect(needs(line(110_000, -1, 2 * hourMs))).toEqual(['BTC 23NOV26 10:00 settles in 2 h 0 m, 1 leg'])
})

it('so does a short option within 2 % of its strike in its last week, and no long one', () => {
  expect(needs(line(101_000, -1, 3 * dayMs))).toEqual(['BTC 24NOV26 101000 C short, +1.0 % to strike'])
  expect(needs(line(101_000, 1, 3 * dayMs), line(103_000, -1, 3 * dayMs), line(101_000, -1, 8 * dayMs))).toEqual([])
})

it('what settles first stands first, and what has settled is gone', () => {
  expect(needs(line(101_000, -1, 3 * dayMs), line(90_000, 1, hourMs), line(90_000, 1, 0))).toEqual([
    'BTC 23NOV26 09:00 settles in 1 h 0 m, 1 leg, 1 ITM',
    'BTC 24NOV26 101000 C short, +1.0 % to strike',
  ])
})

it('without a need, the next expiry tells until when, over all underlyings', () => {
  expect(
    nextExpiryText([line(101_000, 1, 3 * dayMs), line(102_000, -1, 3 * dayMs), line(90_000, 1, 9 * dayMs)], nowMs),
  ).toBe('26 Nov 08:00 (2 legs expire)')
  expect(nextExpiryText([line(101_000, 1, 0)], nowMs)).toBeUndefined()
})
