// @vitest-environment happy-dom
/** Portfolio payoffs, for legs with values of one multiplication each. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { netGreeks, type PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { lineOf } from '../../../../testing/book.fixture.ts'
import '../../../../testing/sized-elements.ts'
import { call, nowMs, quote, surfaceOf } from '../../../../testing/universe.fixture.ts'
import { mask } from '../../../ui/format/privacy.ts'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import { PortfolioPayoffView } from './portfolio-payoff-view.tsx'
import { chooseRisk, type RiskChoices, useRiskChoices } from './risk-choices.ts'
import type { ChosenPoint } from './risk-view.ts'

let chosen: ChosenPoint
const present: ChosenPoint = { scenario: { timePart: 0, volatilityShift: 0 }, prices: {} }
beforeEach(() => void (chosen = present))
afterEach(() => {
  cleanup()
  setPreferences({ amounts: 'shown' })
})

const at = (line: PortfolioLine, mark: number, entry: number): PortfolioLine => ({ ...line, mark, entry })
const straddle = [
  at(lineOf('BTC-20261225-100000C', 10), 3_000, 2_500),
  at(lineOf('BTC-20261225-100000P', 10), 2_000, 2_500),
]
const short = at(lineOf('BTC-20261225-110000C', -10), 1_000, 1_500)
const underlyings = new Map([['BTC', { price: 100_000, source: 'index' }]])

interface Given {
  readonly lines?: readonly PortfolioLine[]
  readonly from?: RiskChoices['from']
  readonly point?: ChosenPoint
  readonly isPending?: boolean
  readonly surface?: BaseSurface
}

function Shown({ lines = straddle, from = 'mark', point = present, isPending = false, surface }: Given) {
  const [now, setNow] = useState(point)
  useState(() => chooseRisk({ from, base: 'BTC' }))
  const choices = useRiskChoices()
  return (
    <PortfolioPayoffView
      risk={{
        rows: [],
        lines,
        net: netGreeks(lines, base => underlyings.get(base)),
        book: {
          surfaceOf: () => surface,
          isPending: () => isPending,
          underlyings: new Map(),
          units: new Map(),
          atMs: nowMs,
        },
        underlyings,
      }}
      lines={lines}
      whole={undefined}
      coins={[]}
      chosen={now}
      setChosen={next => {
        chosen = next
        setNow(next)
      }}
      choices={choices}
      lead={null}
    />
  )
}
const show = (given: Given = {}) => render(<Shown {...given} />)
const extremes = () => screen.getByTestId('book-extremes').textContent
const point = (): Record<string, string> =>
  Object.fromEntries(
    [...screen.getByTestId('price-point').querySelectorAll('dt')].map(name => [
      name.textContent,
      name.nextElementSibling?.textContent ?? '',
    ]),
  )
const slider = () => screen.getByRole('slider', { name: 'Price' })

describe('the payoff of the book', () => {
  it('from now on loses what it is worth, and is even that far on both sides', () => {
    show()
    // 10 × (3,000 + 2,000) paid back at 5,000 from the strike.
    expect(extremes()).toBe('Best unlimited, worst −50,000.00, exact · break-even 95,000, 105,000')
    expect(point()).toMatchObject({ At: '100,000', 'At expiry': '−50,000' })
  })

  it('since its entry loses what it cost', () => {
    show({ lines: [...straddle, short], from: 'entry' })
    // 10 × (2,500 + 2,500 − 1,500), and above 110,000 minus 10 × 10,000.
    expect(extremes()).toContain('worst −35,000.00')
    fireEvent.click(screen.getByRole('radio', { name: 'vs mark' }))
    // 10 × (3,000 + 2,000 − 1,000).
    expect(extremes()).toContain('worst −40,000.00')
  })

  it('is not drawn while the volatilities of its base are on the way: futures alone are not the book', () => {
    const { rerender } = show({ isPending: true })
    expect(screen.queryByTestId('book-extremes')).toBeNull()
    expect(screen.getByText('Loading volatilities')).toBeTruthy()
    rerender(<Shown />)
    expect(extremes()).toContain('worst −50,000.00')
  })

  it('short without a cover has no bound below', () => {
    show({ lines: [short] })
    expect(extremes()).toMatch(/^Best \+10,000\.00, worst unlimited, exact · break-even 111,000$/)
  })

  it('is read at a price chosen by the slider, which other views see, and as now again', () => {
    show()
    expect(slider().getAttribute('aria-valuetext')).toBe('100,000')
    fireEvent.change(slider(), { target: { value: '110000' } })
    const price = chosen.prices['BTC'] ?? 0
    expect(price).toBeGreaterThan(105_000)
    expect(slider().getAttribute('aria-valuetext')).toMatch(/ \(\+\d+\.\d %\)$/)
    const value = Number.parseFloat(point()['At expiry']?.replace(/[+,]/g, '') ?? '')
    expect(Math.abs(value - 10 * (price - 100_000 - 5_000))).toBeLessThan(1)
    fireEvent.click(screen.getByRole('button', { name: 'As now' }))
    expect(chosen).toEqual(present)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'As now' }).disabled).toBe(true)
  })

  it('says the price that was chosen elsewhere, also beyond what is drawn', () => {
    show({ point: { ...present, prices: { BTC: 40_000 } } })
    expect(point()['At']).toBe('40,000')
    expect(slider().getAttribute('aria-valuetext')).toBe('40,000 (−60.0 %)')
  })

  it('keeps the prices that were chosen of other bases when its own is changed or given up', () => {
    show({ point: { ...present, prices: { BTC: 90_000, ETH: 3_000 } } })
    expect(point()['At']).toBe('90,000')
    fireEvent.change(slider(), { target: { value: '101000' } })
    expect(chosen.prices['ETH']).toBe(3_000)
    fireEvent.click(screen.getByRole('button', { name: 'As now' }))
    expect(chosen.prices).toEqual({ ETH: 3_000 })
  })

  it('of legs that have expired is of the others, and names them', () => {
    const past = { ...lineOf('BTC-20261225-90000P', 5), expiryMs: nowMs - 1, name: 'BTC 20NOV26 90000 P' }
    show({ lines: [...straddle, past] })
    expect(extremes()).toContain('worst −50,000.00')
    expect(
      screen.getByText('Left out, expired, without a volatility, or of an unknown rule: BTC 20NOV26 90000 P'),
    ).toBeTruthy()
  })

  it('without quotes says that there is no value before expiry, instead of drawing one', () => {
    show()
    expect(screen.getByText(/there is no value before expiry/)).toBeTruthy()
    expect(screen.queryByRole('slider', { name: 'Volatility' })).toBeNull()
    expect(point()).not.toHaveProperty('Vega')
  })

  it('says that the value now is by the model, where it is set against the venue’s marks', () => {
    const surface = surfaceOf(
      new Map([quote('BTC-USD-PERPETUAL', '99990', '100010'), quote(call(100), '2950', '3050')]),
    )
    show({ lines: [at(lineOf(call(100), 10), 3_020, 2_500)], surface })
    expect(point()).toHaveProperty('Theoretical now')
    expect(screen.getByTitle(/the model’s value less the venue’s marks/)).toBeTruthy()
  })

  it('hides its amounts, and not prices and break-evens', () => {
    show()
    act(() => setPreferences({ amounts: 'hidden' }))
    expect(point()).toMatchObject({ At: '100,000', 'At expiry': mask })
    expect(extremes()).toBe(`Best unlimited, worst ${mask}, exact · break-even 95,000, 105,000`)
  })
})
