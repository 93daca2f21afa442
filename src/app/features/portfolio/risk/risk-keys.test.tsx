// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { drawPage, mountPage, startPage } from '../../../../testing/mount-page.tsx'
import PortfolioPage from '../portfolio-page.tsx'
import '../../../../testing/overlays-there.tsx'

startPage()

// First, and synchronously from render to key: later the code is loaded.
it('of the risk that is pressed before the panel’s code is there is followed once it is', async () => {
  drawPage(<PortfolioPage />)
  expect(screen.queryByTestId('risk-panel')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'G', code: 'KeyG', shiftKey: true })
  fireEvent.keyUp(document.body, { key: 'G', code: 'KeyG', shiftKey: true })
  const panel = await screen.findByTestId('risk-panel')
  expect(within(panel).getByRole('radio', { name: 'Greeks' })).toHaveProperty('checked', true)
})

it('of the risk brings it into view where it is one of several tabs', async () => {
  const wide = matchMedia
  window.matchMedia = query =>
    Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as MediaQueryList
  try {
    await mountPage(<PortfolioPage />)
    expect(screen.getByRole('tab', { name: 'Positions' }).getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard('{Shift>}d{/Shift}')
    expect(screen.getByRole('tab', { name: 'Risk' }).getAttribute('aria-selected')).toBe('true')
    const panel = await screen.findByTestId('risk-panel')
    expect(within(panel).getByRole('radio', { name: 'Expiries' })).toHaveProperty('checked', true)
  } finally {
    window.matchMedia = wide
  }
})
