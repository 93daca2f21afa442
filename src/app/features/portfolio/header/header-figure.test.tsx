// @vitest-environment happy-dom
/** Header figures before their code has loaded. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { MissingInput } from '../../../../core/account/gap.ts'
import type { Total } from '../../../../core/account/totals.ts'
import { portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { HeaderFigure } from './header-figure.tsx'

afterEach(cleanup)

const { totals } = portfolioOf([], {})
const unread = (gap: MissingInput): Total => ({ leftOut: [], value: undefined, gap })

describe('figures of history whose code is on its way', () => {
  it('stand in their places as not known, never as nothing, and explain themselves when pressed', () => {
    const asked: string[] = []
    render(
      <>
        <HeaderFigure id="day" data={{ totals }} stale={false} explain={id => asked.push(id)} />
        <HeaderFigure id="realised" data={{ totals }} stale={false} explain={id => asked.push(id)} />
      </>,
    )
    expect(screen.getByTestId('day-change').textContent).toBe('Day change since 08:00 UTC–')
    expect(screen.getByTestId('total-realised').textContent).toBe('Realised, before fees–')
    for (const button of screen.getAllByRole('button')) fireEvent.click(button)
    expect(asked).toEqual(['day', 'realised'])
  })

  it('say at once why what they hang on is not known', () => {
    const gap: MissingInput = { kind: 'old', what: 'positions' }
    const data = { gap, totals: { ...totals, equity: { ...totals.equity, value: unread(gap) } } }
    render(
      <>
        <HeaderFigure id="day" data={data} stale={false} explain={() => undefined} />
        <HeaderFigure id="realised" data={data} stale={false} explain={() => undefined} />
      </>,
    )
    for (const button of screen.getAllByRole('button')) expect(button.textContent).toContain('positions are too old')
  })
})
