// @vitest-environment happy-dom
/** Number of legs covered by the header's greeks, and when it is a warning. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { HeaderFigure } from './header-figure.tsx'
import styles from './header.module.css'

afterEach(cleanup)

const price = { size: dec('1'), entry: dec('400'), mark: dec('500') }
const held = ['BTC-20261225-100000C', 'ETH-20261225-4000C'].map(symbol => ({ symbol, ...price }))

function show(isReading: boolean): Element {
  const { totals, net, positionRows = [] } = portfolioOf(held, {})
  const rows = isReading ? positionRows.map(row => ({ ...row, unit: undefined })) : positionRows
  render(<HeaderFigure id="vega" data={{ totals, net, positionRows: rows }} stale={false} explain={() => undefined} />)
  return screen.getByTestId('net-vega')
}

it('is marked where a leg has no price, and not while the quotes are being read', () => {
  const warning = `.${styles.warning}`
  expect(show(false).querySelector(warning)?.textContent).toBe('1 of 2 legs priced')
  cleanup()
  const reading = show(true)
  expect(reading.querySelector(warning)).toBeNull()
  expect(reading.textContent).toContain('1 of 2 legs priced')
})
