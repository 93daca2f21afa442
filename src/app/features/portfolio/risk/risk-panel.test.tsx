// @vitest-environment happy-dom
/** The risk panel before all its inputs have loaded. */
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import '../../../../testing/sized-elements.ts'
import { RiskPanel } from './risk-panel.tsx'

startPage({ starts: 'signed_out' })

const call = { symbol: 'BTC-20261225-100000C', size: dec('3'), entry: dec('400'), mark: dec('500') }

const inverse = { symbol: 'ETH-ETH-PERPETUAL', size: dec('-1000'), entry: dec('4000'), mark: dec('4100') }

async function show(listing: Portfolio['listing'], held = [call]): Promise<HTMLElement> {
  await mountPage(<RiskPanel portfolio={{ ...portfolioOf(held, {}), listing }} />)
  return screen.findByTestId('risk-panel')
}

it('waits for the listing, without which no quote has a meaning', async () => {
  const panel = await show('waiting')
  expect(within(panel).queryByTestId('book-extremes')).toBeNull()
  expect(within(panel).queryByText(/^Left out/)).toBeNull()
})

it.each(['ready', 'failed'] as const)('shows what needs no quotes once the listing is %s', async listing => {
  const panel = await show(listing)
  expect(within(panel).getByTestId('book-extremes').textContent).toContain('worst −1,500.00')
})

it('offers no base that holds only instruments of an unknown rule', async () => {
  const panel = await show('ready', [call, inverse])
  expect(within(panel).queryByRole('radio', { name: 'ETH' })).toBeNull()
  expect(within(panel).getByTestId('book-extremes').textContent).toContain('worst −1,500.00')
})

it('names what it leaves out where the rule of nothing held is known', async () => {
  const panel = await show('ready', [inverse])
  expect(within(panel).getByText(/^Left out.*: ETH-ETH PERP/)).toBeTruthy()
})
