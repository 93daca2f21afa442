// @vitest-environment happy-dom
/** The header's greeks while legs have no price, and while quotes are being read. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { must } from '../../../../core/domain/must.ts'
import { portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { HeaderFigure } from './header-figure.tsx'

afterEach(cleanup)

const price = { size: dec('1'), entry: dec('400'), mark: dec('500') }
const held = ['BTC-20261225-100000C', 'ETH-20261225-4000C'].map(symbol => ({ symbol, ...price }))

function show(isReading: boolean): Element {
  const { totals, net, unpriced } = portfolioOf(held, {})
  const data = { totals, net, unpriced: isReading ? undefined : unpriced, lastPriced }
  render(<HeaderFigure id="vega" data={data} stale={false} explain={() => undefined} />)
  return screen.getByTestId('net-vega')
}

const whole = portfolioOf(held.slice(0, 1), {})
const lastPriced = {
  value: { ...whole, rows: whole.positionRows ?? [], lines: whole.lines ?? [], net: must(whole.net, 'net greeks') },
  atMs: 0,
}

it('is no part of a sum where a leg has no price: it says how many lack one, with the last whole figure', () => {
  const warning = '.warning'
  const unpriced = show(false)
  expect(unpriced.querySelector(warning)?.textContent).toBe('1 of 2 legs could not be priced')
  expect(unpriced.textContent).toContain('–last known +6 ')
  cleanup()
  const reading = show(true)
  expect(reading.querySelector(warning)).toBeNull()
  expect(reading.textContent).toContain('–1 of 2 legs priced')
})
