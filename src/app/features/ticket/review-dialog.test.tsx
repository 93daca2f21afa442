// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { cancelOrder } from '../../api/account/order-commands.ts'
import { readInstruments } from '../../api/market/instruments.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { setTradingLock } from '../../api/order-desk/trading-lock.ts'
import { signOut } from '../../api/venue/session.ts'
import { dec } from '../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { isUnderReview } from '../../../core/domain/intent.ts'
import { must } from '../../../core/domain/must.ts'
import type { OrderContext } from '../../../core/domain/order-context.ts'
import { emptyEntry, type OrderEntry, summariseEntry } from '../../../core/domain/package/order-entry.ts'
import '../../../testing/overlays-there.tsx'
import { restMs } from '../../ui/arming/arming.ts'
import { memoryHistory } from '../../ui/router/page-history.ts'
import { Router } from '../../ui/router/router.ts'
import { RouterContext } from '../../ui/router/use-router.ts'
import { shownToasts } from '../../ui/controls/toasts.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { OfferUnsentAmendments } from './use-amend.ts'
import { pass } from '../../../testing/stepped-clock.ts'
import { startPage } from '../../../testing/mount-page.tsx'
import { legsOf } from '../../../testing/legs-of.ts'
import { firmIoc } from '../../../testing/order.fixture.ts'

let posted: string[]

const page = startPage({
  account: 'flat-review',
  instruments: 400,
  prepare(sandbox) {
    posted = []
    sandbox.instead = async request => {
      if (request.method === 'POST' && request.url.endsWith('/v1/api/order')) posted.push(await request.clone().text())
      return undefined
    }
  },
})
afterEach(() => setTradingLock(false))

const index = (): InstrumentIndex => must(readInstruments().index, 'instruments')

function calls(): readonly string[] {
  const expiryMs = must(index().expiries('BTC').at(-1), 'an expiry')
  const chain = index().chain('BTC', expiryMs)
  const from = Math.floor(chain.length / 2)
  return chain.slice(from).flatMap(row => row.call?.symbol ?? [])
}

const single = (): OrderEntry => ({
  ...emptyEntry,
  mode: 'firm',
  tif: 'IOC',
  legs: [{ symbol: must(calls()[0], 'a call'), ratio: 1 }],
  price: '5',
})
/** A buy that is reversed on the wire: its first leg by id may be the one sold. */
const spread = (): OrderEntry => ({
  ...single(),
  legs: legsOf({ [must(calls()[0], 'a call')]: 1, [must(calls()[1], 'a higher call')]: -1 }),
  quantity: '2',
  price: '10 debit',
})

function review(entry: OrderEntry, more: Partial<OrderContext> = {}) {
  const { order, wire, problems } = summariseEntry(entry, { lookup: index(), nowMs: Date.now() })
  expect(problems).toEqual([])
  if (order === undefined || wire === undefined) throw new Error('no order')
  render(
    <RouterContext value={new Router({ history: memoryHistory('/build') })}>
      <ReviewDialog />
    </RouterContext>,
  )
  act(() => void desk.draft(order, { title: 'What is under review', legs: wire.legs, ...more }))
  return { order, dialog: screen.getByTestId('review-dialog') }
}

const send = () => screen.getByTestId<HTMLButtonElement>('confirm-send')

async function confirm(): Promise<void> {
  await pass(restMs + 50)
  fireEvent.pointerDown(send(), { pointerType: 'touch' })
  fireEvent.click(send(), { detail: 1 })
}

const sentOrder = (): Record<string, unknown> =>
  (JSON.parse(must(posted[0], 'what was sent')) as { new_order: Record<string, unknown> }).new_order

interface Kind {
  readonly name: string
  readonly entry: () => OrderEntry
  readonly says: readonly RegExp[]
  readonly sends: Readonly<Record<string, unknown>>
}

