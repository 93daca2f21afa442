// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { journalWriter } from '../../../api/journal/journal.ts'
import { readSamples } from '../../../api/samples/sample-store.ts'
import { presentOwner } from '../../../api/venue/owner.ts'
import { signInToSandbox } from '../../../api/venue/sign-in.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import { ownerKey } from '../../../../core/domain/owner.ts'
import { waitForFirstSample } from '../../../../testing/first-sample.ts'
import { mountPage, startPage, sendOrder } from '../../../../testing/mount-page.tsx'
import { firmLimit } from '../../../../testing/order.fixture.ts'
import '../../../../testing/overlays-there.tsx'
import '../../../../testing/sized-elements.ts'
import PortfolioPage from '../portfolio-page.tsx'

startPage()
beforeEach(async () => {
  await mountPage(<PortfolioPage />)
  await waitFor(() => expect(screen.getByTestId('total-equity').textContent).toMatch(/\d,\d/))
  await waitFor(() => expect(screen.getByTestId('total-realised').textContent).toContain('not seen here'))
})

async function trade(side: 'buy' | 'sell', price: string): Promise<void> {
  const order = { ...firmLimit, symbol: 'ETH-USD-PERPETUAL', side, recv_window: 2, quantity: dec('1') } as const
  await sendOrder({ ...order, price: dec(price) }, `${side} ETH`)
  await journalWriter.settled()
}

describe('trades that are over', () => {
  it('are none at first, and say so; one that was opened and closed stands under Closed with what it realised', async () => {
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: 'Trades' }))
    await user.click(await screen.findByRole('radio', { name: 'Closed' }))
    expect(await screen.findByText('No closed trades')).toBeTruthy()
    await waitForFirstSample()
    await trade('buy', '9000')
    await trade('sell', '1000')
    await screen.findByTestId('closed-trades-grid')
    const grid = (): HTMLElement => screen.getByTestId('closed-trades-grid')
    await waitFor(() => expect(within(grid()).getByText('ETH PERP')).toBeTruthy())
    const cells = (id: string): string[] =>
      [...grid().querySelectorAll(`[role="gridcell"][col-id="${id}"]`)].map(each => each.textContent)
    const cell = (id: string): string => cells(id)[0] ?? ''
    await waitFor(() => expect(cell('realised')).toMatch(/^−\d/))
    const figure = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'))
    // Bought at the ask and sold at the bid.
    expect(cell('quantity')).toBe('1')
    expect(figure(cell('realised'))).toBeCloseTo(figure(cell('price-out')) - figure(cell('price-in')), 2)
    const proof = screen.getByTestId('closed-proof').textContent
    expect(proof).toBe(`1 closed trade ${cell('realised')}= realised in the header ${cell('realised')}`)
    expect(screen.getByTestId('total-realised').textContent).toContain(cell('realised'))
    await user.click(within(grid()).getByText('ETH PERP'))
    await waitFor(() => expect(cells('trade')).toEqual(['ETH PERP', 'Opened', 'Closed']))
    const filter = screen.getByRole('searchbox', { name: 'Filter closed trades' })
    await user.type(filter, 'btc')
    expect(await screen.findByText('No closed trade matches the filter.')).toBeTruthy()
    expect(screen.getByTestId('closed-found').textContent).toMatch(/^0 of 1/)
    // Filtering does not change the total.
    expect(screen.getByTestId('closed-proof').textContent).toBe(proof)
    await user.clear(filter)
    await user.type(filter, 'eth')
    await waitFor(() => expect(cells('trade')).toEqual(['ETH PERP', 'Opened', 'Closed']))
    await user.click(screen.getByRole('radio', { name: 'Open' }))
    expect((await screen.findByTestId('trades-proof')).textContent).toContain('1 closed trade')
  })
  it('are what a flat account is led to, with how many there are and what they made', async () => {
    await act(async () => expect(await signInToSandbox('flat')).toEqual({ ok: true }))
    await waitFor(async () => expect(await readSamples(ownerKey(presentOwner()!))).not.toEqual([]))
    await trade('buy', '9000')
    await trade('sell', '1000')
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: 'Trades' }))
    const lead = await screen.findByRole('button', { name: 'Show closed trades' })
    expect(screen.getByText(/^1 closed trade, −\d[\d.,]* USD\.$/)).toBeTruthy()
    await user.click(lead)
    expect(await screen.findByTestId('closed-trades-grid')).toBeTruthy()
  })
})

describe('the view of the positions that nobody chose', () => {
  const isShown = (name: string): boolean => screen.getByRole<HTMLInputElement>('radio', { name }).checked

  it('becomes trades once one is known', async () => {
    expect(isShown('Net')).toBe(true)
    await waitForFirstSample()
    await trade('buy', '9000')
    await waitFor(() => expect(isShown('Trades')).toBe(true))
  })

  it('stays once its rows are in use, and so does the menu of a row', async () => {
    await waitForFirstSample()
    await userEvent.pointer({ keys: '[MouseRight]', target: screen.getAllByRole('gridcell')[0] as HTMLElement })
    await screen.findByRole('menu', { name: 'Row' })
    for (const side of ['buy', 'buy', 'sell'] as const) await trade(side, side === 'buy' ? '9000' : '1000')
    await waitFor(() => expect(screen.getByTestId('total-realised').textContent).toMatch(/−\d/))
    expect(isShown('Net')).toBe(true)
    expect(screen.getByRole('menu', { name: 'Row' })).toBeTruthy()
  })
})
