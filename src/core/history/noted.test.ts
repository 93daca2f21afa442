import { expect, test } from 'vitest'
import type { CashEvent } from '../domain/cash-event.ts'
import { dec } from '../domain/decimal.ts'
import { cashRow } from './noted.ts'
import { movedCash } from '../../testing/recorder/moved-cash.ts'

const event: CashEvent = movedCash('-25.5', Date.UTC(2026, 10, 22, 16, 3, 2, 118))
const idOf = (change: Partial<CashEvent>): string =>
  cashRow({ kind: 'cash', event: { ...event, ...change }, knownAtMs: 0 }).id

test('a transfer that a browser and a recorder saw in the same minute is one row, and another amount or minute another', () => {
  expect(idOf({ atMs: event.atMs + 900 })).toBe(idOf({}))
  expect(idOf({ amount: dec('-25') })).not.toBe(idOf({}))
  expect(idOf({ atMs: event.atMs + 60_000 })).not.toBe(idOf({}))
})
