// @vitest-environment happy-dom
/**
 * The orders screen over the in-process exchange: each fact comes from the venue, and a cancel is done once the venue
 * confirms.
 */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { prefetchSummary } from '../../api/market/market-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { isTradingLocked } from '../../api/order-desk/trading-lock.ts'
import { useConnection } from '../../api/polling/connection.ts'
import { endReplay, moveReplay, startReplay } from '../../api/replay/replay.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { signOut } from '../../api/venue/session.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { isUnderReview } from '../../../core/domain/intent.ts'
import { must } from '../../../core/domain/must.ts'
import { firmMarket, type NewOrder, type OrderRecord, rfqMarket } from '../../../core/domain/order.ts'
import { failReadsBy } from '../../../testing/failed-reads.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import '../../../testing/overlays-there.tsx'
import { sizeWindow } from '../../../testing/window-size.ts'
import { UiProvider } from '../../ui/commands/ui-provider.tsx'
import { AmendOrder } from './open/amend-order.tsx'
import { amendable, openOrderRow } from '../../model/orders/open-order-rows.ts'
import OrdersPage from './orders-page.tsx'
import { firmLimit } from '../../../testing/order.fixture.ts'
import { pressAtRest } from '../../../testing/press-at-rest.ts'

const page = startPage({ account: 'flat-orders' })

async function show(address = '/orders') {
  return await mountPage(<OrdersPage />, address)
}

const resting = { ...firmLimit, symbol: 'PTF-USD', side: 'buy', recv_window: 3 } as const
const buy: Omit<NewOrder, 'client_order_id'> = { ...resting, quantity: dec(1_500), price: dec('0.5') }
const rfq: Omit<NewOrder, 'client_order_id'> = {
  ...resting,
  symbol: 'BTC-USD-PERPETUAL',
  market_id: rfqMarket,
  side: 'sell',
  quantity: dec(2),
}

async function send(order: Omit<NewOrder, 'client_order_id'>, title = 'An order'): Promise<string> {
  const id = desk.draft(order, { title })
  act(() => expect(desk.confirm(id)).toMatchObject({ ok: true }))
  return id
}
const accepted = (id: string) =>
  waitFor(() => expect(desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind).toBe('accepted'))

const asked = (what: string): number => page.sandbox.asked.filter(each => each === what).length
const factsOf = (drawer: HTMLElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...within(drawer).getByRole('region', { name: 'Facts' }).querySelectorAll('dt')].map(term => [
      term.textContent ?? '',
      // An id is followed by its copy button.
      (term.nextElementSibling?.textContent ?? '').replace(/Copy$/, ''),
    ]),
  )

const noticed = (text: RegExp) => waitFor(() => expect(screen.getByLabelText('Notices').textContent).toMatch(text))

const Light = () => <output data-testid="light">{useConnection().state}</output>
const show404 = async (): Promise<string> => {
  const id = await send(rfq, 'A request')
  await accepted(id)
  await mountPage(
    <>
      <Light />
      <OrdersPage />
    </>,
    '/orders',
  )
  return (await screen.findByTestId('rfq-board')).textContent ?? ''
}

test('an RFQ whose order book the venue does not have says so in the venue’s words, and the connection is as live as with one', async () => {
  page.sandbox.instead = request =>
    request.url.includes('/orderbook')
      ? Response.json({ error: { error_code: '16', message: 'nobody has quoted this' } }, { status: 404 })
      : undefined
  await show404()
  const board = screen.getByTestId('rfq-board')
  await waitFor(() =>
    expect(board.textContent).toContain('No quotes. The venue has no order book of this: nobody has quoted this'),
  )
  const before = asked('GET /v1/api/orderbook')
  await waitFor(() => expect(asked('GET /v1/api/orderbook')).toBeGreaterThan(before + 1))
  await waitFor(() => expect(screen.getByTestId('light').textContent).toBe('live'))
  expect(board.textContent).not.toContain('could not be read')
})

