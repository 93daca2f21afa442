// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { noGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { EffectsPanel } from './effects-panel.tsx'

afterEach(cleanup)

const effect = (delta: number, gamma: number) => ({
  greeks: { ...noGreeks, value: 0, delta, gamma, vegaPerVolPoint: 173.4, thetaPerDay: -781.8 },
  worst: -17_672,
})

test('greeks of a large portfolio are rounded, those of a small draft shown to the thousandth', () => {
  render(
    <EffectsPanel
      effects={{
        draft: effect(-0.023, -0.0055),
        before: effect(-940.642, 36.485),
        after: effect(-12_940.665, 0),
        horizonMs: undefined,
      }}
      underlying={161.6}
      currency="USD"
    />,
  )
  const cells = (name: string): string[] =>
    within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .slice(0, 2)
      .map(cell => cell.textContent)
  expect([cells('Draft'), cells('Book before'), cells('Book after')]).toEqual([
    ['−0.023', '−0.0089'],
    ['−940.6', '+58.96'],
    ['−12,941', '0.0000'],
  ])
})

test('figures of a large book are short enough for the narrowest table, and whole in their tips', () => {
  const large = {
    greeks: { ...noGreeks, value: 0, delta: 1.5, gamma: 0.001, vegaPerVolPoint: 6_173.44, thetaPerDay: -123_781.8 },
    worst: -1_234_567_890,
  }
  render(
    <EffectsPanel
      effects={{ draft: effect(1, 1), before: large, after: undefined, horizonMs: undefined }}
      underlying={161.6}
      currency="USD"
    />,
  )
  const cells = within(screen.getByRole('row', { name: /^Book before/ })).getAllByRole('cell')
  expect(cells.slice(2).map(cell => cell.textContent)).toEqual(['+6,173', '−124k', '−1.23B'])
  expect(cells.slice(2).map(cell => cell.title)).toEqual(['+6,173.4', '−123,781.8', '−1,234,567,890'])
  expect(cells[0]?.textContent).toBe('+1.500')
  expect(cells[0]?.title).toBe('')
})
