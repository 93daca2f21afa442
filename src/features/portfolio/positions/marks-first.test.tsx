// @vitest-environment happy-dom
/** A poll of other marks is on the table before the components hear of it, over the real exchange in this process. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountKey, queryClient } from '../../../api/polling/query-client.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { enterSandbox, leavePage, mountPage } from '../../../testing/mount-page.tsx'
import { type RepeatedAnswers, repeatAnswers } from '../../../testing/repeat-answers.ts'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { stopClocks } from '../../../testing/still-clock.ts'
import PortfolioPage from '../portfolio-page.tsx'
import '../../../testing/overlays-there.ts'
import '../../../testing/sized-elements.ts'

let venue: RepeatedAnswers
let stop: () => void
let observer: MutationObserver

beforeEach(async () => {
  localStorage.clear()
  const sandbox = await createSandboxFixture()
  venue = repeatAnswers(sandbox)
  stop = await enterSandbox(sandbox)
  await mountPage(<PortfolioPage />)
  await waitFor(() => expect(marks().length).toBeGreaterThan(2))
  await waitFor(() => expect(screen.getByTestId('total-upnl').textContent).toMatch(/\d/))
  stopClocks()
})
afterEach(async () => {
  observer?.disconnect()
  vi.restoreAllMocks()
  await leavePage(stop)
})

const grid = () => screen.getByTestId('positions-grid')
const cells = () => [...grid().querySelectorAll('[data-rows] [role="gridcell"][col-id="mark"]')]
const marks = (): readonly string[] => cells().map(cell => cell.textContent ?? '')
const upnl = (): string => screen.getByTestId('total-upnl').textContent ?? ''

type Written = 'table' | 'header'

/** What is written from now on, task by task. */
function watch(): readonly ReadonlySet<Written>[] {
  const tasks: Set<Written>[] = []
  const header = screen.getByTestId('portfolio-header')
  observer = new MutationObserver(records => {
    const written = new Set<Written>()
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      if (header.contains(target)) written.add('header')
      else if (element?.closest('[role="gridcell"][col-id="mark"]')) written.add('table')
    }
    if (written.size > 0) tasks.push(written)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return tasks
}

const poll = (): Promise<void> => queryClient.refetchQueries({ queryKey: [accountKey], type: 'active' })
const change = (from: RegExp, to: string): void => {
  venue.change = (path, text) => (path === endpoints.positions.path ? text.replaceAll(from, to) : text)
}
const otherMarks = (): void => change(/"(mark_price|upnl)":"-?/g, '"$1":"7')

it('a poll of other marks is on the table first, and in the header after that picture', async () => {
  const [before, total] = [marks(), upnl()]
  const tasks = watch()
  otherMarks()
  await poll()
  await waitFor(() => expect(upnl()).not.toBe(total))
  expect(marks()).not.toEqual(before)
  const [first] = tasks
  expect([...(first ?? [])]).toEqual(['table'])
  expect(tasks.filter(task => task.has('table'))).toHaveLength(1)
})

it.each([
  ['in which something was traded', /"(size)":"-?/, '"$1":"9'],
  ['with a row that cannot be read', /"(entry|average_entry_price)":"[^"]*"/, '"$1":"x"'],
])('a poll %s is on the table and in the header at once', async (_, from, to) => {
  const total = upnl()
  const tasks = watch()
  venue.change = (path, text) =>
    path === endpoints.positions.path ? text.replaceAll(/"(mark_price|upnl)":"-?/g, '"$1":"7').replace(from, to) : text
  await poll()
  await waitFor(() => expect(upnl()).not.toBe(total))
  await waitFor(() => expect(tasks.some(task => task.has('table'))).toBe(true))
  expect(tasks.find(task => task.has('table'))?.has('header')).toBe(true)
})

it('a table that is filtered shows the marks of its own rows first', async () => {
  await userEvent.type(within(grid().closest('[data-panel]') as HTMLElement).getByRole('searchbox', { name: 'Filter positions' }), 'perp')
  await waitFor(() => expect(screen.getByText(/sums are of these/)).toBeTruthy())
  const [before, total] = [marks(), upnl()]
  const tasks = watch()
  otherMarks()
  await poll()
  await waitFor(() => expect(upnl()).not.toBe(total))
  expect([...(tasks[0] ?? [])]).toEqual(['table'])
  expect(marks()).toHaveLength(before.length)
  expect(marks()).not.toEqual(before)
})

it('a table of a hidden page is not written', async () => {
  const before = marks()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  const tasks = watch()
  otherMarks()
  await poll()
  await act(async () => undefined)
  expect(tasks.filter(task => task.has('table'))).toEqual([])
  expect(marks()).toEqual(before)
})