test('a filled order says by how much its average was worse than the mid when it was sent', async () => {
  await prefetchSummary()
  const id = await send({ ...rfq, market_id: firmMarket, time_in_force: 'IOC', price: dec(1_000) })
  await accepted(id)
  await show(`/orders?order=${id}`)
  const drawer = await screen.findByTestId('order-drawer')
  await waitFor(() => expect(factsOf(drawer)['Slippage']).toMatch(/^\d[\d,]*\.\d\d worse than mid$/))
})

describe('an open order', () => {
  async function open() {
    const id = await send(buy)
    await accepted(id)
    await show(`/orders?order=${id}`)
    const drawer = await screen.findByTestId('order-drawer')
    return { id, drawer, cancel: () => within(drawer).findByRole('button', { name: 'Cancel order' }) }
  }

  test('is shown with the facts of the venue’s own record, and what was sent beside it', async () => {
    const { id, drawer } = await open()
    await waitFor(() => expect(within(drawer).getByRole('region', { name: 'Facts' })).toBeTruthy())
    const facts = factsOf(drawer)
    expect(facts).toMatchObject({
      'Side on the wire': 'buy',
      Quantity: '1,500',
      Market: 'firm',
      Type: 'LIMIT',
      client_order_id: id,
      symbol: 'PTF-USD',
    })
    expect(facts['Filled']).toMatch(/^0 \(0\s%\)$/)
    expect(facts['Price']).toMatch(/0\.5/)
    expect(facts['Average fill']).toBe('–')
    const sent = JSON.parse(within(drawer).getByText(/"new_order"/).textContent ?? '') as { new_order: object }
    expect(sent.new_order).toMatchObject({ quantity: '1500', price: '0.5', client_order_id: id })
    const record = JSON.parse(within(drawer).getByText(/"order_state"/).textContent ?? '') as object
    expect(record).toMatchObject({ client_order_id: id, quantity: '1500', side: 'buy', symbol: 'PTF-USD' })
  })

  test('is cancelled by one request, is called cancelled only then, and is open no longer', async () => {
    const { drawer, cancel: button } = await open()
    const cancel = await button()
    fireEvent.click(cancel, { detail: 1 })
    expect(asked('DELETE /v1/api/order')).toBe(0)
    await pressAtRest(cancel)
    await noticed(/Cancelled: Buy 1,500 · PTF-USD/)
    expect(asked('DELETE /v1/api/order')).toBe(1)
    await waitFor(() => expect(within(drawer).queryByRole('button', { name: 'Cancel order' })).toBeNull())
    await waitFor(() => expect(factsOf(drawer)['State']).toBe('Ended with nothing filled. You cancelled it.'))
  })

  test('that the venue says was executed is not called cancelled', async () => {
    const { id, drawer, cancel: button } = await open()
    const cancel = await button()
    const reason = 'order has been fully executed and cannot be cancelled'
    page.sandbox.instead = request =>
      request.method === 'DELETE'
        ? Response.json({
            cancel_order_response: { client_order_id: id, order_id: '1', timestamp: '1700000000000000', reason },
          })
        : undefined
    await pressAtRest(cancel)
    await noticed(/executed/)
    expect(screen.getByLabelText('Notices').textContent).not.toMatch(/Cancelled/)
    expect(factsOf(drawer)['State']).not.toMatch(/cancelled/i)
  })

  test('whose cancel is not answered is neither cancelled nor said to be open for sure', async () => {
    const { cancel: button } = await open()
    const cancel = await button()
    page.sandbox.instead = request => (request.method === 'DELETE' ? new Response('', { status: 502 }) : undefined)
    await pressAtRest(cancel)
    await noticed(/Cancel, outcome unknown: Buy 1,500 · PTF-USD/)
    expect(screen.getByLabelText('Notices').textContent).not.toMatch(/Cancelled/)
  })
})

