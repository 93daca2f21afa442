// @vitest-environment happy-dom
/**
 * A price on a live RFQ over the in-process exchange: it alerts while unarmed, and armed it takes another account's
 * quote once.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { desk } from '../api/order-desk/desk.ts'
import { setOwnLimits } from '../api/order-desk/own-limits.ts'
import { setTradingLock } from '../api/order-desk/trading-lock.ts'
import { signOut } from '../api/venue/session.ts'
import { orderBookAnswer } from '../../core/contract/answers.ts'
import { endpoints } from '../../core/contract/endpoints.ts'
import { add, canonical, dec, type Decimal, lt } from '../../core/domain/decimal.ts'
import type { Intent } from '../../core/domain/intent.ts'
import { must } from '../../core/domain/must.ts'
import { noLimits } from '../../core/domain/own-limits.ts'
import { rfqMarket } from '../../core/domain/order.ts'
import { Alerts } from '../features/alerts/alerts.tsx'
import OrdersPage from '../features/orders/orders-page.tsx'
import { type OwnedWatch, removePriceWatch, restoredWatches, watchesNow } from '../model/orders/price-watches.ts'
import { mountPage, startPage, sendOrder } from '../../testing/mount-page.tsx'
import '../../testing/overlays-there.tsx'
import { shownToasts } from '../ui/controls/toasts.ts'
import { pass } from '../../testing/stepped-clock.ts'
import { firmLimit } from '../../testing/order.fixture.ts'
import { askAs } from '../../testing/sandbox.fixture.ts'
import { pressAtRest } from '../../testing/press-at-rest.ts'

const page = startPage({ account: 'flat-watch' })
afterEach(() => {
  setTradingLock(false)
  setOwnLimits(noLimits)
  for (const { rfq } of watchesNow()) removePriceWatch(rfq)
})

const symbol = 'BTC-USD-PERPETUAL'
const firms = (): readonly Intent[] =>
  desk.snapshot().intents.filter(each => each.order.market_id !== rfqMarket && each.createdAtMs >= began)
let began = 0

/** One step above the best bid. This is below every dealer's offer, so that another account's offer can rest there. */
async function priceAboveBid(): Promise<Decimal> {
  const { orderbook_response: book } = orderBookAnswer.parse(
    await askAs(page.sandbox, page.account, 'GET', `${endpoints.orderBook.path}?symbol=${symbol}`),
  )
  const price = canonical(add(must(book.buy[0], 'a bid').price, dec('0.5')))
  expect(lt(price, must(book.sell[0], 'an offer').price)).toBe(true)
  return price
}

async function offer(price: Decimal, quantity: string, id = 'offer'): Promise<void> {
  const new_order = {
    symbol,
    ...firmLimit,
    side: 'sell',
    recv_window: '3',
    quantity,
    price,
    client_order_id: `${id}-${page.account}`,
  }
  const answer = await askAs(page.sandbox, `other-of-${page.account}`, 'POST', endpoints.placeOrder.path, { new_order })
  expect(answer).toHaveProperty('order_accepted')
}

async function watched(price: Decimal): Promise<{ readonly id: string; readonly form: HTMLElement }> {
  began = Date.now()
  const rfq = {
    symbol,
    market_id: rfqMarket,
    side: 'buy',
    type: 'LIMIT',
    time_in_force: 'GTC',
    recv_window: 3,
    quantity: dec(2),
  } as const
  const id = await sendOrder(rfq, 'A request')
  await mountPage(
    <>
      <Alerts />
      <OrdersPage />
    </>,
    `/orders?order=${id}`,
  )
  const form = await screen.findByRole('form', { name: 'My price' })
  await act(async () => void fireEvent.change(within(form).getByLabelText('My price'), { target: { value: price } }))
  await act(async () => within(form).getByText('Alert me').click())
  await waitFor(() => expect(watchesNow()).toMatchObject([{ rfq: id, price, mode: 'alert' }]))
  return { id, form }
}

