// @vitest-environment happy-dom
/** The Portfolio screen over the in-process exchange when rows of answers become unreadable. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useConnection } from '../../api/polling/connection.ts'
import { queryClient, refreshAccount } from '../../api/polling/query-client.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { driftValue } from '../../../exchange/sandbox/control/answer-faults.ts'
import { failReadsBy } from '../../../testing/failed-reads.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import { sizeWindow } from '../../../testing/window-size.ts'
import '../../../testing/overlays-there.tsx'
import { PastPortfolio } from './past-portfolio.tsx'
import PortfolioPage from './portfolio-page.tsx'

// Includes the line of balances below the positions.
beforeEach(() => sizeWindow(1440, 900))
const page = startPage()

const Light = () => <output data-testid="light">{useConnection().state}</output>

async function show(): Promise<void> {
  await mountPage(
    <>
      <Light />
      <PortfolioPage />
    </>,
  )
  await waitFor(() => {
    expect(valueOf('total-equity')).toMatch(/\d/)
    expect(textOf('total-cash')).toMatch(/\d/)
  })
  await waitFor(() => expect(screen.getByTestId('light').textContent).toBe('live'))
}

const textOf = (id: string): string => screen.getByTestId(id).textContent ?? ''
const valueOf = (id: string): string => textOf(id).replace(/^.*?(?=[+−–\d])/, '')

function drift(
  path: string,
  field: string,
  change: 'renamed' | 'retyped' | 'missing',
  rows = Number.POSITIVE_INFINITY,
): void {
  page.sandbox.instead = async request => {
    if (!request.url.includes(path)) return undefined
    const whole = new Request(request)
    whole.headers.delete('if-none-match')
    const answer = await page.sandbox.pass(whole)
    let left = rows
    const spoilt = (value: unknown): unknown => {
      if (Array.isArray(value))
        return value.map(each =>
          left-- > 0 ? driftValue(each, { fault: 'drift', account: 'demo', count: 1, on: 'any', field, change }) : each,
        )
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoilt(each)]))
    }
    return Response.json(spoilt(await answer.json()), { status: answer.status })
  }
}
const poll = () => act(async () => refreshAccount())
const pollSummary = () =>
  act(() => queryClient.refetchQueries({ predicate: query => query.queryKey[0] === 'market_summary' }))

it('a past minute says that what is stored cannot be read, instead of being read for ever', async () => {
  const restore = failReadsBy('filled')
  try {
    await mountPage(<PastPortfolio atMs={serverNowMs()} />)
    expect(await screen.findByText('The stored data cannot be read')).toBeTruthy()
  } finally {
    restore()
  }
})

describe('positions that cannot be read', () => {
  it.each(['renamed', 'retyped', 'missing'] as const)(
    '%s in every row: no total, no “No open positions”, and the light says data',
    async change => {
      await show()
      const [equity, cash] = [valueOf('total-equity'), textOf('total-cash')]
      drift('/positions', 'mark_price', change)
      await poll()
      await waitFor(() => expect(textOf('total-equity')).toMatch(/of \d+ positions could not be read/))
      expect(textOf('total-equity')).toContain('–last known')
      expect(textOf('total-equity')).toContain(equity.slice(0, 8))
      for (const id of ['total-upnl', 'net-delta', 'net-gamma', 'net-vega', 'net-theta', 'day-change'])
        expect(textOf(id)).toContain('could not be read')
      await waitFor(() => expect(textOf('needs')).toMatch(/^Needs you– \d of \d+ positions could not be read/))
      expect(textOf('total-cash')).toBe(cash)
      expect(screen.queryByText('No open positions')).toBeNull()
      expect(screen.queryByText('No risk: no open positions')).toBeNull()
      await waitFor(() => expect(screen.getByTestId('light').textContent).toBe('data'))
      page.sandbox.instead = undefined
      await poll()
      await waitFor(() => expect(textOf('total-equity')).not.toContain('could not be read'))
      expect(screen.getByTestId('light').textContent).toBe('live')
    },
  )

  it('leave the grid as the figures: rows as last read, dimmed, with their age and why, out of reach, until one can be read again', async () => {
    await show()
    const panel = screen.getByRole('region', { name: 'Positions' })
    const size = (): string | undefined => /BTC-USD-PERPETUAL|BTC PERP/.exec(panel.textContent ?? '')?.[0]
    await waitFor(() => expect([panel.dataset['panelState'], size()]).toEqual(['ready', expect.any(String)]))
    drift('/positions', 'mark_price', 'missing')
    await poll()
    await waitFor(() => expect(panel.dataset['panelState']).toBe('last'))
    expect(panel.querySelector('[inert]')?.textContent).toContain(size())
    expect(within(panel).getByText(/^Last known/).textContent).toMatch(
      /Last known, .*\d+.* old: None of the \d+ rows of positions could be read/,
    )
    expect(textOf('total-upnl')).toContain('last known')
    drift('/positions', 'mark_price', 'missing', 1)
    await poll()
    await waitFor(() => expect(panel.dataset['panelState']).toBe('ready'))
    expect(within(panel).queryByText(/^Last known/)).toBeNull()
    expect(textOf('total-upnl')).toContain('could not be read')
  })

  it('one press shows the row as it came and the field at fault', async () => {
    await show()
    drift('/positions', 'size', 'retyped', 2)
    await poll()
    const [button] = await screen.findAllByRole('button', { name: /^2 of \d+ positions could not be read$/ })
    await userEvent.click(button as HTMLElement)
    const dialog = await screen.findByTestId('unread-rows')
    expect(within(dialog).getAllByText('size')).toHaveLength(2)
    expect(dialog.textContent).toContain('"size":{"value":')
  })
})

it('balances that cannot be read leave no cash, no equity and no day change; positions keep theirs', async () => {
  await show()
  drift('/balances', 'cash_balance', 'retyped', 1)
  await poll()
  await waitFor(() => expect(textOf('total-equity')).toMatch(/1 of \d+ balances could not be read/))
  for (const id of ['total-cash', 'total-reserved', 'total-available', 'total-coins'])
    expect(textOf(id)).toMatch(/^\w+( USD)? –/)
  expect(textOf('total-upnl')).toMatch(/^uPnL, USD[+−]\d/)
  await userEvent.click(screen.getByRole('button', { name: 'Balances by asset' }))
  drift('/balances', 'cash_balance', 'missing')
  await poll()
  expect(await screen.findByText(/None of the \d+ rows of balances could be read/)).toBeTruthy()
  expect(screen.queryByText('No balances')).toBeNull()
})

it('index prices that the venue stops sending leave no equity and no day change; what needs none stays, and the light says data', async () => {
  await show()
  const equity = valueOf('total-equity')
  drift('/summary', 'index_price', 'missing')
  await pollSummary()
  await waitFor(() => expect(textOf('total-equity')).toContain('the venue sends no index of'))
  expect(textOf('total-equity')).toContain('–last known')
  expect(textOf('total-equity')).toContain(equity.slice(0, 8))
  expect(textOf('total-equity')).not.toContain('without')
  expect(textOf('day-change')).toContain('the venue sends no index of')
  expect(textOf('total-upnl')).toMatch(/^uPnL, USD[+−]\d/)
  await waitFor(() => expect(screen.getByTestId('light').textContent).toBe('data'))
})

it('forwards of options that the venue stops sending leave no greek but its last value and how many legs lack a price, and the light says data', async () => {
  await show()
  const before = valueOf('net-vega')
  drift('/summary', 'best_bid', 'missing')
  await pollSummary()
  for (const id of ['net-delta', 'net-gamma', 'net-vega', 'net-theta'])
    await waitFor(() => expect(textOf(id)).toMatch(/–last known .* of \d+ legs could not be priced/))
  expect(textOf('net-vega')).toContain(before)
  await waitFor(() => expect(screen.getByTestId('light').textContent).toBe('data'))
})

it('trades beside net positions stand in the same rows, proven against the positions leg by leg, and say so while these are not all known', async () => {
  await show()
  await userEvent.click(screen.getByRole('radio', { name: 'Trades' }))
  const proof = await screen.findByTestId('trades-proof')
  await waitFor(() => expect(proof.textContent).toMatch(/(\d+) of \1 add up ✓/))
  await waitFor(() => expect(screen.getAllByText('Opened before recording').length).toBeGreaterThan(0))
  drift('/positions', 'size', 'retyped', 1)
  await poll()
  await screen.findByText(/Some positions are unknown/)
  page.sandbox.instead = undefined
  await userEvent.click(screen.getByRole('radio', { name: 'Net' }))
  await waitFor(() => expect(screen.queryByText('Opened before recording')).toBeNull())
})