describe('the blotter', () => {
  const row = (id: string): HTMLElement =>
    must(document.querySelector<HTMLElement>(`[row-id="${id}"]`) ?? undefined, 'the row of the order')
  const cell = (id: string, column: string): string => row(id).querySelector(`[col-id="${column}"]`)?.textContent ?? ''
  const names = (): readonly string[] =>
    [...document.querySelectorAll('[row-id] [col-id="order"]')].map(each => (each.textContent ?? '').trim())

  test('has each order once, where it stands now: an RFQ, an order that works, and both once they are over', async () => {
    const [asked1, works] = [await send(rfq), await send(buy)]
    await accepted(asked1)
    await accepted(works)
    await show()
    await waitFor(() => expect(names()).toEqual(['Live 1', 'Sell 2 · BTC PERP', 'Working 1', 'Buy 1,500 · PTF-USD']))
    expect([cell(asked1, 'state'), cell(works, 'state'), cell(works, 'price')]).toEqual([
      '0 of 2',
      'Working, 0 of 1,500',
      '0.5',
    ])
    await pressAtRest(within(row(works)).getByRole('button', { name: 'Cancel Buy 1,500 · PTF-USD' }))
    await waitFor(() => expect(names().slice(2)).toEqual(['Today 1', 'Buy 1,500 · PTF-USD']))
    await waitFor(() => expect(cell(works, 'state')).toBe('0 of 1,500, cancelled'))
    // Its limit, since nothing was filled.
    expect(cell(works, 'price')).toBe('0.5')
    await pressAtRest(within(row(asked1)).getByRole('button', { name: 'Cancel Sell 2 · BTC PERP' }))
    await waitFor(() => expect(names()[0]).toBe('Today 2'))
    expect(asked('DELETE /v1/api/order')).toBe(2)
    expect(within(row(asked1)).queryByRole('button')).toBeNull()
  })
})

describe('amending an order', () => {
  async function dialog(order = buy) {
    const id = await send(order)
    await accepted(id)
    const intent = must(
      desk.snapshot().intents.find(each => each.client_order_id === id),
      'what was sent',
    )
    if (intent.state.kind !== 'accepted') throw new Error('not accepted')
    const { symbol = '', side, type, quantity, price } = order
    const { accepted: answer, order: listed } = intent.state
    const orderId = must(answer?.order_id ?? listed?.order_id, 'the id by its answer or by the list of open orders')
    const record = { ...order, symbol, side, type, quantity, price, order_id: orderId, client_order_id: id }
    const open = openOrderRow(
      { ...record, order_state: 'accepted', cancel_state: 'none', executions: [] } as unknown as OrderRecord,
      undefined,
    )
    render(
      <UiProvider>
        <AmendOrder
          order={must(amendable(open), 'an order that can be amended')}
          sent={intent}
          onClose={() => undefined}
        />
      </UiProvider>,
    )
    const form = await screen.findByTestId('amend-order')
    await act(async () =>
      within(form)
        .getByRole('button', { name: /^Order terms/ })
        .click(),
    )
    const typeInto = (label: string, value: string) =>
      act(async () => void fireEvent.change(within(form).getByLabelText(label), { target: { value } }))
    const review = within(form).getByText<HTMLButtonElement>('Review')
    const draft = () => desk.snapshot().intents.find(isUnderReview)
    return { id, form, type: typeInto, review, draft, orderId }
  }

  test('is one reviewed step: nothing is cancelled or sent before, and what is reviewed names the order it takes the place of', async () => {
    const { id, form, type, review, draft, orderId } = await dialog()
    // Unchanged it takes the room of the first one.
    expect(await within(form).findByText(/^Available (.+) → \1 USD, largest size /)).toBeTruthy()
    await type('Price', '0.6')
    await type('Quantity', '1200')
    await type('Good for (10-min cycles)', '5')
    await act(async () => review.click())
    await waitFor(() => expect(draft()).toBeDefined())
    expect(draft()?.order).toMatchObject({
      symbol: 'PTF-USD',
      side: 'buy',
      price: '0.6',
      quantity: '1200',
      recv_window: 5,
      time_in_force: 'GTC',
    })
    expect(draft()?.context.amends).toMatchObject({ clientOrderId: id, orderId, filled: '0' })
    expect(draft()?.client_order_id).not.toBe(id)
    expect(asked('DELETE /v1/api/order')).toBe(0)
    expect(asked('POST /v1/api/order')).toBe(1)
  })

  test.each([
    ['a size of nothing', 'Quantity', '0', 'Size must be positive'],
    ['a price of the wrong sign', 'Price', '-0.6', 'The price of one instrument is above 0'],
    ['a life of no whole cycles', 'Good for (10-min cycles)', '1.5', 'Enter a whole number of cycles'],
  ])('to %s is not reviewed, and says why', async (_, field, value, why) => {
    const { form, type, review, draft } = await dialog()
    await type(field, value)
    await waitFor(() => expect(form.textContent).toContain(why))
    expect(form.textContent).toContain('If the venue refuses the new one, nothing works any more')
    expect(review.disabled).toBe(true)
    await act(async () => review.click())
    expect(draft()).toBeUndefined()
  })
})

