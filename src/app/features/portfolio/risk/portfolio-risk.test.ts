import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookLines } from '../../../../core/account/lines.ts'
import { parseAccountChoices } from '../../../../core/account/parse-account-choices.ts'
import { positionRows } from '../../../../core/account/position-rows.ts'
import { dec, sum, toNumber } from '../../../../core/domain/decimal.ts'
import type { EquityDefinition } from '../../../../core/domain/equity.ts'
import { groupPositions } from '../../../../core/domain/grouping/group-positions.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import {
  anyCash,
  anyHeld,
  cents,
  portfolioOf,
  positionsOf,
  symbols,
  units,
} from '../../../../testing/portfolio.fixture.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { explainFigure } from '../header/explanation-drawer.tsx'
import { figureText } from '../header/explained-figure.ts'
import type { FigureId } from '../header/figures.tsx'
import { netOf } from '../header/greek-view.tsx'
import { parseRiskChoices } from './risk-choices.ts'
import { arrangeLines, heldIn } from './structure-lines.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const day = { change: undefined, jumps: [] }
const explain = (portfolio: Portfolio, id: FigureId, equity: EquityDefinition = 'value') =>
  explainFigure(id, { portfolio, equity, dayStart: '00:00', day, realised: undefined })

describe('explanations of the header', () => {
  it('inputs of an amount of money add up to it, to the last digit', () => {
    fc.assert(
      fc.property(anyHeld, anyCash, (held, cash) => {
        const portfolio = portfolioOf(held, cash)
        const figures = [
          explain(portfolio, 'equity', 'value'),
          explain(portfolio, 'equity', 'upnl'),
          explain(portfolio, 'equity', 'venue'),
          explain(portfolio, 'upnl'),
          explain(portfolio, 'cash'),
          explain(portfolio, 'coins'),
          ...(portfolio.totals.available.value === undefined ? [] : [explain(portfolio, 'available')]),
        ]
        for (const figure of figures) expect(sum(figure.inputs.flatMap(input => input.value ?? []))).toBe(figure.value)
      }),
    )
  })

  it('inputs of a greek add up to it, and those without a value say why', () => {
    fc.assert(
      fc.property(anyHeld, anyCash, (held, cash) => {
        const portfolio = portfolioOf(held, cash)
        for (const which of ['delta', 'gamma', 'vega', 'theta'] as const) {
          const { value, inputs } = explain(portfolio, which)
          const net = portfolio.net === undefined ? undefined : netOf(portfolio.net, which)
          expect(value === undefined).toBe(net === undefined)
          const known = inputs.flatMap(input => (input.value === undefined ? [] : [toNumber(input.value)]))
          const total = known.reduce((all, each) => all + each, 0)
          if (net !== undefined) expect(Math.abs(total - net)).toBeLessThan(1e-4)
          for (const input of inputs) if (input.value === undefined) expect(input.how).toContain('not priced: no quote')
        }
      }),
    )
  })

  it('what has no index is named, not counted as nothing', () => {
    const portfolio = portfolioOf([], { USD: dec('10'), BTC: dec('0'), PTF: dec('3') })
    const figure = explain(portfolio, 'equity', 'value')
    expect(figure).toMatchObject({ value: '10', leftOut: ['PTF'] })
    expect(figure.inputs.find(input => input.name === 'PTF')).toMatchObject({
      value: undefined,
      how: expect.stringContaining('no index'),
    })
  })

  it('the formula has the values put in, and the text that is copied has every input with its source', () => {
    const held = [{ symbol: 'BTC-USD-PERPETUAL', size: dec('-2'), entry: dec('17000'), mark: dec('16500') }]
    const figure = explain(portfolioOf(held, { USD: dec('1000'), BTC: dec('0'), PTF: dec('0') }), 'equity', 'value')
    expect(figure.formula).toBe('cash 1,000.00 + option value 0.00 + futures uPnL 1,000.00 = 2,000.00 USD')
    expect(figureText(figure)).toContain(
      'BTC PERP\t(mark 16,500 − entry 17,000) × −2 = +1,000.00\t1000\tpositions, venue mark\t0.5 s',
    )
  })
})

describe('lines by structure', () => {
  it('add up to the book for any book and any own trades', () => {
    const trade = fc.record({
      quantity: cents(100, 900),
      first: fc.constantFrom(...symbols),
      second: fc.constantFrom(...symbols),
    })
    fc.assert(
      fc.property(anyHeld, fc.array(trade, { maxLength: 4 }), (held, trades) => {
        const rows = positionRows(positionsOf(held), () => undefined, units)
        const packages = trades.map(({ quantity, first, second }, index) => ({
          order: `${index}`,
          atMs: index,
          quantity,
          legs:
            first === second
              ? [{ symbol: first, ratio: 1 }]
              : [first, second].map((symbol, leg) => ({ symbol, ratio: leg === 0 ? 1 : -1 })),
        }))
        const placed = arrangeLines(groupPositions(heldIn(rows, bookLines(rows)), packages), rows)
        for (const line of bookLines(rows)) {
          const parts = placed.filter(each => each.line.symbol === line.symbol)
          expect(parts.reduce((all, each) => all + each.line.size, 0)).toBeCloseTo(line.size, 9)
          expect(parts.reduce((all, each) => all + (each.line.greeks?.vegaPerVolPoint ?? 0), 0)).toBeCloseTo(
            line.greeks?.vegaPerVolPoint ?? 0,
            6,
          )
        }
      }),
    )
  })

  it('a spread is one structure by its name, and says when it is guessed', () => {
    const held = [
      { symbol: 'BTC-20261225-100000C', size: dec('5'), entry: dec('1'), mark: dec('1') },
      { symbol: 'BTC-20261225-110000C', size: dec('-5'), entry: dec('1'), mark: dec('1') },
    ]
    const rows = positionRows(positionsOf(held), () => undefined, units)
    const legs = legsOf({ 'BTC-20261225-100000C': 1, 'BTC-20261225-110000C': -1 })
    const names = (trades: readonly PackageTrade[]) =>
      arrangeLines(groupPositions(heldIn(rows, bookLines(rows)), trades), rows).map(each => each.structure)
    expect(names([{ order: 'a', atMs: 1, quantity: dec('5'), legs }])).toEqual([
      'Bull call spread 100/110 C · 25DEC26 BTC',
      'Bull call spread 100/110 C · 25DEC26 BTC',
    ])
    expect(new Set(names([]))).toEqual(new Set(['Bull call spread 100/110 C · 25DEC26 BTC (guessed)']))
  })
})

it('choices of the header and the risk panel are as kept, and as by default where what was kept is not known', () => {
  expect(parseAccountChoices({ equity: 'venue', dayStart: 'noon' })).toEqual({ equity: 'venue', dayStart: '08:00' })
  expect(parseAccountChoices(null)).toEqual({ equity: 'value', dayStart: '08:00' })
  expect(parseRiskChoices({ view: 'stress', base: 'ETH', measure: 5 })).toMatchObject({
    view: 'stress',
    base: 'ETH',
    measure: 'value',
  })
  expect(parseRiskChoices('x')).toMatchObject({ view: 'payoff', base: undefined, horizon: '0' })
})
