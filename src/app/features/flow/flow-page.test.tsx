// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { feedState } from '../../api/feed/feed-state.ts'
import { readInstruments } from '../../api/market/instruments.ts'
import { drawPage, startPage } from '../../../testing/mount-page.tsx'
import { askAs } from '../../../testing/sandbox.fixture.ts'
import FlowPage from './flow-page.tsx'

const page = startPage({ account: 'alice', starts: 'later' })
beforeEach(async () => {
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  page.start({ socket: page.sandbox.socket })
  await page.signIn()
  await waitFor(() => expect(readInstruments().status).toBe('ready'))
  await waitFor(() => expect(feedState.get().kind).toBe('live'))
})

async function requestQuotesAsBob(): Promise<void> {
  const life = { type: 'LIMIT', time_in_force: 'GTC', recv_window: '3', client_order_id: 'asks' }
  const new_order = { symbol: 'BTC-USD-PERPETUAL', market_id: 'none', side: 'buy', quantity: '0.5', ...life }
  await askAs(page.sandbox, 'bob', 'POST', '/v1/api/order', { new_order })
}

it('keeps the RFQs of a lost connection, says that they may have ended, and lets none be answered', async () => {
  await requestQuotesAsBob()
  drawPage(<FlowPage />)
  const panel = await screen.findByTestId('flow-live')
  const answer = async () => within(panel).findByRole('button', { name: 'Answer with a firm order' })
  expect(await answer()).toHaveProperty('disabled', false)
  expect(panel.textContent).toContain('1 live')
  act(() => page.sandbox.cutSockets())
  await waitFor(() => expect(panel.dataset['panelState']).toBe('stale'))
  expect(panel.textContent).toContain('1 last known')
  expect(await answer()).toHaveProperty('disabled', true)
  expect(within(panel).queryByRole('button', { name: 'Retry' })).not.toBeNull()
  expect(screen.queryByText('This RFQ has ended.')).toBeNull()
  await waitFor(() => expect(panel.dataset['panelState']).toBe('ready'))
  expect(await answer()).toHaveProperty('disabled', false)
})
