// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../../../core/domain/time.ts'
import type { ModelLeg } from '../../../../core/pricing/payoff-before.ts'
import type { Scene } from '../../../../core/pricing/portfolio/payoff-model.ts'
import '../../../../testing/overlays-there.tsx'
import { farMs, nearMs, nowMs } from '../../../../testing/universe.fixture.ts'
import { DateGrid, SliceTable, VolatilityGrid } from './payoff-tables.tsx'

afterEach(cleanup)

const option = (kind: 'call' | 'put', strike: number, ratio: number, expiryMs = nearMs): ModelLeg => ({
  kind,
  strike,
  ratio,
  expiryMs,
  volatility: 0.5,
  forwardRatio: 1,
})
const spread: Scene = {
  legs: [option('call', 100_000, 1), option('call', 110_000, -1)],
  cost: 3_000,
  underlying: 98_000,
  range: [80_000, 120_000],
  nowMs,
  expiries: [nearMs],
  firstMs: nearMs,
  scenario: { atMs: nowMs, volatilityShift: 0 },
}
const scaled = (scene: Scene, by: number): Scene => ({
  ...scene,
  legs: scene.legs.map(leg => (leg.kind === 'linear' ? leg : { ...leg, strike: leg.strike * by })),
  cost: scene.cost * by,
  underlying: scene.underlying * by,
  range: [scene.range[0] * by, scene.range[1] * by],
})

interface Read {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
const readTable = (): Read => {
  const [head, ...rows] = document.querySelectorAll('tr')
  const cells = (row: Element | undefined): string[] =>
    [...(row?.querySelectorAll('th, td') ?? [])].map(cell => cell.textContent ?? '')
  return { heads: cells(head), rows: rows.map(cells) }
}
const drawn = (made: React.ReactNode): Read => {
  render(made)
  const read = readTable()
  cleanup()
  return read
}
const columnOf = ({ heads, rows }: Read, head: string): string[] => rows.map(row => row[heads.indexOf(head)] ?? '?')
const signs = (column: readonly string[]): string => column.map(text => text.charAt(0)).join('')

describe('tables of scenarios', () => {
  it('agree where they meet: the present of the dates is the present volatility', () => {
    const [dates, shifts] = [
      drawn(<DateGrid scene={spread} currency="USD" />),
      drawn(<VolatilityGrid scene={spread} currency="USD" />),
    ]
    expect(dates.rows.map(row => row[0])).toEqual(shifts.rows.map(row => row[0]))
    expect(columnOf(dates, 'Now')).toEqual(columnOf(shifts, 'IV as now'))
    const slices = drawn(<SliceTable scene={spread} currency="USD" />)
    expect(signs(columnOf(slices, 'P&L, USD'))).toBe(signs(columnOf(dates, 'Now')))
  })

  it('end at expiry with what the legs pay: the cost below the strikes, the width less the cost above them', () => {
    const dates = drawn(<DateGrid scene={spread} currency="USD" />)
    const last = columnOf(dates, '25DEC26')
    expect([last[0], last.at(-1)]).toEqual(['+7,000', '−3,000'])
  })

  it('have each date once, rising, every expiry among them by its name', () => {
    const calendar: Scene = {
      ...spread,
      legs: [option('call', 100_000, -1), option('call', 100_000, 1, farMs)],
      expiries: [nearMs, farMs],
    }
    const { heads } = drawn(<DateGrid scene={calendar} currency="USD" />)
    expect(new Set(heads).size).toBe(heads.length)
    expect([heads[1], heads.at(-1)]).toEqual(['Now', '26MAR27'])
    expect(heads.indexOf('25DEC26')).toBeGreaterThan(1)
  })

  it('count in days where several columns fall on one', () => {
    const soon = {
      ...spread,
      legs: spread.legs.map(leg => ({ ...leg, expiryMs: nowMs + dayMs })),
      expiries: [nowMs + dayMs],
    }
    const { heads } = drawn(<DateGrid scene={soon} currency="USD" />)
    expect(new Set(heads).size).toBe(heads.length)
    expect(heads).toContain('+0.5 d')
  })

  it.each([1, 0.01, 0.000_01, 0.000_001])(
    'tell every price apart and mark the present one, of a coin at %d of the price as well',
    by => {
      render(<DateGrid scene={scaled(spread, by)} currency="USD" />)
      const { rows } = readTable()
      const prices = rows.map(row => row[0]?.split(' ')[0])
      expect(new Set(prices).size).toBe(prices.length)
      const here = [...document.querySelectorAll('tbody th[data-here="true"]')].map(cell => cell.textContent)
      expect(here).toEqual([expect.stringMatching(/ 0\.0 %$/)])
    },
  )
})
