import { expect, test } from 'vitest'
import type { Trades } from '../contract/feed.ts'
import { readTradeHistory } from './trade-history.ts'

const trade = (id: string, at: number) =>
  ({
    trade_id: id,
    client_order_id: 'a',
    order_id: '1',
    side: 'buy',
    order_state: 'filled',
    executed_price: '10',
    executed_quantity: '1',
    liquidity_flag: 'taken',
    server_utc_timestamp: at,
  }) as unknown as Trades['rows'][number]

function read(...pages: readonly Trades[]) {
  const noted: string[] = []
  const left = [...pages]
  const parts = {
    ask: async () => left.shift() ?? { rows: [], rejected: [] },
    ordersById: async () => [{ client_order_id: 'a', symbol: 'BTC-USD', executions: [] }] as never,
    listing: async () => undefined,
    lookUp: async () => ({ kind: 'failed' }) as const,
    note: (seen: { readonly kind: string }) => void noted.push(seen.kind),
    flush: async () => undefined,
  }
  return readTradeHistory(parts, 0, undefined).then(result => ({ result, noted }))
}

test('a history with a trade that cannot be read is not whole: it may be a fill', async () => {
  const bad = { index: 0, path: 'trade_id', message: 'not text' }
  const whole = await read({ rows: [trade('1', 5)], rejected: [] })
  expect([whole.result, whole.noted]).toEqual([{ isWhole: true, lost: 0, startsMs: undefined }, ['execution']])
  for (const pages of [
    [{ rows: [], rejected: [bad] }],
    [{ rows: [trade('1', 5)], rejected: [bad] }],
    [
      { rows: [trade('1', 5)], rejected: [] },
      { rows: [trade('2', 6)], rejected: [bad] },
    ],
  ])
    expect((await read(...pages)).result).toMatchObject({ isWhole: false })
})

test('a history is read to its end: a page that is short is not the last one', async () => {
  const { noted } = await read(
    { rows: [trade('1', 5)], rejected: [] },
    { rows: [trade('2', 6)], rejected: [] },
    { rows: [trade('3', 7)], rejected: [] },
  )
  expect(noted).toHaveLength(3)
})
