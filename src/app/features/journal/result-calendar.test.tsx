// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { dayMs } from '../../../core/domain/time.ts'
import '../../../testing/overlays-there.tsx'
import { ResultCalendar, weeksOf } from './result-calendar.tsx'

afterEach(cleanup)

it('the weeks of a month have every day of it once, in order, each under its weekday, from Monday', () =>
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2100 }), fc.integer({ min: 0, max: 11 }), (year, month) => {
      const weeks = weeksOf({ year, month })
      for (const week of weeks) {
        expect(week).toHaveLength(7)
        expect(week.some(day => day !== undefined)).toBe(true)
        for (const [at, day] of week.entries())
          if (day !== undefined) expect((new Date(day).getUTCDay() + 6) % 7).toBe(at)
      }
      const days = weeks.flat().filter(day => day !== undefined)
      const first = Date.UTC(year, month, 1)
      expect(days).toEqual(
        Array.from({ length: (Date.UTC(year, month + 1, 1) - first) / dayMs }, (_, at) => first + at * dayMs),
      )
    }),
  ))

const closing = (atMs: number, realised: string, more: Partial<Closing> = {}): Closing => ({
  symbol: 'x',
  closedBy: 'z',
  openedBy: 'a',
  quantity: dec('1'),
  realised: dec(realised),
  atMs,
  ...more,
})
const closings = [
  closing(Date.UTC(2026, 9, 31, 23, 59, 59, 999), '-40.25'),
  closing(Date.UTC(2026, 10, 1), '1234.5'),
  closing(Date.UTC(2026, 10, 1, 8), '-0.75', { closedBy: undefined, isFunding: true }),
  closing(Date.UTC(2026, 10, 22, 12), '-33.5'),
]

describe('the calendar of results', () => {
  it('opens at the last month with a result, and its head is the sum of the days shown', () => {
    render(<ResultCalendar closings={closings} />)
    const month = screen.getByRole('region', { name: 'Realised by day, November 2026' })
    expect(within(month).getByText('+1,200.25')).toBeTruthy()
    expect(within(month).getByTitle('+1,233.75 USD · trades +1,234.50 · funding −0.75').textContent).toBe('1+1.23k')
    expect(within(month).getByTitle('−33.50 USD').dataset['tone']).toBe('loss')
  })
  it('goes no further than there are results, and the turn of a month is that of UTC', () => {
    render(<ResultCalendar closings={closings} />)
    expect(screen.getByRole('button', { name: 'Month after' }).matches(':disabled')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Month before' }))
    const month = screen.getByRole('region', { name: 'Realised by day, October 2026' })
    expect(within(month).getByText('−40.25')).toBeTruthy()
    expect(within(month).getByTitle('−40.25 USD').textContent).toBe('31−40')
    expect(screen.getByRole('button', { name: 'Month before' }).matches(':disabled')).toBe(true)
  })
  it('has the cents of a day below one, which is not nothing', () => {
    render(
      <ResultCalendar closings={[closing(Date.UTC(2026, 10, 1), '0.05'), closing(Date.UTC(2026, 10, 2), '-0.4')]} />,
    )
    expect(screen.getByTitle('+0.05 USD').textContent).toBe('1+0.05')
    expect(screen.getByTitle('−0.40 USD').textContent).toBe('2−0.40')
  })
  it('shows none before anything was realised', () => {
    const { container } = render(<ResultCalendar closings={[]} />)
    expect(container.childElementCount).toBe(0)
  })
})
