// @vitest-environment happy-dom
/** Risk views of small portfolios with hand-computed sums. */
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { type ComponentProps, createElement, memo } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { bookLines } from '../../../../core/account/lines.ts'
import { positionRows } from '../../../../core/account/position-rows.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { netGreeks, type PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { type Greeks, noGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { heldPosition } from '../../../../testing/held-position.ts'
import { farMs, lookup, nearMs } from '../../../../testing/universe.fixture.ts'
import { mask } from '../../../ui/format/privacy.ts'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import { splitLines } from '../rows/picked.ts'
import { ConcentrationView } from './concentration-view.tsx'
import { ExpiriesView } from './expiries-view.tsx'
import { GreeksView } from './greeks-view.tsx'
import { parseRiskChoices } from './risk-choices.ts'
import type { RiskViewProps } from './risk-view.ts'
import { portfolioLine } from '../../../../testing/book.fixture.ts'

afterEach(() => {
  cleanup()
  setPreferences({ amounts: 'shown' })
})

const greeksOf = (delta: number, gamma = 0, vegaPerVolPoint = 0, thetaPerDay = 0): Greeks => ({
  ...noGreeks,
  delta,
  gamma,
  vegaPerVolPoint,
  thetaPerDay,
})

interface Given {
  readonly size: number
  readonly mark: number
  readonly entry?: number
  readonly greeks?: Greeks
}

function option(
  base: string,
  kind: 'call' | 'put',
  strike: number,
  expiryMs: number,
  { size, mark, entry = mark, greeks }: Given,
) {
  const name = `${base} ${expiryMs === nearMs ? '25DEC26' : '26MAR27'} ${strike} ${kind === 'call' ? 'C' : 'P'}`
  return portfolioLine(name, { base, kind, strike, expiryMs, size, mark, entry, greeks })
}

function linear(
  name: string,
  base: string,
  { size, mark, entry = mark, greeks = greeksOf(size) }: Given,
  expiryMs?: number,
) {
  return portfolioLine(name, { base, expiryMs, size, mark, entry, greeks })
}

const perpetual = linear('BTC PERP', 'BTC', { size: -2, mark: 100_000, entry: 99_000 })
const put = option('BTC', 'put', 90_000, nearMs, { size: 10, mark: 500, greeks: greeksOf(-3, 0.0001, 250, -120) })
const call = option('BTC', 'call', 110_000, nearMs, { size: -4, mark: 700, greeks: greeksOf(-1.2, -0.000_05, -80, 60) })
const unpriced = option('BTC', 'call', 100_000, farMs, { size: 1, mark: 9_000 })
const ether = option('ETH', 'call', 4_000, nearMs, { size: 20, mark: 200, greeks: greeksOf(11, 0.02, 90, -50) })
const unquoted = linear('SOL PERP', 'SOL', { size: 5, mark: 200 })
const book: readonly PortfolioLine[] = [perpetual, put, call, unpriced, ether, unquoted]

const underlyings = new Map(
  Object.entries({ BTC: { price: 100_000, source: 'index' }, ETH: { price: 4_000, source: 'index' } }),
)

function propsOf(
  lines: readonly PortfolioLine[],
  more: Partial<RiskViewProps> = {},
  choices: Record<string, string> = {},
): RiskViewProps {
  return {
    risk: {
      rows: [],
      lines: book,
      net: netGreeks(book, base => underlyings.get(base)),
      book: {
        surfaceOf: () => undefined,
        isPending: () => false,
        underlyings,
        units: new Map(),
        atMs: nearMs - 30 * 86_400_000,
      },
      underlyings,
    },
    lines,
    whole: undefined,
    coins: [],
    chosen: { scenario: { timePart: 0, volatilityShift: 0 }, prices: {} },
    setChosen: () => undefined,
    choices: parseRiskChoices(choices),
    lead: null,
    ...more,
  }
}

type View = typeof GreeksView
const show = (view: View, props: ComponentProps<View>): void => void render(createElement(view, props))

function cellsOf(name: string): Record<string, string[]> {
  const rows = within(screen.getByRole('table', { name })).getAllByRole('row').slice(1)
  return Object.fromEntries(
    rows.map(row => [
      within(row).getByRole('rowheader').textContent,
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ]),
  )
}
const leftOut = (): string[] => screen.queryAllByText(/^Left out/).map(each => each.textContent)

