// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { waitForFirstSample } from '../../testing/first-sample.ts'
import { passUntil } from '../../testing/stepped-clock.ts'
import { addAlert } from '../api/alerts/alerts.ts'
import { takeSample } from '../api/history/sample-recorder.ts'
import { saveSample } from '../api/samples/sample-store.ts'
import { eraseHistory } from '../api/journal/erase.ts'
import { journalWriter } from '../api/journal/journal.ts'
import { savedChanged } from '../api/polling/saved.ts'
import { presentOwner } from '../api/venue/owner.ts'
import { add, dec, type Decimal, formatDecimal } from '../../core/domain/decimal.ts'
import { must } from '../../core/domain/must.ts'
import { ownerKey } from '../../core/domain/owner.ts'
import { minuteMs } from '../../core/domain/time.ts'
import { firmLimit } from '../../testing/order.fixture.ts'
import { mountPage, startPage, sendOrder } from '../../testing/mount-page.tsx'
import { TradeLineDrawer } from '../features/trades/trade-line-drawer.tsx'
import '../../testing/overlays-there.tsx'
import '../../testing/sized-elements.ts'
import JournalPage from '../features/journal/journal-page.tsx'
import PortfolioPage from '../features/portfolio/portfolio-page.tsx'

const symbol = 'ETH-USD-PERPETUAL'
const owner = () => must(presentOwner(), 'an owner')
startPage()
afterEach(async () => {
  await journalWriter.settled()
  await eraseHistory(ownerKey(owner()))
})

const show = (page: ReactNode, address: string) =>
  mountPage(
    <>
      {page}
      <TradeLineDrawer />
    </>,
    address,
  )

async function buyOne(): Promise<string> {
  await waitForFirstSample()
  const order = { ...firmLimit, symbol, side: 'buy', recv_window: 2, quantity: dec('1'), price: dec('9000') } as const
  const id = await sendOrder(order, 'buy ETH')
  await journalWriter.settled()
  return id
}

async function sampleAt(offsets: readonly (string | undefined)[]): Promise<Decimal> {
  const taken = await passUntil(takeSample(owner()))
  if (taken.kind !== 'sample') throw new Error(taken.kind)
  const { sample } = taken
  const held = must(
    sample.positions?.find(each => each.symbol === symbol),
    'the position',
  )
  const entry = held.average_entry_price
  for (const [minute, offset] of offsets.entries()) {
    const others = (sample.positions ?? []).filter(each => each !== held)
    const positions = offset === undefined ? others : [...others, { ...held, mark_price: add(entry, dec(offset)) }]
    await saveSample(ownerKey(owner()), { ...sample, atMs: sample.atMs + (minute + 10) * minuteMs, positions })
  }
  await act(async () => savedChanged(['samples']))
  return entry
}

it('shows what a trade had made at each sample, its best and worst point with the mark, its plan, and a missing mark as a gap', async () => {
  const user = userEvent.setup()
  await show(<PortfolioPage />, '/portfolio')
  await buyOne()
  const entry = await sampleAt(['500', undefined, '-700', '20'])
  addAlert(ownerKey(owner()), { kind: 'net', subject: symbol, direction: 'above', level: add(entry, dec('300')) })
  await user.click(screen.getByRole('radio', { name: 'Trades' }))
  await screen.findByTestId('trades-proof')
  // Before the fill is read, the position is marked as not by this app and has no line.
  const row = await waitFor(() => {
    const grid = within(screen.getByRole('treegrid', { name: 'Trades' }))
    expect(grid.queryByText('Not by this app')).toBeNull()
    return grid.getByText('ETH PERP')
  })
  fireEvent.contextMenu(row)
  await user.click(await screen.findByRole('menuitem', { name: 'P&L over time…' }))
  const drawer = await screen.findByTestId('trade-line')
  expect(within(drawer).getByText('ETH PERP over time')).toBeTruthy()
  const points = await within(drawer).findByRole('table', { name: 'Best and worst point' })
  const line = (table: HTMLElement, name: RegExp) => within(table).getByRole('row', { name }).textContent
  const markOf = (offset: string) => `1 ETH PERP at ${formatDecimal(add(entry, dec(offset)), { places: 2 })}`
  await waitFor(() => expect(line(points, /^Best/)).toContain('+500.00'))
  expect(line(points, /^Best/)).toContain(markOf('500'))
  expect(line(points, /^Worst/)).toContain('−700.00')
  expect(line(points, /^Worst/)).toContain(markOf('-700'))
  expect(line(points, /^Last/)).toContain('+20.00')
  expect(line(within(drawer).getByRole('table', { name: 'Plan' }), /^Net mid/)).toContain('+300.00')
  expect(within(drawer).getByTestId('trade-line-gaps').textContent).toMatch(
    /^1 of \d samples are gaps: the venue’s mark of ETH PERP/,
  )
  await user.click(within(drawer).getByRole('button', { name: 'Table' }))
  const table = within(drawer).getByRole('table', { name: 'P&L of the trade over time' })
  const values = within(table)
    .getAllByRole('row')
    .slice(1, 5)
    .map(each => within(each).getAllByRole('cell')[0]?.textContent)
  expect(values).toEqual(['20.00', '−700.00', '–', '500.00'])
})

it('opens from the line of its order in the journal by keyboard, and from the entry of a fill', async () => {
  const user = userEvent.setup()
  const filled = await buyOne()
  const router = await show(<JournalPage />, '/journal')
  const days = await screen.findByTestId('journal-days')
  const text = await within(days).findByText(/^Bought 1 .*ETH/)
  const line = must(text.closest('summary') ?? undefined, 'the line of the order')
  await user.click(line)
  const button = await within(days).findByRole('button', { name: 'P&L over time' })
  button.focus()
  await user.keyboard('{Enter}')
  const drawer = await screen.findByTestId('trade-line')
  expect(router.location.search).toMatchObject({ line: filled })
  expect(within(drawer).getByText('ETH PERP over time')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByTestId('trade-line')).toBeNull())
  expect(router.location.search).not.toHaveProperty('line')

  await user.click(screen.getByRole('checkbox', { name: 'All events' }))
  const grid = await screen.findByTestId('journal-grid')
  await user.click(await within(grid).findByText('Fill'))
  await user.click(await screen.findByRole('button', { name: 'P&L over time' }))
  expect(await screen.findByTestId('trade-line')).toBeTruthy()
})

it('says so where no trade is known of what the address asks for', async () => {
  await show(<JournalPage />, '/journal?line=nobody')
  await waitFor(() => expect(screen.getByTestId('trade-line').textContent).toContain('No trade is known of this'))
})
