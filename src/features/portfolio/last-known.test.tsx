// @vitest-environment happy-dom
/** The landing screen at a start at which the venue has not answered yet. */
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lastKnownRead, printLastKnown, readLastKnownAccount } from '../../api/account/last-known.ts'
import { closeDatabase, database } from '../../api/browser/db.ts'
import { forgetArrivals } from '../../api/polling/arrivals.ts'
import { queryClient } from '../../api/polling/query-client.ts'
import { startApi } from '../../api/start-api.ts'
import { ownerKey } from '../../domain/owner.ts'
import type { Position } from '../../domain/account.ts'
import { type SandboxFixture, createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { setPreferences } from '../../ui/theme/preferences.ts'
import { enterSandbox, leavePage, mountPage } from '../../testing/mount-page.tsx'
import PortfolioPage from './portfolio-page.tsx'

// A browser without locks has no such property; this environment has one that is null.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

let sandbox: SandboxFixture
let stop: () => void
const threeMinutesMs = 180_000

beforeEach(async () => {
  sandbox = await createSandboxFixture()
  stop = await enterSandbox(sandbox)
})
afterEach(async () => {
  setPreferences({ amounts: 'shown' })
  await leavePage(stop)
  await (await database()).clear('texts')
  await closeDatabase()
})

/** One position of long ago that the venue no longer reports, and a venue that answers when it is let. */
async function startWithLastKnown(): Promise<() => void> {
  const owner = ownerKey({ venueKey: 'sandbox', account: 'demo' })
  const position = {
    symbol: 'BTC-PERP',
    deliverable_id: '77',
    product_type: 'perpetual_future',
    timestamp: (Date.now() - threeMinutesMs) * 1_000,
    side: 'long',
    size: '4321.0',
    average_entry_price: '100.0',
    mark_price: '101.0',
    upnl: '4321.0',
  } as unknown as Position
  const known = { positions: { rows: [position], atMs: Date.now() - threeMinutesMs } }
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  forgetArrivals('')
  await (await database()).put('texts', { text: printLastKnown(owner, known), etag: undefined, savedAtMs: 0 }, `${owner} last known`)
  let open = (): void => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  stop = startApi({
    fetch: async (input, init) => {
      await opened
      return sandbox.fetch(input, init)
    },
  })
  await lastKnownRead()
  expect(readLastKnownAccount().positions?.rows).toHaveLength(1)
  await mountPage(<PortfolioPage />)
  return open
}

const panel = () => screen.getByRole('region', { name: 'Positions' })

it('shows the last known positions dimmed, with their age, out of reach, and in no total; then those that the venue reports', async () => {
  const answer = await startWithLastKnown()
  await waitFor(() => expect(panel().textContent).toContain('4,321'))
  expect(panel().dataset['panelState']).toBe('last')
  expect(within(panel()).getByText(/Last known/).textContent).toMatch(/Last known, 3 ?m.* old: asking the venue/)
  expect(panel().querySelector('[inert]')?.textContent).toContain('4,321')
  expect(within(panel()).getByRole('button', { name: 'Hedge…' })).toHaveProperty('disabled', true)
  const header = screen.getByTestId('portfolio-header')
  expect(header.textContent).not.toContain('4,321')
  expect(screen.getByTestId('total-upnl').textContent).toContain('–')
  expect(screen.getByTestId('total-positions').textContent).toBe('– positions')
  expect(document.documentElement.dataset['ready']).not.toBe('true')
  answer()
  await waitFor(() => expect(panel().dataset['panelState']).toBe('ready'))
  expect(panel().textContent).not.toContain('4,321')
  expect(within(panel()).queryByText(/Last known/)).toBeNull()
})

it('masks them while amounts are hidden', async () => {
  setPreferences({ amounts: 'hidden' })
  await startWithLastKnown()
  await waitFor(() => expect(panel().dataset['panelState']).toBe('last'))
  await waitFor(() => expect(panel().textContent).toContain('BTC'))
  expect(panel().textContent).not.toContain('4,321')
})