describe('greeks laid out', () => {
  it('by expiry, of all bases in USD: each expiry its own sum, and the net of them all', () => {
    show(GreeksView, propsOf(book))
    expect(cellsOf('Greeks by expiry')).toEqual({
      'No expiry': ['−200,000', '0', '0.0', '0.0', '2'],
      // (−3 − 1.2) × 100,000 + 11 × 4,000; 0.00005 × 100,000² / 100 + 0.02 × 4,000² / 100.
      '25DEC26': ['−376,000', '+8,200', '+260.0', '−110.0', '3'],
      '26MAR27': ['–', '–', '–', '–', '0 of 1'],
      Net: ['−576,000', '+8,200', '+260.0', '−110.0', '6'],
    })
    expect(screen.getByText('5 of 6 legs priced')).toBeTruthy()
    expect(leftOut()).toEqual([
      'Left out, no price or no volatility: BTC 26MAR27 100000 C',
      'Left out, no price in USD: SOL',
    ])
  })

  it('of one base in its coins, by strike, what has no strike first', () => {
    const lines = book.filter(line => line.base === 'BTC')
    show(GreeksView, propsOf(lines, {}, { layout: 'strike', base: 'BTC' }))
    const heads = screen.getAllByRole('columnheader').map(head => head.textContent)
    expect(heads).toEqual(['Strike', 'Δ BTC', 'Γ BTC / 1 %', 'Vega', 'Theta', 'Legs'])
    const cells = cellsOf('Greeks by strike')
    expect(Object.keys(cells)).toEqual(['linear', '90,000', '100,000', '110,000', 'Net'])
    expect(cells).toEqual({
      linear: ['−2.000', '0.0000', '0.0', '0.0', '1'],
      // 0.0001 × 100,000 / 100 coins of delta per 1 %.
      '90,000': ['−3.000', '+0.1000', '+250.0', '−120.0', '1'],
      '100,000': ['–', '–', '–', '–', '0 of 1'],
      '110,000': ['−1.200', '−0.0500', '−80.0', '+60.0', '1'],
      Net: ['−6.200', '+0.0500', '+170.0', '−60.0', '4'],
    })
  })

  it('strikes of two bases are not one, though they are the same number', () => {
    const same = option('ETH', 'call', 90_000, nearMs, { size: 1, mark: 1, greeks: greeksOf(0.5) })
    show(GreeksView, propsOf([put, same], {}, { layout: 'strike' }))
    expect(Object.keys(cellsOf('Greeks by strike'))).toEqual(['BTC 90,000', 'ETH 90,000', 'Net'])
  })

  it('of a part say below what all legs come to', () => {
    show(GreeksView, propsOf([put], { whole: book }))
    const { Net: net, 'All legs': all } = cellsOf('Greeks by expiry')
    expect(net).toEqual(['−300,000', '+10,000', '+250.0', '−120.0', '1'])
    expect(all).toEqual(['−576,000', '+8,200', '+260.0', '−110.0', '6'])
  })

  it('with none known are missing, not zero', () => {
    show(GreeksView, propsOf([unpriced], {}, { base: 'BTC' }))
    expect(cellsOf('Greeks by expiry')['Net']).toEqual(['–', '–', '–', '–', '1'])
  })
})

