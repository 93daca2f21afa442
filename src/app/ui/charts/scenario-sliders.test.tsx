// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, test } from 'vitest'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { DateSlider, VolatilitySlider } from './scenario-sliders.tsx'

afterEach(cleanup)

const nowMs = Date.UTC(2026, 10, 21, 8)
const after = (days: number): number => nowMs + days * dayMs
const slider = () => screen.getByRole('slider')
const said = () => slider().getAttribute('aria-valuetext')

function choices(expiries: readonly number[]): number[] {
  const chosen: number[] = []
  render(<DateSlider nowMs={nowMs} expiries={expiries} timePart={0} onChange={part => chosen.push(part)} />)
  for (let step = 1; step <= 100; step += 1) fireEvent.change(slider(), { target: { value: String(step) } })
  return chosen
}

describe('the date of a scenario', () => {
  it.each([
    ['evenly apart', [30, 60, 90]],
    ['tomorrow beside one of next year', [1, 400]],
    ['every day of a week beside one of two years', [1, 2, 3, 4, 5, 6, 7, 730]],
    ['of one week at the far end', [700, 705, 706, 707, 708]],
    ['hours away', [2 / 24, 1, 2]],
    ['one alone', [33]],
  ])('stops at every expiry, exactly: %s', (_, days) => {
    const expiries = days.map(after)
    const parts = choices(expiries)
    const whole = (expiries.at(-1) ?? 0) - nowMs
    for (const expiryMs of expiries) expect(parts).toContain((expiryMs - nowMs) / whole)
    expect(parts.at(-1)).toBe(1)
    expect(parts).toHaveLength(100)
  })

  it('goes on from step to step where expiries leave it room', () => {
    const parts = choices([30, 60, 90].map(after))
    expect(parts.every((part, at) => part > (parts[at - 1] ?? 0))).toBe(true)
  })

  it.each([
    ['today', [30, 60], 0, 'today'],
    ['an expiry', [30, 60], 0.5, 'expiry 21DEC26'],
    ['the last one', [30, 60], 1, 'expiry 20JAN27'],
    ['a day between, with how far it is', [30, 60], 0.25, '6 Dec, 15 d'],
    ['a day for which no step stands', [34], 1 / 34, '22 Nov, 1.0 d'],
    ['one of two expiries within a step', [1, 2, 400], 1 / 400, 'expiry 22NOV26'],
    ['the other of them', [1, 2, 400], 2 / 400, 'expiry 23NOV26'],
  ])('names %s', (_, days, timePart, text) => {
    render(<DateSlider nowMs={nowMs} expiries={days.map(after)} timePart={timePart} onChange={() => undefined} />)
    expect(said()).toBe(text)
  })

  it('still says the expiry while the present moves on under it', () => {
    const expiries = [after(1), after(400)]
    render(<DateSlider nowMs={nowMs + hourMs} expiries={expiries} timePart={1 / 400} onChange={() => undefined} />)
    expect(said()).toBe('expiry 22NOV26')
  })

  it('leads back to today by its first step', () => {
    const chosen: number[] = []
    render(
      <DateSlider
        nowMs={nowMs}
        expiries={[after(1), after(400)]}
        timePart={0.5}
        onChange={part => chosen.push(part)}
      />,
    )
    fireEvent.change(slider(), { target: { value: '0' } })
    expect(chosen).toEqual([0])
  })
})

test.each([
  [0, '±0 pts'],
  [0.05, '+5 pts'],
  [-0.3, '−30 pts'],
  [0.025, '+2.50 pts'],
  // Float result of seven points.
  [0.070_000_000_000_000_01, '+7 pts'],
])('a shift of volatility of %d is written as it is drawn: %s', (shift, text) => {
  render(<VolatilitySlider shift={shift} onChange={() => undefined} />)
  expect(said()).toBe(text)
})

test('a shift chosen is in parts of one', () => {
  const chosen: number[] = []
  render(<VolatilitySlider shift={0} onChange={shift => chosen.push(shift)} />)
  for (const points of [-30, 7, 30]) fireEvent.change(slider(), { target: { value: String(points) } })
  expect(chosen).toEqual([-0.3, 0.07, 0.3])
})

describe('a slider under a hand', () => {
  const shown = () =>
    screen
      .getByRole('slider')
      .closest('div')
      ?.outerHTML.replaceAll(/ value="[^"]*"/g, '')

  it('goes with it and says where it is, though nobody draws it again; then it says the same', () => {
    const expiries = [after(30), after(60)]
    for (const step of [10, 25, 50, 99, 100, 0]) {
      const chosen: number[] = []
      const date = (timePart: number) => (
        <DateSlider nowMs={nowMs} expiries={expiries} timePart={timePart} onChange={part => chosen.push(part)} />
      )
      const { rerender } = render(date(0.8))
      fireEvent.change(slider(), { target: { value: String(step) } })
      expect(slider()).toHaveProperty('value', String(step))
      const moved = shown()
      rerender(date(chosen.at(-1) ?? -1))
      expect(shown()).toBe(moved)
      expect(slider()).toHaveProperty('value', String(step))
      cleanup()
    }
  })

  it('stands at the value again where what it said was given up', () => {
    const volatility = () => <VolatilitySlider shift={0.05} onChange={() => undefined} />
    const { rerender } = render(volatility())
    const before = shown()
    fireEvent.change(slider(), { target: { value: '-12' } })
    expect(said()).toBe('−12 pts')
    rerender(volatility())
    expect(shown()).toBe(before)
    expect(slider()).toHaveProperty('value', '5')
  })
})
