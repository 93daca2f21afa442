// @vitest-environment happy-dom
/** What a poll costs the landing screen: nothing where it says what the one before said, and of marks alone no more than figures. */
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient, refreshAccount } from '../../api/polling/query-client.ts'
import { startApi } from '../../api/start-api.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type SandboxFixture, createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { leavePage, mountPage } from '../../testing/mount-page.tsx'
import PortfolioPage from './portfolio-page.tsx'

Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

let sandbox: SandboxFixture
let stop: () => void
let draws = 0
let asked = 0
/** The first answer of each address, which is given again from then on. */
const answers = new Map<string, string>()
let ofPositions: (text: string) => string = text => text
let ofMarket: (text: string) => string = text => text

beforeEach(async () => {
  sessionStorage.clear()
  answers.clear()
  ofPositions = text => text
  ofMarket = text => text
  sandbox = await createSandboxFixture()
  sandbox.instead = async request => {
    if (request.method !== 'GET') return undefined
    const { pathname } = new URL(request.url)
    const isPositions = pathname === endpoints.positions.path
    if (isPositions) asked += 1
    const known = answers.get(request.url)
    const change = isPositions ? ofPositions : pathname === endpoints.marketSummary.path ? ofMarket : (text: string) => text
    if (known !== undefined) return new Response(change(known), { headers: { 'content-type': 'application/json' } })
    const answer = await sandbox.pass(request)
    if (answer.ok) answers.set(request.url, await answer.clone().text())
    return answer
  }
  stop = startApi({ fetch: sandbox.fetch })
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
  await mountPage(
    <Profiler id="portfolio" onRender={() => (draws += 1)}>
      <PortfolioPage />
    </Profiler>,
  )
  await waitFor(() => expect(screen.getByTestId('total-equity').textContent).toMatch(/\d/))
})
afterEach(async () => {
  await leavePage(stop)
  sandbox.instead = undefined
})

async function poll(): Promise<void> {
  const before = asked
  await act(async () => refreshAccount())
  await waitFor(() => expect(asked).toBeGreaterThan(before))
  await act(async () => undefined)
}

/** All that follows a picture has been drawn: no drawing comes between two polls any more. */
async function settle(): Promise<void> {
  await waitFor(async () => {
    const before = draws
    await poll()
    expect(draws).toBe(before)
  })
}

const otherMarks = (text: string): string => text.replaceAll(/"(mark_price|upnl)":"-?/g, '"$1":"7')
const figure = (id: string): string => screen.getByTestId(id).textContent ?? ''

it('a poll that says what the one before said draws nothing at all, and one that says something else does', async () => {
  await settle()
  const [before, equity] = [draws, figure('total-equity')]
  for (let count = 0; count < 3; count += 1) await poll()
  expect(draws).toBe(before)
  expect(figure('total-equity')).toBe(equity)
  ofPositions = otherMarks
  await poll()
  await waitFor(() => expect(figure('total-equity')).not.toBe(equity))
  expect(draws).toBeGreaterThan(before)
})

it('a poll of other marks touches no control: no attribute of a field, a button or a choice is written', async () => {
  await settle()
  const equity = figure('total-equity')
  const header = screen.getByTestId('portfolio-header')
  const written: string[] = []
  const observer = new MutationObserver(records => {
    for (const { target, attributeName } of records)
      if (
        target instanceof Element &&
        target.matches('input, button, select') &&
        !target.closest('[data-panel="Risk"], [data-panel="History"]')
      )
        written.push(`${target.tagName} ${attributeName}`)
  })
  observer.observe(header.parentElement ?? header, { subtree: true, attributes: true })
  ofPositions = otherMarks
  await poll()
  await waitFor(() => expect(figure('total-equity')).not.toBe(equity))
  observer.disconnect()
  expect(written).toEqual([])
})

/** The whole market one percent up. */
const otherQuotes = (text: string): string =>
  text.replaceAll(/"(best_bid|best_ask|index_price)":"([\d.]+)"/g, (_, name, price) => `"${name}":"${(Number(price) * 1.01).toFixed(4)}"`)

it('a poll of other quotes draws the risk anew and none of its choices', async () => {
  await settle()
  const panel = await screen.findByTestId('risk-panel')
  await waitFor(() => expect(panel.querySelectorAll('input[type=radio]').length).toBeGreaterThan(8))
  const before = panel.textContent
  const written: string[] = []
  const observer = new MutationObserver(records => {
    for (const { target, attributeName } of records)
      if (target instanceof Element && target.matches('input[type=radio]')) written.push(`${target.getAttribute('value')} ${attributeName}`)
  })
  observer.observe(panel, { subtree: true, attributes: true })
  ofMarket = otherQuotes
  await act(() => queryClient.refetchQueries({ queryKey: ['market_summary'] }))
  await waitFor(() => expect(panel.textContent).not.toBe(before))
  observer.disconnect()
  expect(written).toEqual([])
})