describe('concentration', () => {
  const table = 'Shares of the book'

  it('adds up sizes, so that a long and a short of one base do not hide one another', () => {
    show(ConcentrationView, propsOf(book))
    expect(cellsOf(table)).toEqual({
      // 200,000 + 5,000 + 2,800 + 9,000 of 221,800, signed −200,000 + 5,000 − 2,800 + 9,000.
      BTC: ['97.7 %', '216,800', '−188,800', '4'],
      ETH: ['1.8 %', '4,000', '+4,000', '1'],
      SOL: ['0.5 %', '1,000', '+1,000', '1'],
      All: ['100.0 %', '221,800', '−183,800', '6'],
    })
    expect(leftOut()).toEqual([])
  })

  it('of delta is in USD, and names what has none', () => {
    show(ConcentrationView, propsOf(book, {}, { measure: 'delta', grouping: 'instrument' }))
    const cells = cellsOf(table)
    expect(Object.keys(cells)).toEqual([
      'BTC 25DEC26 90000 P',
      'BTC PERP',
      'BTC 25DEC26 110000 C',
      'ETH 25DEC26 4000 C',
      'All',
    ])
    // 300,000 + 200,000 + 120,000 + 44,000.
    expect(cells['All']).toEqual(['100.0 %', '664,000', '−576,000', '4'])
    expect(leftOut()).toEqual(['Left out, no price or no volatility: BTC 26MAR27 100000 C, SOL PERP'])
  })

  it('of vega by expiry is per point, to a tenth', () => {
    show(ConcentrationView, propsOf([put, call, ether], {}, { measure: 'vega', grouping: 'expiry' }))
    expect(screen.getByRole('columnheader', { name: 'Gross, USD per point' })).toBeTruthy()
    expect(cellsOf(table)).toEqual({
      '25DEC26': ['100.0 %', '420.0', '+260.0', '3'],
      All: ['100.0 %', '420.0', '+260.0', '3'],
    })
  })

  it('shows the eleven largest of many, and the others as one, nothing lost', () => {
    const many = Array.from({ length: 15 }, (_, at) =>
      linear(`X${at} PERP`, `X${at}`, { size: at % 2 === 0 ? 1 : -1, mark: at + 1 }),
    )
    show(ConcentrationView, propsOf(many))
    const cells = cellsOf(table)
    expect(Object.keys(cells)).toHaveLength(13)
    // 1 + 2 + 3 + 4 of 120; +1 − 2 + 3 − 4.
    expect(cells['4 others']).toEqual(['8.3 %', '10', '−2', '4'])
    expect(cells['All']).toEqual(['100.0 %', '120', '+8', '15'])
  })

  it('of nothing that has the figure says so', () => {
    show(ConcentrationView, propsOf([unpriced], {}, { measure: 'vega' }))
    expect(screen.getByText('Nothing to share out')).toBeTruthy()
    expect(leftOut()).toEqual(['Left out, no price or no volatility: BTC 26MAR27 100000 C'])
  })
})

describe('concentration by structure', () => {
  const position = (symbol: string, size: string, mark: string): Position => heldPosition(symbol, size, mark, mark)
  const rows = positionRows(
    [
      position('BTC-20261225-100000C', '5', '4000'),
      position('BTC-20261225-110000C', '-5', '1000'),
      position('BTC-USD-PERPETUAL', '1', '100000'),
    ],
    lookup.bySymbol,
  )
  const lines = bookLines(rows)
  const risk = { ...propsOf([]).risk, rows, lines }

  const grossOf = (part: readonly PortfolioLine[], grouping: string): string | undefined => {
    show(ConcentrationView, propsOf(part, { risk }, { grouping }))
    const gross = cellsOf('Shares of the book')['All']?.[1]
    cleanup()
    return gross
  }

  it('names the package that legs make together, and shares out the same gross as by instrument', () => {
    show(ConcentrationView, propsOf(lines, { risk }, { grouping: 'structure' }))
    expect(cellsOf('Shares of the book')).toMatchObject({
      'BTC PERP': ['80.0 %', '100,000', '+100,000', '1'],
      'Bull call spread 100/110 C · 25DEC26 BTC (guessed)': ['20.0 %', '25,000', '+15,000', '2'],
    })
    cleanup()
    expect(grossOf(lines, 'structure')).toBe(grossOf(lines, 'instrument'))
  })

  it('is of the legs picked alone, also where these are a part of a position', () => {
    const { picked, without } = splitLines(
      lines,
      new Map(Object.entries({ 'BTC-20261225-100000C': 2, 'BTC-20261225-110000C': -2 })),
    )
    show(ConcentrationView, propsOf(picked, { risk, whole: lines }, { grouping: 'structure' }))
    // 2 × 4,000 + 2 × 1,000.
    expect(cellsOf('Shares of the book')).toEqual({
      'Bull call spread 100/110 C · 25DEC26 BTC (guessed)': ['100.0 %', '10,000', '+6,000', '2'],
      All: ['100.0 %', '10,000', '+6,000', '2'],
    })
    cleanup()
    for (const part of [picked, without]) expect(grossOf(part, 'structure')).toBe(grossOf(part, 'base'))
  })
})

