// @vitest-environment happy-dom
/** Renders caused by a poll in the builder, with ten legs and every panel open: none if nothing changed. */
import { act, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readInstruments } from '../../api/market/instruments.ts'
import { accountKey, queryClient } from '../../api/polling/query-client.ts'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { must } from '../../../core/domain/must.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import { sizeWindow } from '../../../testing/window-size.ts'
import '../../../testing/overlays-there.tsx'
import { quotesUp, repeatAnswers, type RepeatedAnswers } from '../../../testing/repeat-answers.ts'
import { stopClocks } from '../../../testing/still-clock.ts'
import BuildPage from './builder-page.tsx'

let venue: RepeatedAnswers
let draws = 0

startPage({
  instruments: 400,
  prepare(sandbox) {
    venue = repeatAnswers(sandbox)
    const repeated = sandbox.instead
    // Books are requested sequentially, so a venue without them leaves only the polls.
    sandbox.instead = request =>
      new URL(request.url).pathname === endpoints.orderBook.path
        ? new Response(null, { status: 405 })
        : repeated?.(request)
  },
})
beforeEach(async () => {
  sizeWindow(1440, 900)
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
afterEach(() => vi.restoreAllMocks())

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
