import { expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import type { JournalRow } from '../../domain/journal-row.ts'
import { cashNotices as noticesOf } from './cash-notices.ts'
import { plainText } from './figure-text.ts'

const cashNotices = (rows: readonly JournalRow[]) => noticesOf(rows, plainText)

const atMs = Date.UTC(2026, 10, 22, 8)
const row = (what: string, symbol: string | undefined, amount: string, more: Partial<JournalRow> = {}): JournalRow => ({
  id: `cash ${what} ${symbol} ${amount}`,
  atMs,
  kind: 'cash',
  what,
  symbol,
  amount: dec(amount),
  asset: 'USD',
  isEstimated: false,
  ...more,
})

it('what expired together is one notice, with what it paid in all, and says when a price is calculated', () => {
  const rows = [row('settlement', 'BTC-20261122-98000C', '429.49'), row('settlement', 'BTC-20261122-97000C', '5974.47')]
  expect(cashNotices(rows).map(each => [each.title, each.body])).toEqual([
    ['Settled: BTC 22NOV26 98000 C, BTC 22NOV26 97000 C', 'Paid +6,403.96 USD at 2026-11-22 08:00:00 UTC.'],
  ])
  expect(cashNotices(rows.map(each => ({ ...each, isEstimated: true })))[0]?.body).toContain('calculated')
})

it('funding at the same moment is a notice of its own', () => {
  const reported = cashNotices([
    row('settlement', 'BTC-20261122-98000C', '0'),
    row('funding', 'BTC-USD-PERPETUAL', '-13.54'),
  ])
  expect(reported.map(each => each.body)).toEqual([
    'Paid 0 USD at 2026-11-22 08:00:00 UTC.',
    '−13.54 USD at 2026-11-22 08:00:00 UTC.',
  ])
})

it('cash that came or went by itself is a warning, and rows of orders are none of it', () => {
  const order: JournalRow = { id: 'x', atMs, kind: 'execution', what: 'fill', client_order_id: 'a' }
  expect(cashNotices([order, row('cash_moved', undefined, '-500')])).toMatchObject([
    {
      tone: 'warning',
      title: 'Cash moved without a fill',
      body: '−500.00 USD: a withdrawal or a fee, seen by 2026-11-22 08:00:00 UTC.',
      clientOrderId: '',
    },
  ])
  expect(cashNotices([row('cash_moved', undefined, '500')])[0]?.body).toMatch(/: a deposit, seen/)
})

it('funding and a fee that are estimated from the cash say so', () => {
  const isEstimated = true
  expect(cashNotices([row('funding', 'BTC-USD-PERPETUAL', '-31.73', { isEstimated })])[0]?.body).toBe(
    '−31.73 USD at 2026-11-22 08:00:00 UTC. Estimated: the cash that nothing else explains.',
  )
  expect(cashNotices([row('fee', undefined, '-1.5', { isEstimated })])[0]?.title).toBe('Fee')
})
