// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { doubtAllArrivals } from '../../api/polling/arrivals.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import MarketsPage from './markets-page.tsx'
import '../../../testing/overlays-there.tsx'
import { sizeWindow } from '../../../testing/window-size.ts'

async function show(address = '/markets') {
  page.start()
  return await mountPage(<MarketsPage />, address)
}

const panel = (): HTMLElement => screen.getByRole('region', { name: 'Instruments' })

const shownBefore = (of: RegExp): number =>
  Number(panel().querySelector('output')?.textContent?.split(of)[0]?.replaceAll(',', ''))

const page = startPage({ starts: 'later' })

describe('the instruments', () => {
  it('are shown with their prices, none of them dimmed while they are fresh', async () => {
    await show()
    await waitFor(() => expect(panel().textContent).toMatch(/\d+ of [\d,]+/))
    await waitFor(() => expect(panel().textContent).toMatch(/prices \d/))
    expect(panel().dataset['panelState']).toBe('ready')
    expect(panel().textContent).toContain('BTC')
  })

  it('are dimmed, with the age of the prices, when no newer ones come', async () => {
    await show('/markets?instrument=BTC-USD-PERPETUAL')
    await waitFor(() => expect(panel().textContent).toMatch(/prices \d/))
    page.sandbox.instead = request => (request.url.includes('summary') ? new Response('', { status: 503 }) : undefined)
    await act(async () => doubtAllArrivals())
    await waitFor(() => expect(panel().dataset['panelState']).toBe('stale'))
    expect(panel().textContent).toMatch(/Stale: \d+(\.\d)? s old/)
    expect(panel().textContent).toContain('BTC')
  })

  it('say that there are no prices where the venue has no market summary, not that some are on their way', async () => {
    page.sandbox.instead = request => (request.url.includes('summary') ? new Response('', { status: 404 }) : undefined)
    await show()
    await waitFor(() => expect(panel().textContent).toContain('no prices: this venue has no market summary'))
    await waitFor(() => expect(panel().textContent).toMatch(/\d+ of [\d,]+/))
    expect(panel().textContent).not.toContain('on their way')
  })

  it('have the prices of the opened one once: of its order book, not of the summary beside it', async () => {
    await show('/markets?instrument=BTC-USD-PERPETUAL')
    const details = await screen.findByTestId('instrument-drawer')
    expect(await within(details).findByRole('region', { name: 'Order book' })).toBeTruthy()
    const terms = [...details.querySelectorAll('dt')].map(term => term.textContent)
    expect(terms).toContain('Last')
    expect(terms).not.toContain('Bid')
    const base = within(details).getByText('Base asset').nextElementSibling
    expect(base?.textContent).toBe('BTC')
  })

  it('open on a short list without details, and All shows every one', async () => {
    await show()
    await waitFor(() => expect(panel().textContent).toMatch(/\d+ of [\d,]+/))
    expect(screen.queryByTestId('instrument-drawer')).toBeNull()
    await waitFor(() => expect(shownBefore(/ of /)).toBeGreaterThan(5))
    expect(shownBefore(/ of /)).toBeLessThan(100)
    await userEvent.click(screen.getByRole('button', { name: /^All [\d,]+$/ }))
    expect(panel().textContent).toMatch(/[\d,]+ instruments/)
    await userEvent.click(screen.getByRole('button', { name: 'Short list' }))
    expect(shownBefore(/ of /)).toBeLessThan(100)
  })

  it('of the whole listing are searched', async () => {
    await show()
    await waitFor(() => expect(panel().textContent).toMatch(/\d+ of [\d,]+/))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search instruments' }), 'eth spot')
    await waitFor(() => expect(shownBefore(/ of /)).toBe(1))
  })

  it('are called filtered on a phone by a chosen filter, not by a search, which is in sight', async () => {
    sizeWindow(390, 844)
    await show()
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search instruments' }), 'eth')
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Base' }), 'ETH')
    expect(screen.getByRole('button', { name: 'Filtered' })).toBeTruthy()
  })

  it('say that they could not be loaded, and that it is tried again, where the venue does not answer', async () => {
    page.sandbox.instead = request =>
      request.url.includes('exchangeInfo') ? new Response('', { status: 503 }) : undefined
    await show()
    expect(await screen.findByText('Could not load the instruments')).toBeTruthy()
    expect(panel().textContent).toContain('It is retried automatically.')
    expect(panel().textContent).not.toContain('The venue lists no instrument')
    // This answer is not needed.
    page.sandbox.instead = undefined
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
    await waitFor(() => expect(panel().textContent).toMatch(/\d+ of [\d,]+/))
  })

  async function basesUntil(text: RegExp): Promise<ReadonlySet<string>> {
    const seen = new Set<string>()
    const observer = new MutationObserver(() => {
      for (const cell of document.querySelectorAll('[data-testid="instruments-grid"] [role="gridcell"]:first-child'))
        for (const [base] of (cell.textContent ?? '').matchAll(/^[A-Z]{2,}/g)) seen.add(base)
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    await show()
    await waitFor(() => expect(panel().textContent).toMatch(text))
    await waitFor(() => expect(seen.size).toBeGreaterThan(0))
    observer.disconnect()
    return seen
  }

  it('begin with the first underlying, and never with what a filter that was left keeps out', async () => {
    expect(await basesUntil(/\d+ of [\d,]+/)).toContain('BTC')
    cleanup()
    page.stop()
    localStorage.setItem('legwork.choice.markets', JSON.stringify({ base: 'ETH' }))
    expect([...(await basesUntil(/\d+ of [\d,]+/))]).toEqual(['ETH'])
  })

  it('are none where the venue lists none', async () => {
    page.sandbox.instead = request =>
      request.url.includes('exchangeInfo')
        ? Response.json({ entities_and_rules_response: { server_utc_timestamp: Date.now() * 1000, symbols: [] } })
        : undefined
    await show()
    expect(await screen.findByText('The venue lists no instrument')).toBeTruthy()
  })

  it('have missing prices, not zero, if the venue reports none', async () => {
    page.sandbox.instead = request => (request.url.includes('summary') ? Response.json([]) : undefined)
    await show('/markets?instrument=BTC-USD-PERPETUAL')
    const term = await screen.findByText('Open interest', { selector: 'dt' })
    expect(term.nextElementSibling?.textContent).toBe('–')
    expect(panel().dataset['panelState']).toBe('ready')
  })
})

describe('one instrument', () => {
  it('opens the ticket at a price of its book that is pressed: a bid to sell, an ask to buy', async () => {
    const router = await show('/markets?instrument=BTC-USD-PERPETUAL')
    const [bid] = await screen.findAllByTitle(/^Sell at [\d,.]+: opens the ticket and sends nothing$/, {})
    await userEvent.click(bid as HTMLElement)
    const price = bid?.textContent?.replaceAll(',', '')
    expect(router.location.search).toMatchObject({ trade: 'BTC-USD-PERPETUAL', side: 'sell' })
    expect(String((router.location.search as Record<string, unknown>)['price'])).toMatch(
      new RegExp(`^${price?.replace(/\.0+$/, '')}(\\.0+)?$`),
    )
    expect(page.sandbox.asked.filter(each => each.startsWith('POST') && each.includes('/order'))).toEqual([])
  })

  it('is watched at a press, over a reload', async () => {
    await show('/markets?instrument=BTC-USD-PERPETUAL')
    await userEvent.click(await screen.findByRole('button', { name: '☆ Watch' }))
    expect(screen.getByRole('button', { name: '★ Watched' })).toBeTruthy()
    cleanup()
    page.stop()
    await show('/markets?instrument=BTC-USD-PERPETUAL')
    expect(await screen.findByRole('button', { name: '★ Watched' })).toBeTruthy()
  })
})

describe('what is owned, beside the book', () => {
  const own = async (): Promise<Readonly<Record<string, string>>> => {
    const part = await screen.findByRole('region', { name: 'Own position and funds' })
    return Object.fromEntries(
      [...part.querySelectorAll('dt')].map(term => [
        term.textContent ?? '',
        term.nextElementSibling?.textContent ?? '',
      ]),
    )
  }
  const signIn = () => page.signIn()

  it('is not known, which is neither flat nor zero, to who is signed out', async () => {
    await show('/markets?instrument=BTC-USD-PERPETUAL')
    expect(await own()).toEqual({ Position: '–', 'Available USD': '–' })
  })

  it('is the position with its figures as the venue says them, and what is available in the asset that it settles in', async () => {
    let told: readonly { readonly symbol: string; readonly available_balance: string }[] = []
    page.sandbox.instead = async request => {
      if (!request.url.endsWith('/balances')) return undefined
      const answer = (await (await page.sandbox.pass(request)).json()) as { balance_response: typeof told }
      told = answer.balance_response
      return Response.json(answer)
    }
    await show('/markets?instrument=BTC-USD-PERPETUAL')
    await signIn()
    await waitFor(async () =>
      expect(await own()).toMatchObject({
        Position: expect.stringMatching(/^[+−]\d/),
        uPnL: expect.stringMatching(/\d/),
      }),
    )
    const usd = Number(told.find(each => each.symbol === 'USD')?.available_balance)
    await waitFor(async () => expect(Number((await own())['Available USD']?.replaceAll(',', ''))).toBeCloseTo(usd, 1))
  })

  it('is flat where the venue listed every position and none of it', async () => {
    await show('/markets?instrument=PTF-USD')
    await signIn()
    await waitFor(async () => expect((await own())['Position']).toBe('flat'))
  })

  it('is not called flat while a position could not be read', async () => {
    page.sandbox.instead = async request => {
      if (!request.url.endsWith('/positions')) return undefined
      const text = await (await page.sandbox.pass(request)).text()
      return new Response(text.replace('"mark_price"', '"mark"'), { headers: { 'content-type': 'application/json' } })
    }
    await show('/markets?instrument=PTF-USD')
    await signIn()
    await waitFor(async () => expect((await own())['Available USD']).toMatch(/\d/))
    await waitFor(() => expect(page.sandbox.asked).toContain('GET /v1/api/positions'))
    expect((await own())['Position']).toBe('–')
  })
})

it('watch lists are made under names, take the instrument each by itself, and narrow the grid', async () => {
  await show('/markets?instrument=BTC-USD-PERPETUAL')
  const filter = await screen.findByRole('combobox', { name: 'Watch list' })
  await userEvent.selectOptions(filter, 'Edit lists…')
  const dialog = within(await screen.findByTestId('watch-lists'))
  await userEvent.type(dialog.getByRole('textbox', { name: 'New list' }), 'Wings')
  await userEvent.click(dialog.getByRole('button', { name: 'Add list' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add list' }))
  expect(dialog.getByText(/needs a name of its own/)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: '☆ Wings' }))
  expect(screen.getByRole('button', { name: '☆ Watch list' })).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Watch list' }), 'Wings')
  await waitFor(() => expect(panel().textContent).toMatch(/1 of [\d,]+/))
  await userEvent.click(screen.getByRole('button', { name: '★ Wings' }))
  await waitFor(() => expect(panel().textContent).toMatch(/0 of [\d,]+/))
})

describe('deliverables', () => {
  const open = async () => {
    await show()
    await waitFor(() => expect(panel().textContent).toMatch(/\d+ of [\d,]+/))
    await userEvent.click(screen.getByRole('button', { name: 'Deliverables' }))
    return screen.findByRole('region', { name: 'Deliverables' })
  }

  it('are listed with name, symbol and id', async () => {
    const list = await open()
    await waitFor(() => expect(list.textContent).toMatch(/\d+ deliverables/))
    expect(page.sandbox.asked).toContain('GET /v1/api/deliverableInfo')
  })

  it('say that they could not be loaded, which is not that there are none', async () => {
    page.sandbox.instead = request =>
      request.url.includes('deliverableInfo') ? new Response('', { status: 503 }) : undefined
    const list = await open()
    await waitFor(() => expect(list.textContent).toContain('Could not load deliverables'))
    expect(list.textContent).not.toContain('no deliverable')
  })
})
