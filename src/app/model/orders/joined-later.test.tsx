// @vitest-environment happy-dom
/** A device that signs in after an RFQ was sent counts others' trades before it may take anything. */
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Decimal, gt, zero } from '../../../core/domain/decimal.ts'
import { filledQuantity } from '../../../core/domain/order-state.ts'
import { startPage } from '../../../testing/mount-page.tsx'
import { knownFilled } from './rfq-cards.ts'
import { useOwnOrders } from './use-own-orders.ts'
import { askAs } from '../../../testing/sandbox.fixture.ts'

const page = startPage({ account: 'flat-joined', starts: 'later' })

async function otherDevice() {
  const ask = async <Answer,>(method: string, path: string, body?: object) =>
    (await askAs(page.sandbox, page.account, method, path, body)) as Answer
  const info = await ask<{
    readonly entities_and_rules_response: {
      readonly symbols: readonly { readonly symbol: string; readonly tradeable_entity_id: number | string }[]
    }
  }>('GET', '/v1/api/exchangeInfo')
  const calls = info.entities_and_rules_response.symbols.filter(each => /^BTC-\d{8}-\d+C$/.test(each.symbol))
  const expiry = calls[0]?.symbol.split('-')[1]
  const legs = calls
    .filter(each => each.symbol.split('-')[1] === expiry)
    .slice(0, 2)
    .toSorted((a, b) => Number(a.tradeable_entity_id) - Number(b.tradeable_entity_id))
    .map(({ symbol }, at) => ({ symbol, ratio: at === 0 ? 1 : -1 }))
  return {
    async place(client_order_id: string, order: Readonly<Record<string, unknown>>): Promise<void> {
      const new_order = { side: 'buy', type: 'LIMIT', legs, client_order_id, ...order }
      expect(await ask('POST', '/v1/api/order', { new_order })).toHaveProperty('order_accepted')
    },
    async filled(client_order_id: string): Promise<Decimal> {
      const details = await ask<{
        readonly query_order_response: { readonly executions: readonly { readonly executed_quantity: Decimal }[] }
      }>('GET', `/v1/api/order?client_order_id=${client_order_id}`)
      return filledQuantity(details.query_order_response)
    },
  }
}

const takeOne = { market_id: '0', time_in_force: 'IOC', quantity: '1', price: '50000' }
function start(): void {
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  page.start({ socket: page.sandbox.socket })
}

it('counts a fill of another device from before it signed in, again after a reload, and shows no other count before that', async () => {
  const other = await otherDevice()
  await other.place('rfq', { market_id: 'none', time_in_force: 'GTC', quantity: '3', recv_window: 6 })
  await other.place('take', takeOne)
  const filled = await other.filled('take')
  expect(gt(filled, zero)).toBe(true)

  for (const visit of ['first', 'second']) {
    start()
    const counts: unknown[] = []
    const seen = renderHook(() => {
      const [card] = useOwnOrders().cards
      if (card !== undefined) counts.push(knownFilled(card))
      return card
    })
    await page.signIn()
    await waitFor(() =>
      expect(seen.result.current, visit).toMatchObject({ state: 'live', placedMs: undefined, count: { filled } }),
    )
    expect(new Set(counts.filter(count => count !== undefined)), visit).toEqual(new Set([filled]))
    cleanup()
    act(() => page.stop())
  }
})

it('counts a fill of another device while it looks on, and one that came while its feed was down', async () => {
  const other = await otherDevice()
  await other.place('rfq', { market_id: 'none', time_in_force: 'GTC', quantity: '3', recv_window: 6 })
  start()
  const seen = renderHook(() => useOwnOrders().cards[0])
  await page.signIn()
  await waitFor(() =>
    expect(seen.result.current).toMatchObject({ fillsKnown: { kind: 'now' }, count: { filled: '0' } }),
  )
  await other.place('take', takeOne)
  const first = await other.filled('take')
  await waitFor(() => expect(seen.result.current?.count.filled).toBe(first))
  act(() => page.sandbox.cutSockets())
  await waitFor(() => expect(seen.result.current?.fillsKnown.kind).toBe('until'))
  await other.place('again', takeOne)
  await waitFor(() => expect(seen.result.current?.fillsKnown.kind).toBe('now'))
  await waitFor(async () => expect(seen.result.current?.tries).toHaveLength(2))
})
