// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { doubtAllArrivals } from '../../../api/polling/arrivals.ts'
import { saveSample } from '../../../api/samples/sample-store.ts'
import { historyChanged } from '../../../api/journal/erase.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { presentOwner } from '../../../api/venue/owner.ts'
import { signInToSandbox } from '../../../api/venue/sign-in.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { ownerKey } from '../../../../core/domain/owner.ts'
import { dayMs, minuteMs, yearMs } from '../../../../core/domain/time.ts'
import { testSample } from '../../../../testing/recorder/test-sample.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import MarketsPage from '../markets-page.tsx'
import '../../../../testing/overlays-there.tsx'

const page = startPage({ instruments: 400, starts: 'later' })

async function show(address = '/markets?view=volatility') {
  page.start()
  return await mountPage(<MarketsPage />, address)
}

describe('volatility', () => {
  it('shows the smile of one expiry in a table too, each option with bid, mid, ask and the fitted curve', async () => {
    await show()
    const smile = await screen.findByTestId('smile-chart')
    expect(screen.getByTestId('smile-says').textContent).toMatch(
      /^Forward [\d,.]+ · at the money [\d.]+ % · \d+ of \d+ strikes quoted/,
    )
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

  it('has risk reversals, butterflies and forward volatility of every expiry, and a surface by delta and by strike', async () => {
    await show()
    const skew = await screen.findByRole('table', { name: 'Skew of BTC' })
    expect(within(skew).getAllByRole('row').length).toBeGreaterThan(2)
    expect(within(skew).getAllByRole('row')[1]?.textContent).toMatch(
      /^\d+[A-Z]{3}\d\d[\d,.]+ %[\d.]+ %([+−]?[\d.]+){4}$/,
    )
    expect(screen.getByRole('table', { name: 'Fitted volatility of BTC by expiry and delta' })).toBeTruthy()
    await act(async () => screen.getByRole('radio', { name: 'By strike' }).click())
    expect(screen.getByRole('table', { name: 'Fitted volatility of BTC by expiry and strike' })).toBeTruthy()
  })

  it('opens the ticket of the option nearest to a cell of the surface', async () => {
    await show()
    const surface = await screen.findByRole('region', { name: 'Surface' })
    await act(async () => screen.getByRole('radio', { name: 'By strike' }).click())
    const [cell] = within(surface).getAllByRole('button', { name: /^\d+[A-Z]{3}\d\d \S+ [\d.]+ %$/ })
    const [day = ''] = cell?.getAttribute('aria-label')?.split(' ') ?? []
    await act(async () => cell?.click())
    const actions = within(surface).getByTestId('point-actions')
    expect(actions.textContent).toMatch(new RegExp(`^BTC ${day} \\d+ [CP]`))
    expect(within(actions).getByRole('button', { name: 'Trade…' })).toBeTruthy()
  })

  it('marks an arbitrage that was planted in the quotes with the prices that make it, and finds none before', async () => {
    await show()
    expect((await screen.findByTestId('arbitrage-says')).textContent).toMatch(
      /^None between the bids and asks of \d+ quoted options/,
    )
    const smile = screen.getByTestId('smile-chart')
    await act(async () => within(smile).getByRole('button', { name: 'Table' }).click())
    const options = within(smile).getAllByRole('button', { name: /^BTC .+ C$/ })
    const [, day = '', strike = ''] = options[3]?.textContent?.split(' ') ?? []
    page.sandbox.instead = async request => {
      if (!request.url.includes('summary')) return undefined
      const rows = (await (await page.sandbox.pass(request)).json()) as {
        symbol: string
        best_bid: string
        best_ask: string
      }[]
      const planted = rows.find(
        row =>
          row.symbol.startsWith('BTC-') && row.symbol.endsWith(`-${strike}C`) && shortName(row.symbol).includes(day),
      )
      if (planted !== undefined) Object.assign(planted, { best_bid: '30000', best_ask: '30005' })
      return Response.json(rows)
    }
    await act(async () => doubtAllArrivals())
    await waitFor(() => expect(screen.getByTestId('arbitrage-says').textContent).toMatch(/^\d+ between bids and asks/))
    expect(screen.getByRole('rowheader', { name: new RegExp(`^${day} ▲ \\d`) })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Arbitrage' }).textContent).toContain(
      `sell 1 × BTC ${day} ${strike} C at 30,000.00, buy`,
    )
    expect(within(smile).getByRole('row', { name: new RegExp(`^BTC ${day} ${strike} C`) }).textContent).toMatch(
      /above the curve · arbitrage/,
    )
  })

  it('says that nothing is sampled yet, and compares with no earlier time that it does not know', async () => {
    await show()
    await screen.findByTestId('smile-chart')
    await waitFor(() => expect(screen.getByTestId('remembered-says').textContent).toContain('Nothing sampled yet'))
    expect(screen.getByTestId('cone-says').textContent).toBe('No prices of the underlying are recorded yet.')
    await act(async () => screen.getByRole('radio', { name: '1 d' }).click())
    expect(screen.getByTestId('smile-says').textContent).toContain('· 1 d ago: no sample')
    expect(screen.getByTestId('term-says').textContent).toContain('· 1 d ago: no sample')
  })

  it('compares with what was sampled, with the days that rank and percentile are of', async () => {
    await show()
    await screen.findByTestId('smile-chart')
    await act(async () => void (await signInToSandbox('volatility')))
    const owner = presentOwner()
    if (owner === undefined) throw new Error('not signed in')
    const dayAgoMs = serverNowMs() - dayMs
    const expiryMs = Number.parseInt(screen.getByLabelText<HTMLSelectElement>('Expiry').value, 10)
    // 90 % at every strike of the visible expiry.
    const curve = `${expiryMs / minuteMs}:100000,${(0.81 * (expiryMs - dayAgoMs)) / yearMs},0,0.00001`
    await saveSample(ownerKey(owner), { ...testSample(dayAgoMs), volatility: { BTC: `100000|${curve}` } })
    await act(async () => await historyChanged(ownerKey(owner)))
    await waitFor(() => expect(screen.getByTestId('remembered-says').textContent).toMatch(/^\d samples? since/))
    await act(async () => screen.getByRole('radio', { name: /^\d+[A-Z]{3}\d\d$/ }).click())
    const row = within(screen.getByRole('table', { name: 'Rank and percentile of BTC' })).getByRole('row', {
      name: /^At the money/,
    })
    const [now = '', hour, day = '', week, rank] = within(row)
      .getAllByRole('cell')
      .map(cell => cell.textContent ?? '')
    expect([hour, week]).toEqual(['–', '–'])
    expect(Number.parseFloat(now) + Number.parseFloat(day.replace('−', ''))).toBeCloseTo(90, 0)
    expect(rank).toBe('after 20 days')
    await act(async () => screen.getByRole('radio', { name: '1 d' }).click())
    expect(screen.getByTestId('smile-chart').textContent).toContain('1 d ago')
    expect(screen.getByTestId('smile-says').textContent).not.toContain('1 d ago')
  })

  it('says what is missing where the venue has no market summary', async () => {
    page.sandbox.instead = request => (request.url.includes('summary') ? new Response('', { status: 404 }) : undefined)
    await show()
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Volatility' }).textContent).toContain(
        'This venue has no market summary',
      ),
    )
  })
})
