// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { mask } from '../format/privacy.ts'
import { setPreferences } from '../theme/preferences.ts'
import type { ChartHand } from './curve-paths.ts'
import { PayoffChart, type PayoffChartProps } from './payoff-chart.tsx'
import type { PayoffCurve } from './payoff-geometry.ts'
import '../../../testing/sized-elements.ts'

afterEach(() => {
  cleanup()
  setPreferences({ amounts: 'shown' })
})

const atExpiry: PayoffCurve = {
  id: 'expiry',
  label: 'At expiry',
  kind: 'expiry',
  xs: Float64Array.of(50, 100, 120, 150),
  ys: Float64Array.of(-20, -20, 0, 30),
}
const today: PayoffCurve = {
  ...atExpiry,
  id: 'today',
  label: 'Today',
  kind: 'today',
  ys: Float64Array.of(-19, -5, 8, 33),
}

function show(more: Partial<PayoffChartProps> = {}): HTMLElement {
  render(
    <PayoffChart
      label="Payoff"
      curves={[atExpiry, today]}
      currency="USD"
      spot={110}
      kinks={[{ x: 100, y: -20, label: '100 C' }]}
      breakEvens={[120]}
      {...more}
    />,
  )
  return screen.getByTestId('payoff-chart')
}
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Price at the crosshair' })
const moveTo = (price: number) => fireEvent.change(slider(), { target: { value: String(price) } })
const said = () => slider().getAttribute('aria-valuetext')
const priceRead = () => document.querySelector('[class*="readoutHead"] > span')?.textContent
const plot = (): Element => {
  const found = document.querySelector('svg[width]')
  if (found === null) throw new Error('no plot')
  return found
}

it('a payoff is heard as one sentence, with the exact value at each kink', () => {
  expect(show().textContent).toContain('At expiry: level below 100, −20.00 USD at 100, rising above 100; even at 120.')
})

describe('the crosshair by keys', () => {
  it('begins at the spot, and reads the main curve between its points', () => {
    show()
    // Halfway from 100 to 120.
    expect(said()).toBe('110.00: −10.00 USD')
  })

  it('reads every curve, and how far the price is from the spot', () => {
    const chart = show()
    moveTo(132)
    expect(said()).toBe('132.00: +12.00 USD')
    // 8 + 12/30 × 25; 132 relative to 110.
    expect(chart.textContent).toContain('132.00+20.0 %')
    expect(chart.textContent).toContain('Today+18.00 USD')
  })

  it('stays within what is drawn, and goes when it is left', () => {
    show()
    expect([slider().min, slider().max]).toEqual(['50', '150'])
    moveTo(150)
    expect(priceRead()).toBe('150.00')
    fireEvent.blur(slider())
    expect(priceRead()).toBeUndefined()
  })

  it('without a spot begins in the middle', () => {
    show({ spot: undefined })
    expect(said()).toBe('100.00: −20.00 USD')
  })

  it('hides amounts and not prices', () => {
    show()
    act(() => setPreferences({ amounts: 'hidden' }))
    expect(said()).toBe(`110.00: ${mask} USD`)
  })
})

describe('the pointer', () => {
  it('reads the price under it, and nothing once it has left', () => {
    show()
    fireEvent.pointerMove(plot(), { clientX: 700 })
    expect(Number(priceRead())).toBeGreaterThan(90)
    expect(Number(priceRead())).toBeLessThan(115)
    fireEvent.pointerMove(plot(), { clientX: 9_000 })
    expect(priceRead()).toBe('150.00')
    fireEvent.pointerLeave(plot())
    expect(priceRead()).toBeUndefined()
  })

  it('of a finger reads where it taps, and what it read stays when it is lifted', () => {
    show()
    const touch = { pointerType: 'touch', pointerId: 1, clientX: 700 }
    fireEvent.pointerDown(plot(), touch)
    fireEvent.pointerUp(plot(), touch)
    fireEvent.pointerLeave(plot(), touch)
    expect(Number(priceRead())).toBeGreaterThan(90)
  })

  it('of two fingers zooms into the prices between them, and a double tap shows all prices again', () => {
    show()
    const range = () => [Number(slider().min), Number(slider().max)]
    const finger = (pointerId: number, clientX: number) => ({ pointerType: 'touch', pointerId, clientX })
    fireEvent.pointerDown(plot(), finger(1, 300))
    fireEvent.pointerDown(plot(), finger(2, 600))
    fireEvent.pointerMove(plot(), finger(2, 900))
    const [least = 0, most = 0] = range()
    expect(least).toBeGreaterThanOrEqual(50)
    expect(most).toBeLessThan(150)
    for (const id of [1, 2]) fireEvent.pointerUp(plot(), finger(id, 300))
    fireEvent.pointerDown(plot(), finger(1, 300))
    fireEvent.pointerUp(plot(), finger(1, 300))
    fireEvent.pointerDown(plot(), finger(1, 300))
    expect(range()).toEqual([50, 150])
  })

  it('is written as it would be drawn, wherever it goes', () => {
    const chart = () => (
      <PayoffChart label="Payoff" curves={[atExpiry, today]} currency="USD" spot={110} testId="moving" />
    )
    const { rerender } = render(chart())
    const shown = () => screen.getByTestId('moving').outerHTML.replaceAll(/ (?:value|aria-valuetext)="[^"]*"/g, '')
    const seen = new Set<string>()
    for (const clientX of [300, 310, 900, 9_000, 60, 700]) {
      fireEvent.pointerMove(plot(), { clientX })
      const written = shown()
      seen.add(written)
      rerender(chart())
      expect(shown()).toBe(written)
    }
    expect(seen.size).toBe(6)
    fireEvent.pointerLeave(plot())
    expect(screen.getByTestId('moving').querySelector('circle[r="3.5"]')).toBeNull()
  })

  it('leaves the value of the keys alone on its way, and brings it along once it rests', async () => {
    show()
    const before = said()
    fireEvent.pointerMove(plot(), { clientX: 700 })
    expect(said()).toBe(before)
    await waitFor(() => expect(said()).not.toBe(before))
    fireEvent.pointerLeave(plot())
    expect(said()).toBe(before)
  })

  it('reads nothing out while something over the chart is dragged', () => {
    const chart = show({ isQuiet: true })
    fireEvent.pointerMove(plot(), { clientX: 700 })
    expect(chart.querySelector('circle[r="3.5"]')).toBeNull()
    expect(chart.textContent).not.toContain('Today+')
  })
})

