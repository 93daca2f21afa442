// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { feedState } from '../../api/feed/feed-state.ts'
import { readInstruments } from '../../api/market/instruments.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { must } from '../../../core/domain/must.ts'
import { emptyEntry, summariseEntry } from '../../../core/domain/package/order-entry.ts'
import '../../../testing/overlays-there.tsx'
import { startPage } from '../../../testing/mount-page.tsx'
import { askAs } from '../../../testing/sandbox.fixture.ts'
import { memoryHistory } from '../../ui/router/page-history.ts'
import { Router } from '../../ui/router/router.ts'
import { RouterContext } from '../../ui/router/use-router.ts'
import { ReviewDialog } from './review-dialog.tsx'

const symbol = 'BTC-USD-PERPETUAL'

const page = startPage({ account: 'alice', starts: 'later' })
beforeEach(async () => {
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  page.start({ socket: page.sandbox.socket })
  await page.signIn()
  await waitFor(() => expect(readInstruments().status).toBe('ready'))
  await waitFor(() => expect(feedState.get().kind).toBe('live'))
})

const asBob = (method: string, path: string, new_order?: object) =>
  askAs(page.sandbox, 'bob', method, path, new_order && { new_order })

async function requestQuotes(): Promise<string> {
  const order = { type: 'LIMIT', time_in_force: 'GTC', recv_window: '3', quantity: '0.5', client_order_id: 'asks' }
  const answer = await asBob('POST', '/v1/api/order', { symbol, market_id: 'none', side: 'buy', ...order })
  return must(/"order_id":"?([^",]+)/.exec(JSON.stringify(answer))?.[1], 'the id of the RFQ')
}

function reviewAnswer(answers: string): void {
  const legs = [{ symbol, ratio: 1 }]
  const entry = { ...emptyEntry, mode: 'firm', tif: 'GTC', cycles: '2', side: 'sell', legs, price: '100000' } as const
  const lookup = must(readInstruments().index, 'instruments')
  const { order, wire } = summariseEntry({ ...entry, quantity: '0.5' }, { lookup, nowMs: Date.now() })
  render(
    <RouterContext value={new Router({ history: memoryHistory('/orders') })}>
      <ReviewDialog />
    </RouterContext>,
  )
  act(
    () =>
      void desk.draft(must(order, 'an order'), {
        title: 'Answer',
        legs: must(wire, 'its wire form').legs,
        answers,
        overridden: dec('100000'),
      }),
  )
}

const send = () => screen.getByTestId<HTMLButtonElement>('confirm-send')
const ended = 'This RFQ has ended. Nothing was sent.'

it('refuses to send an answer once its RFQ ends, though the review was open before', async () => {
  reviewAnswer(await requestQuotes())
  await waitFor(() => expect(send().disabled).toBe(false))
  expect(screen.queryByText(ended)).toBeNull()
  await asBob('DELETE', '/v1/api/order?client_order_id=asks')
  await waitFor(() => expect(screen.queryByText(ended)).not.toBeNull())
  expect(send().disabled).toBe(true)
})

it('refuses to send an answer to an RFQ that ended before the review', async () => {
  const rfq = await requestQuotes()
  await asBob('DELETE', '/v1/api/order?client_order_id=asks')
  reviewAnswer(rfq)
  await waitFor(() => expect(screen.queryByText(ended)).not.toBeNull())
  expect(send().disabled).toBe(true)
})
