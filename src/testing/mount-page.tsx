/** A page as the app draws it, over the real exchange in this process: with the kit's provider and an address. */
import { act, cleanup, render, waitFor } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import { closeDatabase } from '../api/browser/db.ts'
import { journalWriter } from '../api/journal/journal.ts'
import { readInstruments } from '../api/market/instruments.ts'
import { desk } from '../api/order-desk/desk.ts'
import { queryClient } from '../api/polling/query-client.ts'
import { type ApiOptions, startApi } from '../api/start-api.ts'
import { learnCapability } from '../api/venue/capabilities.ts'
import { signOut } from '../api/venue/session.ts'
import { signInToSandbox } from '../api/venue/sign-in.ts'
import { startRegistry } from '../model/orders/use-registry.ts'
import { closeToast, shownToasts } from '../ui/controls/toasts.ts'
import { memoryHistory } from '../ui/router/page-history.ts'
import { Router } from '../ui/router/router.ts'
import { RouterContext } from '../ui/router/use-router.ts'
import { UiProvider } from '../ui/commands/ui-provider.tsx'
import { createSandboxFixture, type SandboxFixture, type SandboxOptions } from './sandbox.fixture.ts'

/** Draws the page at an address without routes. The page stays when the address changes. */
export function drawPage(page: ReactNode, address = '/'): Router {
  const router = new Router({ history: memoryHistory(address) })
  render(
    <RouterContext value={router}>
      <UiProvider>{page}</UiProvider>
    </RouterContext>,
  )
  return router
}

/** Draws the page, and waits for what it does at once. */
export async function mountPage(page: ReactNode, address = '/') {
  return await act(async () => drawPage(page, address))
}

export interface PageSettings extends SandboxOptions {
  /** Each test signs in to an account of its own, for the order desk lives as long as the page; without, to the sandbox's usual one. */
  readonly account?: string
  /** What the program does before the test; it is signed in, with the listing, unless stated. */
  readonly starts?: 'signed_out' | 'later'
  /** What is done to the exchange before the program asks it for anything. */
  prepare?(sandbox: SandboxFixture): unknown
}

export interface TestPage {
  /** The exchange of the test under way. */
  readonly sandbox: SandboxFixture
  /** Who signs in in the test under way. */
  readonly account: string
  /** Starts the program, where it starts later, or again. */
  start(more?: Pick<ApiOptions, 'socket'>): void
  /** As when the tab is closed. */
  stop(): void
  signIn(): Promise<void>
}

/** Before each test of the file: nothing stored, an exchange, and the program over it. After each, all of it is taken down. */
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
    sessionStorage.clear()
    localStorage.clear()
    globalThis.indexedDB = new IDBFactory()
    sandbox = await createSandboxFixture(options)
    // What the test before learnt of its exchange.
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

/** Starts the api over the sandbox and signs in to it; answers what ends it, for `leavePage`. */
export async function enterSandbox({ fetch }: Pick<SandboxFixture, 'fetch'>): Promise<() => void> {
  sessionStorage.clear()
  const stop = startApi({ fetch })
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
  return stop
}

/** Takes down what was drawn and what the api did for it; `stop` is that of `startApi`. */
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
