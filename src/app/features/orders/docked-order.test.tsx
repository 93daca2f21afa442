// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { firmMarket, rfqMarket } from '../../../core/domain/order.ts'
import { must } from '../../../core/domain/must.ts'
import { mountPage, startPage, sendOrder } from '../../../testing/mount-page.tsx'
import '../../../testing/overlays-there.tsx'
import { sizeWindow } from '../../../testing/window-size.ts'
import OrdersPage from './orders-page.tsx'

startPage({ account: 'docked' })

const request = {
  market_id: rfqMarket,
  type: 'LIMIT',
  time_in_force: 'GTC',
  side: 'sell',
  symbol: 'BTC-USD-PERPETUAL',
} as const

const ask = (quantity: number, cycles: number, name = 'A request'): Promise<string> =>
  sendOrder({ ...request, quantity: dec(quantity), recv_window: cycles }, name)
const title = async (): Promise<string | null> =>
  within(await screen.findByTestId('order-drawer')).getByRole('heading', { level: 2 }).textContent

test('in a wide window the live RFQ that ends first is open beside the table, until another order is chosen', async () => {
  sizeWindow(1440, 900)
  const later = await ask(2, 4)
  const sooner = await ask(3, 2)
  const router = await mountPage(<OrdersPage />, '/orders')
  await waitFor(async () => expect(await title()).toBe('Sell 3 · BTC PERP'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close the order' })).toBeNull()
  act(() => router.navigate({ to: '/orders', search: { order: later } }))
  await waitFor(async () => expect(await title()).toBe('Sell 2 · BTC PERP'))
  act(() => screen.getByRole('button', { name: 'Close the order' }).click())
  await waitFor(async () => expect(await title()).toBe('Sell 3 · BTC PERP'))
  expect(
    document.querySelector(
      `[row-id="${sooner}"] button[aria-label^="Take 3 BTC PERP"], [row-id="${sooner}"] button[aria-label^="Cancel Sell 3"]`,
    ),
  ).toBeTruthy()
})

test('an order that closes a position is called closing in its detail as in its row', async () => {
  sizeWindow(1440, 900)
  const id = await ask(2, 4, 'Sell to close · BTC PERP')
  await mountPage(<OrdersPage />, `/orders?order=${id}`)
  await waitFor(async () => expect(await title()).toBe('Sell to close 2 · BTC PERP'))
})

test('j leads from the screen to a working order, and Delete there asks to cancel it', async () => {
  const price = { symbol: 'PTF-USD', side: 'buy', market_id: firmMarket, price: dec('0.5') } as const
  await sendOrder({ ...request, ...price, quantity: dec(1_500), recv_window: 3 })
  await mountPage(<OrdersPage />, '/orders')
  await screen.findByRole('button', { name: /^Cancel Buy 1,500/ })
  fireEvent.keyDown(document.body, { key: 'j' })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('1,500'))
  fireEvent.keyDown(must(document.activeElement ?? undefined, 'a focused row'), { key: 'Delete' })
  expect(await screen.findByTestId('cancel-one')).toBeTruthy()
})