const kinds: readonly Kind[] = [
  {
    name: 'a firm LIMIT of one instrument',
    entry: () => ({ ...single(), quantity: '0.3', userTag: 'tag-7' }),
    says: [/Buy 0\.3 · BTC /, /the rest is cancelled/, /Immediate/, /tag-7/, /Buy at 5 or lower/],
    sends: {
      ...firmIoc,
      side: 'buy',
      quantity: '0.3',
      price: '5',
      user_tag: 'tag-7',
    },
  },
  {
    name: 'one that rests in the book',
    entry: () => ({ ...single(), tif: 'GTC', cycles: '4' }),
    says: [/the rest rests in the book/, /between \d\d:\d\d and \d\d:\d\d/i],
    sends: { time_in_force: 'GTC', recv_window: '4', price: '5' },
  },
  {
    name: 'one at the market, with what it would fill at',
    entry: () => ({ ...single(), type: 'MARKET', price: '' }),
    says: [/Buy at the market, at whatever price/, /Estimated fill/, /Fills at any price; the rest is cancelled/],
    sends: { type: 'MARKET', time_in_force: 'IOC', quantity: '1' },
  },
  {
    name: 'a firm package, as its draft was called',
    entry: spread,
    says: [/Buy 2 · Bull call spread 110\/115 C · 25DEC26 BTC/, /Maximum loss/, /Pay at most 10/],
    sends: { market_id: '0', type: 'LIMIT', quantity: '2' },
  },
  {
    name: 'an RFQ, at the mid of its legs',
    entry: () => ({ ...spread(), mode: 'rfq', tif: 'GTC', price: '' }),
    says: [
      /Request quotes: Buy 2 · Bull call spread 110\/115 C/,
      /Nothing trades until you send a firm order/,
      /Leg mid/,
      /Maximum loss/,
    ],
    sends: { market_id: 'none', quantity: '2', recv_window: '3' },
  },
]

describe('the review', () => {
  test.each(kinds)('of $name says what leaves, and that leaves once', async ({ entry, says, sends }) => {
    const { order, dialog } = review(entry())
    await waitFor(() => {
      for (const said of says) expect(dialog.textContent).toMatch(said)
    })
    const shown = JSON.parse(must(within(dialog).getByText(/"new_order"/).textContent, 'the preview')) as unknown
    await confirm()
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(JSON.parse(must(posted[0], 'what was sent'))).toEqual(shown)
    expect(sentOrder()).toMatchObject({ ...sends, side: order.side })
    if (order.price === undefined) expect(sentOrder()).not.toHaveProperty('price')
    else expect(sentOrder()['price']).toBe(order.price)
    expect(screen.queryByTestId('review-dialog')).toBeNull()
  })

  test('of a turned package says both what was meant and what leaves', () => {
    const legs = spread().legs.map(leg => ({ ...leg, ratio: -leg.ratio }))
    const both = [spread(), { ...spread(), legs, price: '10 credit' }].map(entry => {
      const { order, dialog } = review(entry)
      const isTurned = order.side !== entry.side
      expect(dialog.textContent).toContain(isTurned ? 'In the venue’s form' : 'How it ends')
      if (isTurned)
        expect(dialog.textContent).toContain(`${order.side} 2 at ${order.price?.startsWith('-') ? '−' : '+'}10`)
      cleanup()
      return isTurned
    })
    expect(both.filter(Boolean)).toHaveLength(1)
  })
})

