// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeDatabase } from '../../api/browser/db.ts'
import { feedState } from '../../api/feed/feed-state.ts'
import { readInstruments } from '../../api/market/instruments.ts'
import { queryClient } from '../../api/polling/query-client.ts'
import { startApi } from '../../api/start-api.ts'
import { signOut } from '../../api/venue/session.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { setVenueSettings } from '../../api/venue/venue.ts'
import { drawPage } from '../../../testing/mount-page.tsx'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import FlowPage from './flow-page.tsx'

let sandbox: SandboxFixture
let stop: () => void

beforeEach(async () => {
  sessionStorage.clear()
  sandbox = await createSandboxFixture()
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  stop = startApi({ fetch: sandbox.fetch, socket: sandbox.socket })
  await act(async () => expect(await signInToSandbox('alice')).toEqual({ ok: true }))
  await waitFor(() => expect(readInstruments().status).toBe('ready'))
  await waitFor(() => expect(feedState.get().kind).toBe('live'))
})
afterEach(async () => {
  cleanup()
  signOut()
  setVenueSettings({ baseUrl: 'https://other.example' })
  setVenueSettings({})
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
})

async function requestQuotesAsBob(): Promise<void> {
  const ask = (target: string, init: RequestInit) => sandbox.pass(new Request(`http://127.0.0.1${target}`, init))
  const json = { 'content-type': 'application/json' }
  const session = await ask('/sandbox/session', { method: 'POST', headers: json, body: '{"account":"bob"}' })
  const { credentials_secret } = (await session.json()) as { readonly credentials_secret: string }
  const life = { type: 'LIMIT', time_in_force: 'GTC', recv_window: '3', client_order_id: 'asks' }
  const new_order = { symbol: 'BTC-USD-PERPETUAL', market_id: 'none', side: 'buy', quantity: '0.5', ...life }
  const headers = { ...json, credentials_secret }
  const answer = await ask('/v1/api/order', { method: 'POST', headers, body: JSON.stringify({ new_order }) })
  expect(answer.status).toBe(200)
}

it('keeps the RFQs of a lost connection, says that they may have ended, and lets none be answered', async () => {
  await requestQuotesAsBob()
  drawPage(<FlowPage />)
  const panel = await screen.findByTestId('flow-live')
  const answer = async () => within(panel).findByRole('button', { name: 'Answer with a firm order' })
  expect(await answer()).toHaveProperty('disabled', false)
  expect(panel.textContent).toContain('1 live')
  act(() => sandbox.cutSockets())
  await waitFor(() => expect(panel.dataset['panelState']).toBe('stale'))
  expect(panel.textContent).toContain('1 last known')
  expect(await answer()).toHaveProperty('disabled', true)
  expect(within(panel).queryByRole('button', { name: 'Retry' })).not.toBeNull()
  expect(screen.queryByText('This RFQ has ended.')).toBeNull()
  await waitFor(() => expect(panel.dataset['panelState']).toBe('ready'))
  expect(await answer()).toHaveProperty('disabled', false)
})
