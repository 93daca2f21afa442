// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDatabase } from '../../api/browser/db.ts'
import { eraseHistory } from '../../api/journal/erase.ts'
import { readNotes } from '../../api/journal/journal-notes.ts'
import { readJournal } from '../../api/journal/journal-reader.ts'
import { journalWriter } from '../../api/journal/journal.ts'
import { mergeSaved } from '../../api/journal/merge-saved.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { queryClient } from '../../api/polling/query-client.ts'
import { startApi } from '../../api/start-api.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { signOut } from '../../api/venue/session.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { dec } from '../../../core/domain/decimal.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { failReadsBy } from '../../../testing/failed-reads.ts'
import { mountPage } from '../../../testing/mount-page.tsx'
import '../../../testing/overlays-there.tsx'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import '../../../testing/sized-elements.ts'
import { passUntil } from '../../../testing/stepped-clock.ts'
import { takenRfq } from '../../../testing/taken-rfq.fixture.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'
import JournalPage from './journal-page.tsx'
import { cashSample } from '../../../testing/cash-sample.ts'

let stop: () => void

beforeEach(async () => {
  sessionStorage.clear()
  stop = startApi({ fetch: (await createSandboxFixture()).fetch })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
})
afterEach(async () => {
  cleanup()
  await journalWriter.settled()
  const owner = presentOwner()
  if (owner !== undefined) await eraseHistory(ownerKey(owner))
  signOut()
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
})

const show = (address = '/journal') => mountPage(<JournalPage />, address)
let names = 0
const signIn = async () => {
  names += 1
  await act(async () => expect(await signInToSandbox(`journal-${names}`)).toEqual({ ok: true }))
  return ownerKey(presentOwner()!)
}
async function send(title: string, price: string): Promise<void> {
  const id = desk.draft(
    { ...firmLimit, symbol: 'BTC-USD-PERPETUAL', side: 'buy', recv_window: 2, quantity: dec('0.1'), price: dec(price) },
    { title },
  )
  await act(async () => void desk.confirm(id))
  await waitFor(() =>
    expect(desk.snapshot().intents.find(each => each.client_order_id === id)?.state.kind).toMatch(/accepted|rejected/),
  )
  await journalWriter.settled()
}