test('an order whose answer was lost stands on top as unconfirmed, is sent no second time, and goes once the venue shows it', async () => {
  await show()
  let isLost = true
  page.sandbox.instead = async request => {
    const isOrder = request.method === 'POST' && request.url.endsWith('/v1/api/order')
    const isLookUp = request.method === 'GET' && new URL(request.url).pathname === '/v1/api/order'
    if (isOrder) {
      await page.sandbox.pass(request)
      throw new TypeError('Failed to fetch')
    }
    return isLost && (isLookUp || request.url.includes('openOrders')) ? new Response('', { status: 503 }) : undefined
  }
  const id = await send(buy, 'Buy 1,500 PTF')
  const unresolved = await screen.findByTestId('unresolved')
  expect(unresolved.textContent).toContain('1 order unconfirmed')
  expect(unresolved.textContent).toContain('Buy 1,500 · PTF-USD')
  await waitFor(() => expect(asked('POST /v1/api/order')).toBe(1))
  await within(unresolved).findByRole('button', { name: 'Check now' })
  isLost = false
  await act(async () => void fireEvent.click(within(unresolved).getByRole('button', { name: 'Check now' })))
  await waitFor(() => expect(screen.queryByTestId('unresolved')).toBeNull())
  expect(desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind).toBe('accepted')
  expect(asked('POST /v1/api/order')).toBe(1)
})

test('a rejection has its warning tone on a phone too', async () => {
  sizeWindow(390, 844)
  const id = await send({ ...buy, price: dec('0.123456789') })
  await waitFor(() =>
    expect(desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind).toBe('rejected'),
  )
  await show()
  expect((await screen.findByText(/^Price off/)).className).toContain('warning')
})

test('no account data is shown when signed out', async () => {
  const id = await send(buy)
  await accepted(id)
  await show(`/orders?order=${id}`)
  await screen.findByTestId('order-drawer')
  act(() => signOut())
  await screen.findByText('Sign in to see your orders')
  expect(document.body.textContent).not.toContain(id)
  expect(screen.queryByTestId('order-drawer')).toBeNull()
})

describe('orders at a past minute', () => {
  afterEach(() => act(endReplay))

  test('stand as the journal says, with nothing to press, and nothing can be sent', async () => {
    const id = await send(buy)
    await accepted(id)
    const minute = Math.floor(serverNowMs() / 60_000) * 60_000
    await show()
    act(startReplay)
    act(() => moveReplay({ atMs: minute }))
    const grid = within(await screen.findByTestId('past-orders'))
    await waitFor(() => expect(grid.getByText('Working, nothing filled yet.')).toBeTruthy())
    expect(grid.queryByRole('button', { name: /Amend|Cancel|Take|Firm/ })).toBeNull()
    expect(isTradingLocked()).toBe(true)
    act(() => moveReplay({ atMs: minute - 60_000 }))
    await waitFor(() => expect(grid.getByText('No working order')).toBeTruthy())
    expect(screen.getByTestId('past-orders').textContent).toContain('the account was not followed in this minute')
    act(endReplay)
    await screen.findByTestId('rfq-board')
    expect(isTradingLocked()).toBe(false)
  })

  test('are said to be out of reach where the journal cannot be read, instead of being read for ever', async () => {
    await accepted(await send(buy))
    await show()
    const restore = failReadsBy('sent')
    try {
      act(startReplay)
      act(() => moveReplay({ atMs: serverNowMs() }))
      expect(await screen.findByText('The stored data cannot be read')).toBeTruthy()
    } finally {
      restore()
    }
  })
})