it('the same as a table has no value where a curve does not reach', () => {
  const short = { ...today, xs: Float64Array.of(90, 130), ys: Float64Array.of(0, 10) }
  show({ curves: [atExpiry, short], kinks: [], breakEvens: [], spot: undefined })
  fireEvent.click(screen.getByRole('button', { name: 'Table' }))
  const [first] = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(first?.lastElementChild?.textContent).toBe('–')
})

describe('a gesture', () => {
  const drawn = (id: string): string | null | undefined =>
    document.querySelector(`[data-curve="${id}"]`)?.getAttribute('d')
  const moved = { ...today, ys: Float64Array.of(-10, 5, 18, 30) }

  it('draws past React, over whatever is drawn meanwhile, until it rests', () => {
    const hand = createRef<ChartHand>()
    const props = { hand, curves: [atExpiry, today] } as const
    const chart = (extra: Partial<PayoffChartProps> = {}) => (
      <PayoffChart label="Payoff" currency="USD" spot={110} {...props} {...extra} />
    )
    const { rerender } = render(chart())
    const before = drawn('today')
    expect(hand.current?.draw([atExpiry, moved])).toBe(true)
    const during = drawn('today')
    expect(during).not.toBe(before)
    // Marks of the resting curves are hidden meanwhile.
    expect(plot().getAttribute('data-moving')).toBe('values')
    rerender(chart({ spot: 111 }))
    expect(drawn('today')).toBe(during)
    act(() => hand.current?.settle())
    expect(drawn('today')).toBe(before)
    expect(plot().hasAttribute('data-moving')).toBe(false)
  })

  it('that needs other curves is left to React', () => {
    const hand = createRef<ChartHand>()
    show({ hand })
    const before = document.body.innerHTML
    expect(hand.current?.draw([atExpiry])).toBe(false)
    expect(document.body.innerHTML).toBe(before)
  })

  const steep = { ...today, ys: Float64Array.of(-19, -5, 8, 900) }
  const wide = (curve: PayoffCurve) => ({ ...curve, xs: Float64Array.of(0, 100, 120, 300) })
  it.each([
    ['leaves the values shown', [atExpiry, steep], undefined],
    ['goes to other prices', [wide(atExpiry), wide(steep)], [0, 300]],
  ] as const)(
    'that %s moves the axes at once, as they will be at its rest, and gives them back when it is given up',
    (_, curves, prices) => {
      const axes = () =>
        document
          .querySelector('svg[width]')
          ?.outerHTML.replaceAll(/ data-moving="prices"|«?_?r_?[0-9a-z]+_?»?-(?=gain|loss|plot)/g, '')
          // Names of curves are hidden meanwhile.
          .replaceAll(/<text class="[^"]*curveName.*?<\/text>/g, '')
      render(<PayoffChart label="Payoff" currency="USD" curves={curves} xDomain={prices} spot={110} />)
      const atRest = axes()
      cleanup()
      const hand = createRef<ChartHand>()
      const chart = (extra: Partial<PayoffChartProps> = {}) => (
        <PayoffChart label="Payoff" currency="USD" curves={[atExpiry, today]} spot={110} hand={hand} {...extra} />
      )
      const { rerender } = render(chart())
      const before = axes()
      act(() => void hand.current?.draw(curves, { prices, isSame: true }))
      expect(axes()).toBe(atRest)
      expect(atRest).not.toBe(before)
      act(() => hand.current?.settle())
      expect(axes()).toBe(before)
      rerender(chart({ curves, xDomain: prices }))
      expect(axes()).toBe(atRest)
    },
  )
})

it('without a curve says so', () => {
  expect(show({ curves: [], empty: 'No legs yet.' }).textContent).toBe('No legs yet.')
})
