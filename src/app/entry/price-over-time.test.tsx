// @vitest-environment happy-dom
/** Price history over the in-process exchange: from samples to the line, and from a moved order to its review. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { passUntil } from '../../testing/stepped-clock.ts'
import { takeSample } from '../api/history/sample-recorder.ts'
import { saveSample } from '../api/samples/sample-store.ts'
import { eraseHistory } from '../api/journal/erase.ts'
import { readInstruments } from '../api/market/instruments.ts'
import { desk } from '../api/order-desk/desk.ts'
import { presentOwner } from '../api/venue/owner.ts'
import { add, dec, type Decimal, formatDecimal } from '../../core/domain/decimal.ts'
import { isUnderReview } from '../../core/domain/intent.ts'
import { must } from '../../core/domain/must.ts'
import { ownerKey } from '../../core/domain/owner.ts'
import type { Sample } from '../../core/domain/sample.ts'
import { minuteMs } from '../../core/domain/time.ts'
import MarketsPage from '../features/markets/markets-page.tsx'
import { AmendAsked } from '../features/orders/open/amend-asked.tsx'
import { ReviewDialog } from '../features/ticket/review-dialog.tsx'
import { amendSearch } from '../links/overlay-links.ts'
import { mountPage, startPage, sendOrder } from '../../testing/mount-page.tsx'
import '../../testing/overlays-there.tsx'
import '../../testing/samples-in-another-tab.ts'
import '../../testing/sized-elements.ts'
import { firmLimit } from '../../testing/order.fixture.ts'

const page = startPage({ account: 'flat-prices' })
const perpetual = 'BTC-USD-PERPETUAL'
const owner = () => must(presentOwner(), 'the owner')

afterEach(() => eraseHistory(ownerKey(owner())))

async function take(): Promise<Sample> {
  const taken = await passUntil(takeSample(owner()))
  if (taken.kind !== 'sample') throw new Error(taken.kind)
  return taken.sample
}

async function show(symbol: string) {
  const router = await mountPage(
    <>
      <MarketsPage />
      <AmendAsked />
      <ReviewDialog />
    </>,
    `/markets?instrument=${symbol}`,
  )
  return { router, history: await screen.findByTestId('price-history') }
}

test('what was looked at is sampled from then on, and nothing else that is not held', async () => {
  expect((await take()).mids).toBeUndefined()
  await show(perpetual)
  const { mids } = await take()
  expect(Object.keys(mids ?? {})).toEqual([perpetual])
  expect(Number(mids?.[perpetual])).toBeGreaterThan(0)
})

test('the kept mids are a line by time; a sample without the mid has a dash, and the mid of now ends it', async () => {
  const sample = await take()
  const lastMs = sample.atMs
  const kept = (minutes: number, mid: Decimal | undefined) =>
    saveSample(ownerKey(owner()), {
      ...sample,
      atMs: lastMs - minutes * minuteMs,
      mids: mid === undefined ? undefined : { [perpetual]: mid },
    })
  await kept(60, dec('91000'))
  await kept(59, undefined)
  await kept(58, dec('92000.5'))
  const { history } = await show(perpetual)
  const chart = await within(history).findByTestId('price-chart')
  await waitFor(() => expect(within(chart).getByLabelText('Time at the crosshair').getAttribute('max')).toBe('3'))
  await userEvent.click(within(chart).getByRole('button', { name: 'Table' }))
  const rows = within(chart).getAllByRole('row').slice(1)
  const mids = rows.map(row => row.querySelector('td')?.textContent)
  expect(mids.slice(1)).toEqual(['92,000.50', '–', '91,000.00'])
  expect(mids[0]).toMatch(/^[\d,]+\.\d\d$/)
})

test('where the venue has no quote and nothing was kept, the chart says so in words', async () => {
  page.sandbox.instead = request =>
    /summary|orderbook/i.test(request.url) ? new Response('', { status: 404 }) : undefined
  const { history } = await show(perpetual)
  await waitFor(() =>
    expect(history.textContent).toContain('No price is stored yet, and a leg has no bid or no ask now.'),
  )
  expect(within(history).getByTestId('price-chart').textContent).toContain('No price is stored for this time.')
})

const price = dec('60000')

const rests = (): Promise<string> =>
  sendOrder({ ...firmLimit, symbol: perpetual, side: 'buy', recv_window: 3, quantity: dec('0.5'), price }, 'Rests')

test('an own order is a line; moved by its step it is under review at the new price, and nothing leaves', async () => {
  const id = await rests()
  const { history, router } = await show(perpetual)
  const line = await within(history).findByRole('slider', { name: 'Buy 0.5 at 60,000: amend by moving its price' })
  const step = must(readInstruments().index?.bySymbol(perpetual), 'the instrument').price_step
  const sent = page.sandbox.asked.length
  line.focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  const moved = add(add(price, step), step)
  expect(line.textContent).toBe(`Buy 0.5 at ${formatDecimal(moved)}`)
  await userEvent.keyboard('{Enter}')
  const draft = await waitFor(() => must(desk.snapshot().intents.find(isUnderReview), 'the order under review'))
  expect(draft.order).toMatchObject({ symbol: perpetual, side: 'buy', quantity: '0.5', price: moved })
  expect(draft.context.amends).toMatchObject({ clientOrderId: id, before: { price, quantity: '0.5' } })
  expect(screen.queryByTestId('amend-order')).toBeNull()
  expect(router.location.search).not.toHaveProperty('amend')
  expect(page.sandbox.asked.slice(sent).filter(what => /^(POST|DELETE)/.test(what))).toEqual([])
})

test('a price that the guard holds is held in the review of a moved order as well, and one that no order can have opens the form', async () => {
  const id = await rests()
  const { router } = await show(perpetual)
  await act(async () =>
    router.navigate({ to: '.', search: before => ({ ...before, ...amendSearch(id, dec('600000')) }) }),
  )
  const review = await screen.findByTestId('review-dialog')
  expect(await within(review).findByTestId('price-block')).toBeTruthy()
  expect(within(review).getByTestId<HTMLButtonElement>('confirm-send').disabled).toBe(true)
  act(() =>
    desk
      .snapshot()
      .intents.filter(isUnderReview)
      .forEach(each => desk.discard(each.client_order_id)),
  )
  await act(async () =>
    router.navigate({ to: '.', search: before => ({ ...before, ...amendSearch(id, dec('60000.03')) }) }),
  )
  expect(await screen.findByTestId('amend-order')).toBeTruthy()
  expect(desk.snapshot().intents.some(isUnderReview)).toBe(false)
})

test('an amendment asked for an order that is not open changes nothing and says so', async () => {
  await mountPage(<AmendAsked />, '/markets?amend=nobody&to=5')
  await waitFor(() =>
    expect(screen.getByTestId('amend-order').textContent).toContain('This order is not open any more'),
  )
})