describe('the journal', () => {
  it('asks for a sign-in first', async () => {
    await show()
    expect(await screen.findByText('Sign in to see the journal')).toBeTruthy()
  })
  it('says that there is nothing yet, and fills as orders are sent', async () => {
    await signIn()
    await show()
    expect(await screen.findByText('Nothing in the journal yet')).toBeTruthy()
    await send('Bid one', '50000')
    expect(await screen.findByText(/^\d events$/)).toBeTruthy()
  })
  it('a search narrows, and clearing it brings all back', async () => {
    const key = await signIn()
    await send('Bid one', '50000')
    await send('Off the step', '50000.3')
    const { total } = await readJournal(key, {}, 1)
    await show()
    await screen.findByText(`${total} events`)
    const user = userEvent.setup()
    await user.type(screen.getByRole('searchbox', { name: 'Search the journal' }), 'rejected step')
    expect(await screen.findByText(`1 of ${total} events`)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText(`${total} events`)).toBeTruthy()
  })
  it('an entry shows its story and takes a note, which a search finds', async () => {
    const key = await signIn()
    await send('Bid one', '50000')
    await show()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('checkbox', { name: 'All events' }))
    const grid = await screen.findByTestId('journal-grid')
    // The list of open orders may show the order before its answer arrives.
    await user.click(await within(grid).findByText(/^(?:Accepted|Found at the venue)$/))
    const story = await screen.findByRole('region', { name: 'What happened to this order' })
    await waitFor(() => expect(within(story).getAllByRole('listitem').length).toBe(3))
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'too low')
    await user.type(screen.getByRole('textbox', { name: 'Tags' }), '#patience')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await waitFor(async () =>
      expect([...(await readNotes(key)).values()][0]).toMatchObject({ text: 'too low', tags: ['patience'] }),
    )
    await user.type(screen.getByRole('searchbox', { name: 'Search the journal' }), '#patience')
    expect(await screen.findByText(/^3 events$|^3 of/)).toBeTruthy()
  })
  it('Cash adds up by day from opening to closing, with the source of each line and what is not explained', async () => {
    const owner = await signIn()
    await send('Bid one', '50000')
    const startMs = Date.UTC(2026, 10, 20)
    const samples = [
      cashSample(startMs + 1, '1000'),
      cashSample(startMs + dayMs - 1, '986.46'),
      cashSample(startMs + 1.5 * dayMs, '981.36'),
    ]
    const funding: JournalRow = {
      id: 'cash funding',
      atMs: startMs + dayMs / 3,
      kind: 'cash',
      what: 'funding',
      symbol: 'BTC-USD-PERPETUAL',
      amount: dec('-13.54'),
      asset: 'USD',
      isEstimated: true,
    }
    await passUntil(mergeSaved(owner, { rows: [funding], orders: [], notes: [], samples }))
    await show()
    const user = userEvent.setup()
    await user.click(within(await screen.findByRole('group', { name: 'Journal as' })).getByLabelText('Cash'))
    const grid = await screen.findByTestId('cash-grid')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'typed')
    await user.type(screen.getByRole('textbox', { name: 'To, included (UTC)' }), '2026-11-21')
    await user.click(await within(grid).findByText('Fri 20 Nov'))
    const line = await screen.findByTestId('cash-lines')
    expect(await within(line).findByText('Funding BTC PERP')).toBeTruthy()
    expect(within(line).getByText('estimated')).toBeTruthy()
    expect(within(line).getByText('1,000.00')).toBeTruthy()
    expect(within(line).getByText('986.46')).toBeTruthy()
    await user.click(within(grid).getByText('Sat 21 Nov'))
    await waitFor(() => expect(within(line).getAllByText('−5.10').length).toBe(1))
    expect(within(line).getByText('981.36')).toBeTruthy()
  })
  it('Quality shows what RFQs cost against fair, and a press leads to those behind a figure', async () => {
    const owner = await signIn()
    await send('Bid one', '50000')
    const atMs = Date.UTC(2026, 10, 20, 9)
    const orders = Array.from({ length: 3 }, (_, index) =>
      takenRfq(owner, `rfq-${index}`, atMs + index * 3_600_000, 9 + index),
    ).flat()
    await mergeSaved(owner, { rows: [], orders, notes: [], samples: [] })
    await show('/journal?view=quality')
    const user = userEvent.setup()
    const grid = await screen.findByTestId('quality-grid')
    expect((await within(grid).findAllByText('10.00')).length).toBe(2)
    expect(within(grid).queryByText('Cover')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'All columns' }))
    expect(await within(grid).findByText('Cover')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'All columns' }))
    await user.click(within(grid).getByText('Bull call spread'))
    const behind = await screen.findByTestId('quality-behind')
    expect((await within(behind).findAllByText('Bull call spread')).length).toBe(3)
    await user.click(screen.getByRole('button', { name: 'Bull call spread ×' }))
    await waitFor(() => expect(screen.queryByTestId('quality-behind')).toBeNull())
  })
  it('Quality of single orders only shows these at first', async () => {
    const owner = await signIn()
    await send('Bid one', '50000')
    const atMs = Date.UTC(2026, 10, 20, 9)
    const single = takenRfq(owner, 'one', atMs, 9)
      .filter(order => order.market_id === '0')
      .map(order => ({ ...order, rfq: undefined }))
    await mergeSaved(owner, { rows: [], orders: single, notes: [], samples: [] })
    await show('/journal?view=quality')
    const user = userEvent.setup()
    await screen.findByTestId('quality-grid')
    const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
    expect(isChosen('Single orders')).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'RFQs' }))
    expect(isChosen('RFQs')).toBe(true)
  })
  it('Quality counts a typed span, says where an end cannot be read, and has what History says of that time', async () => {
    const owner = await signIn()
    await send('Bid one', '50000')
    const atMs = Date.UTC(2026, 10, 20, 9)
    const orders = [0, 1, 2].flatMap(index => takenRfq(owner, `rfq-${index}`, atMs + index * dayMs, 10))
    await mergeSaved(owner, { rows: [], orders, notes: [], samples: [] })
    await show('/journal?view=quality')
    const user = userEvent.setup()
    const grid = await screen.findByTestId('quality-grid')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'typed')
    await user.type(screen.getByRole('textbox', { name: 'From (UTC)' }), '2026-11-21')
    expect((await within(grid).findAllByText('10.00')).length).toBe(2)
    const to = screen.getByRole('textbox', { name: 'To, included (UTC)' })
    await user.type(to, '2026-11-21 09:00')
    expect((await within(grid).findAllByText('1')).length).toBe(2)
    await user.type(to, 'x')
    expect(await screen.findByText('Like 2026-11-20 or 2026-11-20 08:00')).toBeTruthy()
    await waitFor(() => expect(within(grid).queryByText('1')).toBeNull())
    expect(screen.getByText(/^History has fewer than two samples/)).toBeTruthy()
  })
  it('Quality says that the journal cannot be read, and does not go on reading', async () => {
    await signIn()
    await send('Bid one', '50000')
    const restore = failReadsBy('sent')
    try {
      await show('/journal?view=quality')
      expect(await screen.findByText('The journal cannot be read')).toBeTruthy()
    } finally {
      restore()
    }
  })
  it('opens on days, and All events brings the kinds, with the day as a heading and only the time in a row', async () => {
    await signIn()
    await send('Bid one', '50000')
    await show()
    const user = userEvent.setup()
    expect((await screen.findByTestId('journal-days')).textContent).toMatch(/^Today, \w{3} \d+ \w{3}1 order/)
    expect(screen.queryByRole('group', { name: 'What' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'All events' }))
    const grid = await screen.findByTestId('journal-grid')
    const at = [...grid.querySelectorAll('[row-id] [col-id="at"]')].map(each => each.textContent)
    expect(at[0]).toMatch(/^Today, \w{3} \d+ \w{3}$/)
    expect(at.slice(1).length).toBe(3)
    for (const text of at.slice(1)) expect(text).toMatch(/^\d\d:\d\d:\d\d$/)
    await user.click(screen.getByRole('radio', { name: 'Answers' }))
    expect(await screen.findByText(/^1 of \d events$/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'All events' }))
    expect(await screen.findByText(/^3 events$/)).toBeTruthy()
  })
  it('a day opens as a page of its own, to be printed, and goes back', async () => {
    await signIn()
    await send('Bid one', '50000')
    await show()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^Page of Today/ }))
    const sheet = await screen.findByTestId('day-sheet')
    expect(within(sheet).getByRole('heading', { level: 2 }).textContent).toMatch(/^\w{3} \d+ \w{3} 2026 UTC/)
    expect(sheet.textContent).toContain('Nothing was traded.')
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back to the journal' }))
    expect(await screen.findByRole('region', { name: 'Journal by day' })).toBeTruthy()
  })
})
