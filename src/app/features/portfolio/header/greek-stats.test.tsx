// @vitest-environment happy-dom
/** Number of legs covered by the header's greeks, and when it is a warning. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { GreekStats } from './greek-stats.tsx'
import styles from './header.module.css'

afterEach(cleanup)

const price = { size: dec('1'), entry: dec('400'), mark: dec('500') }
const held = ['BTC-20261225-100000C', 'ETH-20261225-4000C'].map(symbol => ({ symbol, ...price }))

function show(isReading: boolean): Element {
  const { net } = portfolioOf(held, {})
  render(
    <GreekStats
      net={net}
      gap={undefined}
      last={undefined}
      stale={false}
      isReading={isReading}
      explain={() => undefined}
    />,
  )
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
