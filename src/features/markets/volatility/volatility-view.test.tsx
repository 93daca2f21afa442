// @vitest-environment happy-dom
/** The volatility of a base over the real exchange in this process. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApi } from '../../../api/start-api.ts'
import { learnCapability } from '../../../api/venue/capabilities.ts'
import { leavePage, mountPage } from '../../../testing/mount-page.tsx'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import MarketsPage from '../markets-page.tsx'
import '../../../testing/overlays-there.tsx'

Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

let sandbox: SandboxFixture
let stop: () => void

async function show(address = '/markets?view=volatility') {
  stop = startApi({ fetch: sandbox.fetch })
  return await mountPage(<MarketsPage />, address)
}

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  globalThis.indexedDB = new IDBFactory()
  sandbox = await createSandboxFixture({ instruments: 400 })
})
afterEach(async () => {
  await leavePage(stop)
  sandbox.instead = undefined
  learnCapability('marketSummary', 'present')
})

describe('volatility', () => {
  it('shows the smile of one expiry in a table too, each option with bid, mid, ask and the fitted curve', async () => {
    await show()
    const smile = await screen.findByTestId('smile-chart')
    expect(screen.getByTestId('smile-says').textContent).toMatch(/^Forward [\d,.]+ · at the money [\d.]+ % · \d+ of \d+ strikes quoted/)
    await act(async () => within(smile).getByRole('button', { name: 'Table' }).click())
    const table = within(smile).getByRole('table', { name: /^Smile of BTC \d+[A-Z]{3}\d\d$/ })
    const figures = within(table)
      .getAllByRole('row')
      .map(row => row.textContent ?? '')
    expect(figures.some(row => /^BTC .+ [CP]([\d.]+ %){4}/.test(row))).toBe(true)
  })

  it('opens the ticket of a chosen point, and adds it to the draft', async () => {
    await show()
    const smile = await screen.findByTestId('smile-chart')
    await act(async () => within(smile).getByRole('button', { name: 'Table' }).click())
    const [option] = within(smile).getAllByRole('button', { name: /^BTC .+ [CP]$/ })
    await act(async () => option?.click())
    const actions = screen.getByTestId('point-actions')
    expect(actions.textContent).toContain(option?.textContent ?? 'none')
    expect(
      within(actions)
        .getAllByRole('button')
        .map(each => each.textContent),
    ).toEqual(['Trade…', 'Buy in draft', 'Sell in draft'])
  })

  it('says what is missing where the venue has no market summary', async () => {
    sandbox.instead = request => (request.url.includes('summary') ? new Response('', { status: 404 }) : undefined)
    await show()
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Volatility' }).textContent).toContain('This venue has no market summary'),
    )
  })
})