describe('what cannot be sent', () => {
  /** Sends an order and drafts another price in its place. */
  async function amending() {
    const { order } = review({ ...single(), tif: 'GTC', cycles: '4' })
    const id = must(desk.snapshot().intents[0]?.client_order_id, 'the draft')
    act(() => expect(desk.confirm(id)).toEqual({ ok: true }))
    await waitFor(() => expect(desk.snapshot().intents[0]?.state.kind).toBe('accepted'))
    const amends = { clientOrderId: id, filled: dec('0') }
    act(() => void desk.draft({ ...order, price: dec('6') }, { title: 'Amend', amends }))
    return { id, order }
  }

  test('at a price that cannot be meant waits for the word, and the button sets it right', async () => {
    const { dialog } = review({ ...spread(), price: '10 credit', side: 'sell' }, {})
    await waitFor(() =>
      expect(within(dialog).getByTestId('price-block').textContent).toMatch(/worse than|Guaranteed loss|Wrong way/),
    )
    expect(send().disabled).toBe(true)
    fireEvent.change(screen.getByLabelText(/Type “send anyway”/), { target: { value: 'send anyway' } })
    expect(send().disabled).toBe(false)
    fireEvent.change(screen.getByLabelText(/Type “send anyway”/), { target: { value: 'send' } })
    expect(send().disabled).toBe(true)
    fireEvent.click(within(dialog).getByRole('button', { name: / instead$/ }))
    await waitFor(() => expect(screen.queryByTestId('price-block')).toBeNull())
    expect(send().disabled).toBe(false)
    expect(posted).toEqual([])
  })

  test('goes without the word where the trader let that price stand in the ticket, and only at that price', async () => {
    const entry: OrderEntry = { ...spread(), price: '10 credit', side: 'sell' }
    const { dialog } = review(entry, { overridden: dec('10') })
    await waitFor(() =>
      expect(within(dialog).getByTestId('price-block').textContent).toContain('You accepted this price'),
    )
    expect(send().disabled).toBe(false)
    cleanup()
    const again = review(entry, { overridden: dec('11') })
    await waitFor(() => expect(within(again.dialog).getByTestId('price-block')).toBeTruthy())
    expect(send().disabled).toBe(true)
  })

  test('was drafted to close, and would open', async () => {
    const { dialog } = review(single(), { title: 'Buy to close · a call' })
    await waitFor(() =>
      expect(dialog.textContent).toContain('This no longer closes a position: it would open a new one.'),
    )
    expect(send().disabled).toBe(true)
  })

  test('in a locked tab says so and has no live button, and ends with the sign-out', () => {
    const { dialog } = review(single())
    act(() => setTradingLock(true))
    expect(dialog.textContent).toContain('Trading locked')
    expect(send().disabled).toBe(true)
    act(() => setTradingLock(false))
    expect(send().disabled).toBe(false)
    act(() => signOut())
    expect(screen.queryByTestId('review-dialog')).toBeNull()
    expect(posted).toEqual([])
  })

  test('offers no review at the price that its quote moved to either', async () => {
    const entry = single()
    const quote = {
      symbol: must(entry.legs[0]?.symbol, 'its symbol'),
      side: 'buy',
      price: dec('5'),
      quantity: dec('1'),
      seenAtMs: Date.now(),
    } as const
    review(entry, { quote })
    await waitFor(() => expect(send().textContent).toMatch(/^Review at /))
    expect(send().disabled).toBe(false)
    act(() => setTradingLock(true))
    expect(send().disabled).toBe(true)
    act(() => setTradingLock(false))
    expect(screen.getByTestId('quote-moved').textContent).toContain('The quote moved')
    await confirm()
    await waitFor(() => expect(send().textContent).toMatch(/^Send: /))
    expect(posted).toEqual([])
  })

  test('that amends an order is offered again once the end of that one is known, though its cancel had no answer', async () => {
    render(<OfferUnsentAmendments />)
    const { order } = await amending()
    // The cancel is done, and its answer is lost.
    page.sandbox.instead = async request => {
      if (request.method !== 'DELETE') return undefined
      await page.sandbox.pass(request)
      throw new TypeError('reset')
    }
    await confirm()
    const offers = () => shownToasts().flatMap(toast => (toast.action?.label === 'Review the new order' ? [toast] : []))
    await waitFor(() => expect(offers()).toHaveLength(1))
    expect(shownToasts().map(toast => toast.title)).not.toContain('Not amended')
    expect(posted).toHaveLength(1)
    act(() => must(offers()[0]?.action, 'the offer').run())
    const again = must(desk.snapshot().intents.find(isUnderReview), 'a draft')
    expect(again.order).toMatchObject({ price: '6', quantity: order.quantity })
    expect(again.context.amends).toBeUndefined()
  })

  test('for an RFQ that is no more says only that, not how good its quote is', async () => {
    const entry = single()
    const quote = {
      symbol: must(entry.legs[0]?.symbol, 'its symbol'),
      side: 'buy',
      price: dec('1000000'),
      quantity: dec('1'),
      seenAtMs: Date.now(),
    } as const
    const { dialog } = review(entry, { quote, rfq: 'ended' })
    await waitFor(() => expect(dialog.textContent).toContain('This RFQ has ended'))
    await waitFor(() => expect(dialog.textContent).toContain('Maximum loss'))
    expect(dialog.textContent).not.toMatch(/Quote|quote is gone|quote still stands/)
    expect(send().disabled).toBe(true)
  })

  test('has no live button once the order that it would take the place of has ended', async () => {
    const { id } = await amending()
    await waitFor(() => expect(send().disabled).toBe(false))
    await act(async () => expect(await cancelOrder({ client_order_id: id })).toMatchObject({ kind: 'done' }))
    await waitFor(() => expect(screen.getByTestId('review-dialog').textContent).toContain('The first order has ended'))
    expect(send().disabled).toBe(true)
    expect(posted).toHaveLength(1)
  })

  test('is put away by Back, and nothing leaves', () => {
    review(single())
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.queryByTestId('review-dialog')).toBeNull()
    expect(posted).toEqual([])
  })
})