async function pressArm(): Promise<void> {
  const button = await screen.findByText<HTMLButtonElement>('Arm the take')
  await waitFor(() => expect(button.disabled).toBe(false))
  await pressAtRest(button)
}

/** Presses again if outdated quotes on a busy machine disarmed it. */
async function armUntil(isDone: (watch: OwnedWatch | undefined) => boolean): Promise<void> {
  while (!isDone(watchesNow()[0])) {
    if (watchesNow()[0]?.mode === 'alert') await pressArm()
    await pass(20)
  }
}
const arm = (): Promise<void> => armUntil(watch => watch?.mode === 'armed')

const booksRead = (): number => page.sandbox.asked.filter(each => each === `GET ${endpoints.orderBook.path}`).length
const noticed = (text: RegExp) =>
  waitFor(() =>
    expect(
      shownToasts()
        .map(each => `${each.title} ${each.body}`)
        .join('\n'),
    ).toMatch(text),
  )

describe('a price on a live RFQ', () => {
  test('armed, takes once what is quoted at it, by an order for the RFQ, and no more when more is quoted', async () => {
    const price = await priceAboveBid()
    const { id } = await watched(price)
    await arm()
    expect(firms()).toEqual([])
    await offer(price, '0.5')
    await armUntil(watch => watch?.mode === 'taken')
    expect(firms()).toMatchObject([
      { order: { side: 'buy', price, quantity: '0.5', time_in_force: 'IOC' }, context: { rfq: id } },
    ])
    // A larger quantity at the same price is a new event.
    await offer(price, '0.5', 'more')
    const before = booksRead()
    await waitFor(() => expect(booksRead()).toBeGreaterThan(before + 1))
    expect(firms()).toHaveLength(1)
  })

  test.each([
    ['a lock refuses', () => setTradingLock(true), /disarmed Disarmed: trading is locked/],
    [
      'own limits refuse',
      () => void setOwnLimits({ ...noLimits, cash: dec(1) }),
      /disarmed Disarmed: it exceeds your own limits/,
    ],
  ])('armed, sends nothing that %s: it is disarmed and says why', async (_, refuse, words) => {
    const price = await priceAboveBid()
    await watched(price)
    await offer(price, '0.5')
    await noticed(/RFQ reached your price/)
    act(refuse)
    await armUntil(watch => watch?.disarmed?.why === 'refused')
    await noticed(words)
    expect(watchesNow()[0]).toMatchObject({ mode: 'alert', disarmed: { why: 'refused' } })
    expect(firms()).toEqual([])
  })

  test('is disarmed by an edit of its price, and by signing out', async () => {
    const price = await priceAboveBid()
    const { form } = await watched(price)
    await arm()
    await act(async () => void fireEvent.change(within(form).getByLabelText('My price'), { target: { value: '1' } }))
    expect(watchesNow()[0]).toMatchObject({ mode: 'alert', price, disarmed: { why: 'price_edited' } })
    await arm()
    act(() => signOut())
    await waitFor(() => expect(watchesNow()[0]).toMatchObject({ mode: 'alert', disarmed: { why: 'signed_out' } }))
  })

  test('is disarmed where another tab arms the same RFQ', async () => {
    const { id } = await watched(await priceAboveBid())
    await arm()
    const other = new BroadcastChannel('legwork.armed')
    other.postMessage(id)
    await waitFor(() => expect(watchesNow()[0]).toMatchObject({ mode: 'alert', disarmed: { why: 'armed_elsewhere' } }))
    other.close()
    await noticed(/disarmed Disarmed: another tab armed it/)
  })

  test('is disarmed after a reload, and says so', () => {
    const stored = [{ rfq: 'x', owner: 'y', price: '120', mode: 'armed', tries: 0, isReached: false }]
    expect(restoredWatches(stored)).toMatchObject([
      { rfq: 'x', price: '120', mode: 'alert', disarmed: { why: 'reloaded' } },
    ])
    expect(restoredWatches([{ rfq: 'x', owner: 'y', price: 'all', mode: 'armed' }, 7, null])).toEqual([])
    expect(restoredWatches('nothing')).toEqual([])
  })
})
