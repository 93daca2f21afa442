// @vitest-environment happy-dom
/** Renders caused by a poll on the Portfolio screen: none if nothing changed, and only figures if marks changed. */
import { act, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountKey, queryClient } from '../../api/polling/query-client.ts'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import { quotesUp, repeatAnswers, type RepeatedAnswers } from '../../../testing/repeat-answers.ts'
import { stopClocks } from '../../../testing/still-clock.ts'
import PortfolioPage from './portfolio-page.tsx'

let venue: RepeatedAnswers
let draws = 0

startPage({
  prepare(sandbox) {
    venue = repeatAnswers(sandbox)
  },
})
beforeEach(async () => {
  await mountPage(
    <Profiler id="portfolio" onRender={() => (draws += 1)}>
      <PortfolioPage />
    </Profiler>,
  )
  await waitFor(() => expect(screen.getByTestId('total-equity').textContent).toMatch(/\d/))
})
afterEach(() => vi.restoreAllMocks())

async function poll(): Promise<void> {
  await act(async () => {
    await Promise.all(
      [accountKey, 'market_summary'].map(key => queryClient.refetchQueries({ queryKey: [key], type: 'active' })),
    )
  })
  await act(async () => undefined)
}

/** Waits until five polls in a row render nothing, since start-up work may still be pending. */
async function settle(): Promise<void> {
  stopClocks()
  await waitFor(async () => {
    const before = draws
    for (let count = 0; count < 5; count += 1) await poll()
    expect(draws).toBe(before)
  })
}

const otherMarks = (path: string, text: string): string =>
  path === endpoints.positions.path ? text.replaceAll(/"(mark_price|upnl)":"-?/g, '"$1":"7') : text
const figure = (id: string): string => screen.getByTestId(id).textContent ?? ''

it('five polls that say what the one before said draw no panel at all, and one that says something else does', async () => {
  await settle()
  const [before, equity] = [draws, figure('total-equity')]
  venue.change = otherMarks
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
    for (const { target, attributeName, oldValue } of records)
      if (
        target instanceof Element &&
        target.matches('input, button, select') &&
        target.getAttribute(attributeName ?? '') !== oldValue &&
        !target.closest('[data-panel="Risk"], [data-panel="History"]')
      )
        written.push(`${target.tagName} ${attributeName}`)
  })
  observer.observe(header.parentElement ?? header, { subtree: true, attributes: true, attributeOldValue: true })
  venue.change = otherMarks
  await poll()
  await waitFor(() => expect(figure('total-equity')).not.toBe(equity))
  observer.disconnect()
  expect(written).toEqual([])
})

it('a poll of other quotes draws the risk again and none of its choices', async () => {
  await settle()
  const panel = await screen.findByTestId('risk-panel')
  await waitFor(() => expect(panel.querySelectorAll('input[type=radio]').length).toBeGreaterThan(6))
  const before = panel.textContent
  const written: string[] = []
  const observer = new MutationObserver(records => {
    for (const { target, attributeName } of records)
      if (target instanceof Element && target.matches('input[type=radio]'))
        written.push(`${target.getAttribute('value')} ${attributeName}`)
  })
  observer.observe(panel, { subtree: true, attributes: true })
  venue.change = (path, text) => (path === endpoints.marketSummary.path ? quotesUp(text) : text)
  await poll()
  await waitFor(() => expect(panel.textContent).not.toBe(before))
  observer.disconnect()
  expect(written).toEqual([])
})
