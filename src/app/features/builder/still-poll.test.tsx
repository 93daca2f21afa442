// @vitest-environment happy-dom
/** Renders caused by a poll in the builder, with ten legs and every panel open: none if nothing changed. */
import { act, screen, waitFor } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readInstruments } from '../../api/market/instruments.ts'
import { accountKey, queryClient } from '../../api/polling/query-client.ts'
import { startApi } from '../../api/start-api.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { must } from '../../../core/domain/must.ts'
import { startRegistry } from '../../model/orders/use-registry.ts'
import { leavePage, mountPage } from '../../../testing/mount-page.tsx'
import '../../../testing/overlays-there.tsx'
import { quotesUp, repeatAnswers, type RepeatedAnswers } from '../../../testing/repeat-answers.ts'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { stopClocks } from '../../../testing/still-clock.ts'
import BuildPage from './builder-page.tsx'

Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

let venue: RepeatedAnswers
let ends: readonly (() => void)[]
let draws = 0

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  const { happyDOM } = window as unknown as {
    readonly happyDOM: { setViewport(size: { width: number; height: number }): void }
  }
  happyDOM.setViewport({ width: 1440, height: 900 })
  const sandbox = await createSandboxFixture({ instruments: 400 })
  venue = repeatAnswers(sandbox)
  const repeated = sandbox.instead
  // Books are requested sequentially, so a venue without them leaves only the polls.
  sandbox.instead = request =>
    new URL(request.url).pathname === endpoints.orderBook.path
      ? new Response(null, { status: 405 })
      : repeated?.(request)
  ends = [startApi({ fetch: sandbox.fetch }), startRegistry()]
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
  await waitFor(() => expect(readInstruments().status).toBe('ready'))
  await mountPage(
    <Profiler id="build" onRender={() => (draws += 1)}>
      <BuildPage />
    </Profiler>,
    `/build?base=BTC&legs=${tenLegs().join('/')}`,
  )
  await screen.findByTestId('chain-grid')
  await screen.findByTestId('payoff-chart')
  await waitFor(() => expect(screen.getByTestId('legs-table').querySelectorAll('[data-leg]').length).toBe(10))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await leavePage(() => {
    for (const end of ends) end()
  })
})

function tenLegs(): readonly string[] {
  const index = must(readInstruments().index, 'the listing')
  const chains = index.expiries('BTC').map(expiryMs => index.chain('BTC', expiryMs))
  const chain = must(
    chains.find(strikes => strikes.length >= 5),
    'a chain of five strikes',
  )
  const from = Math.floor((chain.length - 5) / 2)
  return chain
    .slice(from, from + 5)
    .flatMap(({ call, put }, at) =>
      [call, put].map(each => `${must(each, 'an option').symbol}@${at % 2 === 0 ? 1 : -1}`),
    )
}

const legs = (): string => screen.getByTestId('legs-table').textContent ?? ''

async function poll(): Promise<void> {
  await act(async () => {
    await Promise.all(
      [accountKey, 'market_summary'].map(key => queryClient.refetchQueries({ queryKey: [key], type: 'active' })),
    )
  })
  await act(async () => undefined)
}

it('five polls that say what the one before said draw no panel of it, and one of other quotes does', async () => {
  stopClocks()
  // Start-up work may still be pending; then five more polls.
  await waitFor(async () => {
    const before = draws
    for (let count = 0; count < 5; count += 1) await poll()
    expect(draws).toBe(before)
  })
  const [before, shown] = [draws, legs()]
  venue.change = (path, text) => (path === endpoints.marketSummary.path ? quotesUp(text) : text)
  await poll()
  await waitFor(() => expect(legs()).not.toBe(shown))
  expect(draws).toBeGreaterThan(before)
})
