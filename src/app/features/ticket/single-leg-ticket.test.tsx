// @vitest-environment happy-dom
/** The single-leg ticket and its review over the in-process exchange: from address and fields to the venue. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { useOpenOrders } from '../../model/orders/use-registry.ts'
import { setTradingLock } from '../../api/order-desk/trading-lock.ts'
import { must } from '../../../core/domain/must.ts'
import { restMs } from '../../ui/arming/arming.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { SingleLegTicket } from './single-leg-ticket.tsx'
import '../../../testing/overlays-there.tsx'
import { pass } from '../../../testing/stepped-clock.ts'

let posted: Record<string, unknown>[]

startPage({
  account: 'flat-ticket',
  prepare(sandbox) {
    history.replaceState(null, '')
    posted = []
    sandbox.instead = async request => {
      if (request.method === 'POST' && request.url.endsWith('/v1/api/order')) {
        posted.push(((await request.clone().json()) as { new_order: Record<string, unknown> }).new_order)
      }
      return undefined
    }
  },
})
afterEach(() => setTradingLock(false))

const Open = () => <output data-testid="open">{JSON.stringify(useOpenOrders().data ?? null)}</output>
const openOrders = (): readonly Record<string, unknown>[] =>
  (JSON.parse(screen.getByTestId('open').textContent ?? 'null') ?? []) as []

async function show(search: string) {
  const router = await mountPage(
    <>
      <SingleLegTicket />
      <ReviewDialog />
      <Open />
    </>,
    `/?${search}`,
  )
  return { router, ticket: await screen.findByTestId('single-leg-ticket') }
}

const type = (label: string | RegExp, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const press = (name: string | RegExp, within_ = screen) =>
  act(async () => void fireEvent.click(within_.getByRole('button', { name })))
const chosen = (ticket: HTMLElement, name: string) => within(ticket).getByRole<HTMLInputElement>('radio', { name })

async function confirm(): Promise<void> {
  await pass(restMs + 50)
  const send = screen.getByTestId('confirm-send')
  fireEvent.pointerDown(send, { pointerType: 'touch' })
  await act(async () => void fireEvent.click(send, { detail: 1 }))
}

describe('the ticket of one instrument', () => {
  test('sends what its fields say, once, and the order is there as it was typed', async () => {
    const { ticket } = await show('trade=PTF-USD&side=buy&quantity=1500&price=0.5')
    expect(ticket.textContent).toContain('PTF-USD')
    await press('Review', within(ticket) as unknown as typeof screen)
    const review = await screen.findByTestId('review-dialog')
    await waitFor(() => expect(review.textContent).toMatch(/Buy 1,500 /))
    expect(review.textContent).toMatch(/0\.5/)
    expect(posted).toEqual([])
    await confirm()
    await waitFor(() => expect(posted).toHaveLength(1))
    const sent = { symbol: 'PTF-USD', side: 'buy', quantity: '1500', price: '0.5', market_id: '0', type: 'LIMIT' }
    expect(posted[0]).toMatchObject(sent)
    await waitFor(() => expect(openOrders()).toHaveLength(1))
    expect(openOrders()[0]).toMatchObject({
      symbol: 'PTF-USD',
      side: 'buy',
      quantity: '1500',
      price: '0.5',
      executions: [],
    })
    expect(screen.queryByTestId('review-dialog')).toBeNull()
    expect(posted).toHaveLength(1)
  })

  test('comes back after a reload, or forward to it, with what was typed; opened from elsewhere it is as the link says', async () => {
    const link = 'trade=PTF-USD&side=buy&quantity=1500&price=0.5'
    const fields = () => [
      ...['Quantity', 'Price'].map(label => screen.getByLabelText<HTMLInputElement>(label).value),
      chosen(screen.getByTestId('single-leg-ticket'), 'Sell').checked,
    ]
    await show(link)
    await type('Quantity', '1700')
    await type('Price', '0.7')
    await act(async () => void fireEvent.click(chosen(screen.getByTestId('single-leg-ticket'), 'Sell')))
    cleanup()
    await show(link)
    expect(fields()).toEqual(['1700', '0.7', true])
    cleanup()
    history.pushState(null, '')
    await show(link)
    expect(fields()).toEqual(['1500', '0.5', false])
    expect(posted).toEqual([])
  })

  test('shows the book while the order is typed; a press on a level takes its price, keeps the side, and sends nothing', async () => {
    const { ticket } = await show('trade=BTC-USD-PERPETUAL&side=buy&quantity=1')
    const book = await within(ticket).findByRole('region', { name: 'Order book' })
    const bid = must((await within(book).findAllByTitle(/^Take .* as the price/))[0], 'a bid')
    expect(within(book).getAllByRole('row')).toHaveLength(6)
    await act(async () => void fireEvent.click(bid))
    expect(
      within(ticket)
        .getByLabelText<HTMLInputElement>(/^Price/)
        .value.replaceAll(',', ''),
    ).toMatch(/^\d+(\.5)?$/)
    expect(chosen(ticket, 'Buy').checked).toBe(true)
    expect(posted).toEqual([])
    // A market order has no price to copy.
    await press(/^Order terms: Limit/, within(ticket) as unknown as typeof screen)
    await act(async () => void fireEvent.click(chosen(ticket, 'MARKET')))
    expect(within(book).queryByTitle(/^Take .* as the price/)).toBeNull()
  })

  test('has the price over time on demand: closed at first, and what is typed stays', async () => {
    const { ticket } = await show('trade=BTC-USD-PERPETUAL&side=buy&quantity=1')
    const button = within(ticket).getByRole('button', { name: 'Price over time' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(within(ticket).queryByTestId('price-history')).toBeNull()
    await press('Price over time', within(ticket) as unknown as typeof screen)
    expect(await within(ticket).findByTestId('price-history')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1')
    await press('Price over time', within(ticket) as unknown as typeof screen)
    expect(within(ticket).queryByTestId('price-history')).toBeNull()
    expect(posted).toEqual([])
  })

  test('says nothing of an unlimited loss of coins sold that the account owns', async () => {
    const { ticket } = await show('trade=BTC-USD&side=sell&quantity=0.1')
    await waitFor(() => expect(ticket.textContent).not.toContain('unlimited'))
    fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '1000' } })
    await waitFor(() => expect(ticket.textContent).toContain('The loss at expiry is unlimited.'))
  })

  test('says that a sold call loses without end, and nothing of a bought one', async () => {
    const sold = await show('trade=BTC-20261225-100000C&side=sell&quantity=1')
    expect(sold.ticket.textContent).toContain('The loss at expiry is unlimited.')
    await act(async () => void fireEvent.click(within(sold.ticket).getByText('Buy')))
    expect(sold.ticket.textContent).not.toContain('unlimited')
  })

  test('offers a mid that can be sent: at a price step, the one below for a buyer', async () => {
    const { ticket } = await show('trade=BTC-USD-PERPETUAL&side=buy&quantity=1')
    const mid = await within(ticket).findByRole<HTMLButtonElement>('button', { name: /^Mid/ })
    await waitFor(() => expect(mid.disabled).toBe(false))
    await act(async () => void fireEvent.click(mid))
    expect(
      within(ticket)
        .getByLabelText<HTMLInputElement>(/^Price/)
        .value.replaceAll(',', ''),
    ).toMatch(/^\d+(\.5)?$/)
    expect(within(ticket).getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(false)
  })

  test('says of an empty quantity what it waits for, and holds nothing against who just opened it', async () => {
    const { ticket } = await show('trade=PTF-USD&side=buy&price=0.5')
    const field = within(ticket).getByLabelText('Quantity')
    expect(ticket.textContent).toMatch(/Enter a quantity: [\d,.]+ to /)
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
    expect(within(ticket).getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(true)
    await type('Quantity', 'many')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  test.each([
    ['a size off its step', 'trade=PTF-USD&side=buy&quantity=1.5&price=0.5', /step|multiple/i],
    ['a price off its step', 'trade=PTF-USD&side=buy&quantity=10&price=0.5000001', /step|multiple/i],
    ['a size of nothing', 'trade=PTF-USD&side=buy&quantity=0&price=0.5', /above|least|positive|minimum/i],
    ['a text that is no number', 'trade=PTF-USD&side=buy&quantity=many&price=0.5', /number/i],
  ])('refuses %s, and says why where it was typed', async (_, search, why) => {
    const { ticket } = await show(search)
    await waitFor(() => expect(ticket.textContent).toMatch(why))
    const review = within(ticket).getByRole<HTMLButtonElement>('button', { name: 'Review' })
    if (!review.disabled) await press('Review', within(ticket) as unknown as typeof screen)
    expect(screen.queryByTestId('review-dialog')).toBeNull()
    expect(posted).toEqual([])
  })

  test('takes a side that is neither buy nor sell for none: it is to be chosen', async () => {
    const { ticket } = await show('trade=PTF-USD&side=upwards&quantity=10&price=0.5')
    expect([chosen(ticket, 'Buy'), chosen(ticket, 'Sell')].map(each => each.checked)).toEqual([false, false])
    expect(within(ticket).getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(true)
    await act(async () => void fireEvent.click(chosen(ticket, 'Buy')))
    expect(within(ticket).getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(false)
  })

  test('names an instrument that the venue does not list, and offers nothing to send', async () => {
    const { ticket } = await show('trade=NOPE-USD&side=buy&quantity=1&price=1')
    expect(ticket.textContent).toContain('The venue does not list NOPE-USD')
    expect(within(ticket).queryByRole('button', { name: 'Review' })).toBeNull()
  })
})
