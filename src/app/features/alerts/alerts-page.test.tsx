// @vitest-environment happy-dom
/**
 * Alerts over the in-process exchange: set in the form, checked against the venue's prices, reported once when crossed.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askAs } from '../../../testing/sandbox.fixture.ts'
import { passUntil } from '../../../testing/stepped-clock.ts'
import { alertsOf } from '../../api/alerts/alerts.ts'
import { filledJournalOrders } from '../../api/journal/journal-store.ts'
import { isReadFromPast } from '../../api/history/past-trades.ts'
import { sampleOnce } from '../../api/history/sample-recorder.ts'
import { forgetArrivals } from '../../api/polling/arrivals.ts'
import { queryClient } from '../../api/polling/query-client.ts'
import { feedState } from '../../api/feed/feed-state.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { signOut } from '../../api/venue/session.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import type { OpenSocket } from '../../../core/client/feed-connection.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { onToasts, shownToasts } from '../../ui/controls/toasts.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import { firmAtMarket } from '../../../testing/order.fixture.ts'
import { Alerts } from './alerts.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import '../../../testing/overlays-there.tsx'

const symbol = 'BTC-USD-PERPETUAL'
let stopNoting: () => void
const page = startPage({ account: 'flat-alerts' })

beforeEach(() => {
  noticed.clear()
  stopNoting = onToasts(() => {
    for (const { id, title, body } of shownToasts()) noticed.set(id, `${title} ${body ?? ''}`)
  })
})
afterEach(() => {
  look('visible')
  stopNoting()
})

async function show(): Promise<HTMLElement> {
  await mountPage(
    <>
      <Alerts />
      <AlertsPanel initialSubject={{ kind: 'price', subject: symbol }} />
    </>,
  )
  const panel = await screen.findByRole('region', { name: 'Alerts' })
  await waitFor(() => expect(panel.textContent).toMatch(/Now [\d,.]+/))
  return panel
}

function setQuote(mid: number): void {
  page.sandbox.instead = async request => {
    if (!request.url.includes('summary')) return undefined
    // Without the client's marker, or the exchange would answer that nothing changed.
    const unmarked = new Request(request)
    unmarked.headers.delete('If-None-Match')
    const answer = await page.sandbox.pass(unmarked)
    const rows = (await answer.json()) as Record<string, unknown>
    const spoilt = JSON.stringify(rows, (_, each: unknown) =>
      typeof each === 'object' && each !== null && 'symbol' in each && each.symbol === symbol
        ? { ...each, best_bid: String(mid - 0.5), best_ask: String(mid + 0.5) }
        : each,
    )
    return new Response(spoilt, { status: answer.status, headers: { 'Content-Type': 'application/json' } })
  }
}

async function quote(mid: number): Promise<void> {
  setQuote(mid)
  await act(async () => queryClient.refetchQueries({ type: 'active' }))
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Alerts' }).textContent).toContain(`ow ${mid.toLocaleString('en-US')}`),
  )
}

async function addAlert(panel: HTMLElement, level: string): Promise<void> {
  await act(async () => void fireEvent.change(within(panel).getByLabelText('Level'), { target: { value: level } }))
  await act(async () => void fireEvent.click(within(panel).getByRole('button', { name: 'Add alert' })))
}

const look = (state: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

const noticed = new Map<string, string>()
const notices = (): readonly string[] => [...noticed.values()]

describe('an alert on a price', () => {
  test('is reported once at its crossing, and not again while it stays beyond', async () => {
    const panel = await show()
    await quote(90_000)
    await addAlert(panel, '91000')
    await waitFor(() => expect(panel.textContent).toMatch(/Armed · now 90,000/))
    expect(notices()).toEqual([])

    await quote(91_500)
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]).toMatch(/BTC.*91,000/)
    expect(notices()[0]).toMatch(/91,500/)
    expect(panel.textContent).toMatch(/Triggered .* UTC · now 91,500/)

    await quote(91_700)
    expect(notices()).toHaveLength(1)
  })

  test('that is crossed while the page is hidden is reported by its sample, and shown', async () => {
    const owner = presentOwner()!
    const panel = await show()
    await quote(90_000)
    await addAlert(panel, '91000')
    await waitFor(() => expect(panel.textContent).toMatch(/Armed · now 90,000/))
    look('hidden')
    setQuote(91_500)
    // As if the prices were not recent: a sample reuses recent ones.
    forgetArrivals('["market_summary"')
    await passUntil(sampleOnce(owner))
    await waitFor(() => expect(alertsOf(ownerKey(owner))[0]?.reportedMs).toBeDefined())
    act(() => look('visible'))
    await waitFor(() => expect(panel.textContent).toMatch(/Triggered .* UTC · now 91,500/))
  })

  test('pauses, and says so, while its price is not known', async () => {
    const panel = await show()
    await quote(90_000)
    await addAlert(panel, '95000')
    await waitFor(() => expect(panel.textContent).toMatch(/Armed/))
    expect(localStorage.length).toBeGreaterThan(0)
    await act(
      async () =>
        void fireEvent.change(within(panel).getByLabelText('Instrument'), { target: { value: 'ETH-EUR-PERPETUAL' } }),
    )
    expect(panel.textContent).toMatch(/Not known now .*: the alert pauses until it is/)
  })

  test('is refused of an instrument that is not listed and of a level that is no number', async () => {
    const panel = await show()
    await addAlert(panel, 'high')
    expect(panel.textContent).toContain('“h” cannot stand there')
    await act(
      async () => void fireEvent.change(within(panel).getByLabelText('Instrument'), { target: { value: 'NOPE-USD' } }),
    )
    await addAlert(panel, '91000')
    expect(panel.textContent).toContain('The venue lists no such instrument.')
    expect(within(panel).queryByRole('list')).toBeNull()
  })

  test('is gone once it is removed', async () => {
    const panel = await show()
    await quote(90_000)
    await addAlert(panel, '91000')
    await act(async () => void fireEvent.click(within(panel).getByRole('button', { name: /^Remove alert/ })))
    expect(within(panel).queryByRole('list')).toBeNull()
    await quote(91_500)
    expect(notices()).toEqual([])
  })
})

test('fills from before this visit are in the journal and are no news', async () => {
  signOut()
  page.stop()
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  page.start({ socket: page.sandbox.socket })
  await act(async () => expect(await signInToSandbox('demo')).toEqual({ ok: true }))
  await mountPage(<Alerts />)
  const owner = ownerKey(presentOwner() ?? { account: '', venueKey: '' })
  await waitFor(async () => expect((await filledJournalOrders(owner)).length).toBeGreaterThan(0))
  expect([...noticed.values()].filter(text => /Bought|Sold/.test(text))).toEqual([])
})

test('a fill of this session is news while the trade history is still being read', async () => {
  signOut()
  page.stop()
  document.head.innerHTML = '<meta name="legwork-feed" content="socket">'
  const socket: OpenSocket = (url, events) => {
    const { send, close } = page.sandbox.socket(url, events)
    // The venue never answers the trade history request.
    return { send: text => (text.includes('trade_history_request') ? undefined : send(text)), close }
  }
  page.start({ socket })
  await act(async () => expect(await signInToSandbox('demo')).toEqual({ ok: true }))
  await mountPage(<Alerts />)
  await waitFor(() => expect(feedState.get().kind).toBe('live'))
  const liveMs = serverNowMs()
  await waitFor(() => expect(serverNowMs()).toBeGreaterThan(liveMs + 1_100))
  const order = { ...firmAtMarket, symbol, client_order_id: 'elsewhere', side: 'buy', quantity: '0.0123' }
  const placed = await askAs(page.sandbox, 'demo', 'POST', '/v1/api/order', { new_order: order })
  expect(placed).toHaveProperty('order_accepted')
  await waitFor(() => expect([...noticed.values()].filter(text => text.startsWith('Bought 0.0123 '))).toHaveLength(1))
})

test('a fill that signing in itself makes, as those of a new practice account, is no news', async () => {
  signOut()
  await act(async () => expect(await signInToSandbox('demo')).toEqual({ ok: true }))
  const signedInMs = serverNowMs()
  feedState.set({ kind: 'connecting' })
  await waitFor(() => expect(isReadFromPast(signedInMs)).toBe(true))
  expect(isReadFromPast(signedInMs + 2_000)).toBe(false)
  feedState.set({ kind: 'off' })
})