describe.each([
  ['greeks', GreeksView, /−376,000/],
  ['concentration', ConcentrationView, /216,800/],
  ['what expires', ExpiriesView, /2,200|−2,200/],
] as const)('%s', (_, view, amount) => {
  it('are hidden at once, though nothing of the book has changed', () => {
    const props = propsOf(book)
    // Memoised, as the panel renders its views.
    render(createElement(memo(view), props))
    expect(document.body.textContent).toMatch(amount)
    act(() => setPreferences({ amounts: 'hidden' }))
    expect(document.body.textContent).not.toMatch(amount)
    expect(document.body.textContent).toContain(mask)
  })
})

describe('what expires next', () => {
  const facts = (): Record<string, string> => {
    const [first] = screen.getAllByRole('group')
    if (first === undefined) throw new Error('no expiry')
    const names = within(first).getAllByRole('term')
    return Object.fromEntries(names.map(name => [name.textContent, name.nextElementSibling?.textContent ?? '']))
  }

  it('settles at the present price: intrinsic of options, what a future made since its entry', () => {
    const future = linear('BTC 25DEC26', 'BTC', { size: 3, mark: 101_000, entry: 98_000 }, nearMs)
    const inside = option('BTC', 'put', 105_000, nearMs, {
      size: -2,
      mark: 6_000,
      greeks: greeksOf(1.5, -0.0002, -100, 40),
    })
    show(ExpiriesView, propsOf([future, inside, put, perpetual]))
    expect(facts()).toEqual({
      'Settles at BTC': '100,000 (index)',
      // 3 × (100,000 − 98,000) − 2 × 5,000.
      'Cash at settlement': '−4,000.00',
      // 3 × (101,000 − 98,000) − 2 × 6,000 + 10 × 500.
      'Mark value': '+2,000.00',
      'Intrinsic − mark value': '−6,000.00',
      'Delta rolling off, BTC': '+1.500',
      'Vega, theta rolling off': '+150.0, −80.0',
    })
    expect(screen.getByText(/3 legs, 1 of 2 ITM/)).toBeTruthy()
    expect(cellsOf('BTC 25DEC26 at settlement')).toEqual({
      Future: ['3', 'settles', '–', '+6,000.00', '+3.000'],
      '105000 P': ['−2', 'ITM', '+5.0 %', '−10,000.00', '+1.500'],
      '90000 P': ['10', 'OTM', '−10.0 %', '0.00', '−3.000'],
    })
  })

  it('at a price chosen elsewhere settles at that, says so, and leads back to the present one', () => {
    const chosen = { scenario: { timePart: 0, volatilityShift: 0 }, prices: { BTC: 120_000 } }
    let next: RiskViewProps['chosen'] | undefined
    show(ExpiriesView, propsOf([call, put], { chosen, setChosen: given => (next = given) }))
    expect(facts()).toMatchObject({ 'Settles at BTC': '120,000 (chosen)', 'Cash at settlement': '−40,000.00' })
    expect(screen.getByText(/^At the price chosen in Payoff or Stress/)).toBeTruthy()
    screen.getByRole('button', { name: 'At the present price' }).click()
    expect(next).toEqual({ ...chosen, prices: {} })
  })

  it('comes nearest first and only the nearest open; what has expired is not to come', () => {
    const past = option('BTC', 'call', 90_000, nearMs - 40 * 86_400_000, { size: 1, mark: 1 })
    show(ExpiriesView, propsOf([unpriced, ether, call, past]))
    const groups = screen.getAllByRole<HTMLDetailsElement>('group')
    expect(groups.map(group => group.querySelector('strong')?.textContent)).toEqual([
      'BTC 25DEC26',
      'ETH 25DEC26',
      'BTC 26MAR27',
    ])
    expect(groups.map(group => group.open)).toEqual([true, false, false])
  })

  it('of what has no end says so of these legs, whatever else is held', () => {
    show(ExpiriesView, propsOf([perpetual], { whole: book }))
    expect(screen.getByText('Nothing expires')).toBeTruthy()
    expect(screen.getByText(/^These legs are only spot and perpetuals/)).toBeTruthy()
  })

  it('writes a size with the digits that it has', () => {
    const sizes = [0.5, -2, 1.2345, 1.23456, 10].map((size, at) =>
      option('BTC', 'call', 100_000 + at, nearMs, { size, mark: 1, greeks: greeksOf(0) }),
    )
    show(ExpiriesView, propsOf(sizes))
    const shown = Object.values(cellsOf('BTC 25DEC26 at settlement')).map(([size]) => size)
    expect(shown).toEqual(['0.5', '−2', '1.2345', '1.2346', '10'])
  })
})
