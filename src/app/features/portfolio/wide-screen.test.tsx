// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import PortfolioPage from './portfolio-page.tsx'
import '../../../testing/overlays-there.tsx'
import '../../../testing/sized-elements.ts'
import { sizeWindow } from '../../../testing/window-size.ts'

async function show(width: number): Promise<HTMLElement> {
  sizeWindow(width, 1440)
  await mountPage(<PortfolioPage />)
  const risk = await screen.findByTestId('risk-panel')
  await within(risk).findByTestId('book-extremes')
  return risk
}

startPage()

test('with room for both, the stress of the same underlying stands beside the payoff; on a desk it does not', async () => {
  const risk = await show(2560)
  await waitFor(() => expect(within(risk).getByTestId('stress-worst').textContent).toMatch(/^Worst −[\d,]+ USD at/))
  expect(within(risk).getByRole('table', { name: /^Profit and loss by price and volatility of BTC/ })).toBeTruthy()
  // Both use one choice of underlying and legs.
  expect(within(risk).getAllByRole('radio', { name: 'BTC' })).toHaveLength(1)
  act(() => sizeWindow(1440, 900))
  await waitFor(() => expect(screen.queryByTestId('stress-worst')).toBeNull())
})
