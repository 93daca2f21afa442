// @vitest-environment happy-dom
/**
 * The "one step better" command over the in-process exchange: nothing is sent before the review, and the price respects
 * its bound.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk } from '../api/order-desk/desk.ts'
import { orderBookAnswer } from '../../core/contract/answers.ts'
import { endpoints } from '../../core/contract/endpoints.ts'
import { add, canonical, dec, type Decimal, mul, sub } from '../../core/domain/decimal.ts'
import { exactText } from '../../core/domain/effect-label.ts'
import { type Intent, isUnderReview } from '../../core/domain/intent.ts'
import { must } from '../../core/domain/must.ts'
import { type NewOrder } from '../../core/domain/order.ts'
import { firmLimit } from '../../testing/order.fixture.ts'
import { mountPage, startPage, sendOrder } from '../../testing/mount-page.tsx'
import '../../testing/overlays-there.tsx'
import { restMs } from '../ui/arming/arming.ts'
import { ReviewDialog } from '../features/ticket/review-dialog.tsx'
import OrdersPage from '../features/orders/orders-page.tsx'
import { pass } from '../../testing/stepped-clock.ts'

const page = startPage({ account: 'flat-better' })

const symbol = 'BTC-USD-PERPETUAL'
const step = dec('0.5')

async function bestOffer(): Promise<Decimal> {
  const answer = await page.sandbox.pass(new Request(`http://127.0.0.1${endpoints.orderBook.path}?symbol=${symbol}`))
  const { orderbook_response: book } = orderBookAnswer.parse(await answer.json())
  return must(book.sell[0], 'an offer').price
}

const resting = async (steps: number): Promise<Omit<NewOrder, 'client_order_id'>> => ({
  ...firmLimit,
  symbol,
  side: 'buy',
  recv_window: 3,
  quantity: dec('0.5'),
  price: canonical(sub(await bestOffer(), mul(step, dec(steps)))),
})

const intentOf = (id: string): Intent | undefined => desk.snapshot().intents.find(each => each.client_order_id === id)
const draft = (): Intent | undefined => desk.snapshot().intents.find(isUnderReview)
const asked = (what: string): number => page.sandbox.asked.filter(each => each === what).length

async function showOrder(order: Omit<NewOrder, 'client_order_id'>) {
  const id = await sendOrder(order)
  await mountPage(
    <>
      <OrdersPage />
      <ReviewDialog />
    </>,
    '/orders',
  )
  return id
}

const cellOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[row-id="${id}"] [col-id="order"]`)

async function improve(id: string): Promise<HTMLElement> {
  // The row is there once the venue has accepted the order; it can be amended once the venue lists it as well.
  await waitFor(() => expect(cellOf(id)?.closest('[row-id]')?.textContent).toContain('Amend'))
  const cell = must(cellOf(id) ?? undefined, 'the row')
  await act(async () => cell.focus())
  await act(async () => void fireEvent.keyDown(cell, { key: 'i', code: 'KeyI', altKey: true }))
  const dialog = await screen.findByTestId('one-step-better')
  await within(dialog).findByText('Opposite best')
  return dialog
}

const reviewIn = (dialog: HTMLElement): HTMLButtonElement => within(dialog).getByText<HTMLButtonElement>('Review')
const stateBound = (dialog: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(within(dialog).getByRole('textbox'), { target: { value } }))

async function send(): Promise<string> {
  const id = must(draft()?.client_order_id, 'the order under review')
  const button = await screen.findByTestId('confirm-send')
  await pass(restMs + 50)
  fireEvent.pointerDown(button, { pointerType: 'touch' })
  await act(async () => void fireEvent.click(button, { detail: 1 }))
  await waitFor(() => expect(intentOf(id)?.state.kind).toBe('accepted'))
  return id
}

test('one step better asks for the bound first, states it under review, and reaches it step by step, each time by a review', async () => {
  const order = await resting(9)
  const [price, next, bound] = [0, 1, 2].map(steps =>
    canonical(add(must(order.price, 'its price'), mul(step, dec(steps)))),
  )
  const first = await showOrder(order)
  const dialog = await improve(first)
  expect(reviewIn(dialog).disabled).toBe(true)
  expect(dialog.textContent).toContain('Set the bound first')
  await stateBound(dialog, bound ?? '')
  await waitFor(() => expect(reviewIn(dialog).disabled).toBe(false))
  await act(async () => reviewIn(dialog).click())
  await waitFor(() =>
    expect(draft()?.order).toMatchObject({ side: 'buy', price: next, quantity: '0.5', recv_window: 3 }),
  )
  expect(draft()?.context.amends).toMatchObject({ clientOrderId: first, bound, before: { price } })
  expect((await screen.findByTestId('replaces')).textContent).toContain(`your bound is ${exactText(dec(bound ?? ''))}`)
  expect(asked('DELETE /v1/api/order')).toBe(0)
  expect(asked('POST /v1/api/order')).toBe(1)
  const second = await send()
  expect(asked('DELETE /v1/api/order')).toBe(1)
  // The bound is kept by the replacing order.
  const again = await improve(second)
  await waitFor(() => expect(reviewIn(again).disabled).toBe(false))
  expect(within(again).getByRole<HTMLInputElement>('textbox').value).toBe(bound)
  await act(async () => reviewIn(again).click())
  await waitFor(() => expect(draft()?.order.price).toBe(bound))
  const third = await send()
  const last = await improve(third)
  await waitFor(() => expect(last.textContent).toContain('is beyond your bound'))
  expect(reviewIn(last).disabled).toBe(true)
})
