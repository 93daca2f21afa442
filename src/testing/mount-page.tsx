/** A page as the app renders it, over the in-process exchange, with its providers and an address. */
import { act, cleanup, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import { closeDatabase } from '../app/api/browser/db.ts'
import { journalWriter } from '../app/api/journal/journal.ts'
import { readInstruments } from '../app/api/market/instruments.ts'
import { desk } from '../app/api/order-desk/desk.ts'
import { queryClient } from '../app/api/polling/query-client.ts'
import { type ApiOptions, startApi } from '../app/api/start-api.ts'
import { learnCapability } from '../app/api/venue/capabilities.ts'
import { signOut } from '../app/api/venue/session.ts'
import { signInToSandbox } from '../app/api/venue/sign-in.ts'
import { setVenueSettings } from '../app/api/venue/venue.ts'
import { startRegistry } from '../app/model/orders/use-registry.ts'
import { closeToast, shownToasts } from '../app/ui/controls/toasts.ts'
import type { ClientOrderId } from '../core/domain/ids.ts'
import type { NewOrder } from '../core/domain/order.ts'
import { memoryHistory } from '../app/ui/router/page-history.ts'
import { Router } from '../app/ui/router/router.ts'
import { RouterContext } from '../app/ui/router/use-router.ts'
import { UiProvider } from '../app/ui/commands/ui-provider.tsx'
import { emptyDatabase } from './empty-database.ts'
import { createSandboxFixture, type SandboxFixture, type SandboxOptions } from './sandbox.fixture.ts'

/** Renders the page at an address without routes. It stays when the address changes. */
export function drawPage(page: ReactNode, address = '/'): Router {
  const router = new Router({ history: memoryHistory(address) })
  render(
    <RouterContext value={router}>
      <UiProvider>{page}</UiProvider>
    </RouterContext>,
  )
  return router
}

export async function mountPage(page: ReactNode, address = '/') {
  return await act(async () => drawPage(page, address))
}

export interface PageSettings extends SandboxOptions {
  /**
   * By default each test uses the sandbox's usual account. Give a separate one if the order desk's state must not be
   * shared.
   */
  readonly account?: string
  readonly starts?: 'signed_out' | 'later'
  prepare?(sandbox: SandboxFixture): unknown
}

export interface TestPage {
  readonly sandbox: SandboxFixture
  readonly account: string
  start(more?: Pick<ApiOptions, 'socket'>): void
  stop(): void
  signIn(): Promise<void>
}

export function startPage({ account, starts, prepare, ...options }: PageSettings = {}): TestPage {
  let turn = 0
  let sandbox: SandboxFixture
  let ends: readonly (() => void)[] = []
  const page: TestPage = {
    get sandbox() {
      return sandbox
    },
    get account() {
      return account === undefined ? 'demo' : `${account}${turn}`
    },
    start(more = {}) {
      ends = [startApi({ fetch: sandbox.fetch, ...more }), startRegistry()]
    },
    stop() {
      for (const end of ends) end()
      ends = []
    },
    async signIn() {
      await act(async () => expect(await signInToSandbox(page.account)).toEqual({ ok: true }))
    },
  }
  beforeEach(async () => {
    turn += 1
    await emptyBrowser()
    sandbox = await createSandboxFixture(options)
    // Forgets what the previous test learnt of its exchange.
    learnCapability('marketSummary', 'present')
    learnCapability('orderBook', 'present')
    await prepare?.(sandbox)
    if (starts === 'later') return
    page.start()
    await waitFor(() => expect(desk.snapshot().ready).toBe(true))
    if (starts === 'signed_out') return
    await page.signIn()
    await waitFor(() => expect(readInstruments().status).toBe('ready'))
  })
  afterEach(() => leavePage(page.stop))
  return page
}

/** Sends an order as a confirmed review does, and waits until the venue has accepted it. */
export async function sendOrder(order: Omit<NewOrder, 'client_order_id'>, title = 'An order'): Promise<ClientOrderId> {
  const id = desk.draft(order, { title })
  act(() => expect(desk.confirm(id)).toEqual({ ok: true }))
  await waitFor(() =>
    expect(desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind).toBe('accepted'),
  )
  return id
}

/** Leaves the page and forgets what was learnt of its venue. */
export const leaveVenue = (stop: () => void): Promise<void> =>
  leavePage(() => {
    setVenueSettings({ baseUrl: 'https://other.example' })
    setVenueSettings({})
    stop()
  })

/** Stored data is gone. A late write of the page before may have opened its database again, so that is closed first. */
export async function emptyBrowser(): Promise<void> {
  await closeDatabase()
  emptyDatabase()
  sessionStorage.clear()
  localStorage.clear()
}

export async function leavePage(stop: () => void): Promise<void> {
  cleanup()
  for (const { id } of shownToasts()) closeToast(id)
  signOut()
  stop()
  await journalWriter.settled()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
}
