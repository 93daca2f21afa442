// @vitest-environment happy-dom
/** Explanations of each header figure: contents against simple sums, and the text when unknown. */
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { MissingInput } from '../../../../core/account/gap.ts'
import type { SeenRealised } from '../../../../core/account/realised-model.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import '../../../../testing/overlays-there.tsx'
import { type HeldPosition, portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { mask } from '../../../ui/format/privacy.ts'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import type { FigureInputs } from './explained-figure.ts'
import { ExplanationDrawer } from './explanation-drawer.tsx'
import type { FigureId } from './figures.tsx'

afterEach(() => {
  cleanup()
  setPreferences({ amounts: 'shown' })
})

const held = (symbol: string, size: string, entry: string, mark: string): HeldPosition => ({
  symbol,
  size: dec(size),
  entry: dec(entry),
  mark: dec(mark),
})
const perpetual = held('BTC-USD-PERPETUAL', '-2', '17000', '16500')
const call = held('BTC-20261225-100000C', '3', '400', '500')
const unpriced = held('ETH-20261225-4000C', '1', '100', '120')
const cash = { USD: dec('1000'), BTC: dec('0.5'), PTF: dec('0') }

const drawn = (portfolio: Portfolio, more: Partial<FigureInputs> = {}): FigureInputs => ({
  portfolio,
  equity: 'value',
  dayStart: '08:00',
  day: { change: undefined, jumps: [] },
  realised: undefined,
  ...more,
})
async function explain(id: FigureId, inputs: FigureInputs, stale = false): Promise<HTMLElement> {
  render(<ExplanationDrawer explained={id} inputs={inputs} stale={stale} onClose={() => undefined} />)
  return screen.findByTestId('explanation')
}
const inputsOf = (drawer: HTMLElement): string[][] =>
  within(drawer)
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].slice(0, 3).map(cell => cell.textContent))

describe('an explanation', () => {
  it('of equity has cash, coins by their index, options at their mark and futures by what they made', async () => {
    const drawer = await explain('equity', drawn(portfolioOf([perpetual, call], cash)))
    // 1,000 + 0.5 × 100,000.5 + 3 × 500 + 2 × 500.
    expect(drawer.textContent).toContain('53,500.25')
    expect(drawer.textContent).toContain(
      'cash 51,000.25 + option value 1,500.00 + futures uPnL 1,000.00 = 53,500.25 USD',
    )
    expect(inputsOf(drawer)).toEqual([
      ['USDas the venue says', '1,000.00', 'balances'],
      ['BTC0.5 BTC × 100,000.5', '50,000.25', expect.stringContaining('balances, ')],
      ['BTC 25DEC26 100000 C3 × mark 500', '1,500.00', 'positions, venue mark'],
      ['BTC PERP(mark 16,500 − entry 17,000) × −2 = +1,000.00', '1,000.00', 'positions, venue mark'],
    ])
  })

  it('of equity by uPnL counts what options made, not what they are worth', async () => {
    const drawer = await explain('equity', drawn(portfolioOf([perpetual, call], cash), { equity: 'upnl' }))
    expect(drawer.textContent).toContain('cash 51,000.25 + option uPnL 300.00 + futures uPnL 1,000.00 = 52,300.25 USD')
  })

  it('of the venue’s own equity is its row as it came', async () => {
    const drawer = await explain('equity', drawn(portfolioOf([], cash), { equity: 'venue' }))
    expect(inputsOf(drawer)).toEqual([['USD-REFERENCEcash balance, as sent', '7.00', 'balances']])
  })

  it('of uPnL says that ours agrees, row by row', async () => {
    const drawer = await explain('upnl', drawn(portfolioOf([perpetual, call], cash)))
    expect(drawer.textContent).toContain('+1,300.00')
    expect(drawer.textContent).toContain('Calculated here: +1,300.00 USD.')
    expect(drawer.textContent).toContain('Every row agrees with the venue’s figure')
  })

  it('of delta has each position in USD, and names what has none with the reason', async () => {
    const drawer = await explain('delta', drawn(portfolioOf([perpetual, call, unpriced], cash)))
    // −2 × 100,000.5 and 3 × 0.3 × 100,000.5.
    expect(inputsOf(drawer).map(([name, value]) => [name?.slice(0, 8), value])).toEqual([
      ['BTC PERP', '−200,001.00'],
      ['BTC 25DE', '+90,000.45'],
      ['ETH 25DE', '–'],
    ])
    expect(drawer.textContent).toContain('not priced: no quote gives it a volatility')
    expect(drawer.textContent).toContain('2 of 3 positions priced.')
    expect(drawer.textContent).toContain('Coins held as cash are not included: 0.5 BTC.')
    expect(drawer.textContent).toContain('Left out, since nothing values it: ETH 25DEC26 4000 C')
  })

  it('of the day is equity now less that of the sample, with what jumped', async () => {
    const change = {
      kind: 'known',
      change: dec('-499.75'),
      fraction: -0.0092,
      base: dec('54000'),
      baseMs: Date.UTC(2026, 10, 25, 8, 0, 30),
      startMs: Date.UTC(2026, 10, 25, 8),
    } as const
    const drawer = await explain(
      'day',
      drawn(portfolioOf([perpetual, call], cash), { day: { change, jumps: ['USD moved'] } }),
    )
    expect(drawer.textContent).toContain('53,500.25 − 54,000.00 = −499.75 USD')
    expect(drawer.textContent).toContain('USD moved')
    expect(inputsOf(drawer).map(([, value]) => value)).toEqual(['+53,500.25', '−54,000.00'])
  })

  it('of the day without a sample says from when there is one', async () => {
    const change = { kind: 'no_sample', startMs: 0, firstMs: Date.UTC(2026, 10, 25, 9) } as const
    const drawer = await explain('day', drawn(portfolioOf([], cash), { day: { change, jumps: [] } }))
    expect(drawer.textContent).toContain('n/a: no sample was taken between')
    expect(drawer.textContent).toMatch(/The first sample since is of Wed 25 Nov 2026 \d\d:00:00/)
  })
})

describe('realised', () => {
  const line = (symbol: string, realised: string, funding: string) => ({
    symbol,
    realised: dec(realised),
    funding: dec(funding),
    size: dec('0'),
    cost: dec('0'),
  })
  const realised = {
    total: dec('-30'),
    lines: [line('BTC-USD-PERPETUAL', '-50', '5'), line('BTC-20261225-100000C', '15', '0')],
    closings: [],
    missing: [{ kind: 'held_before', symbol: 'BTC-USD-PERPETUAL', size: dec('1') }],
    unread: [],
    sinceMs: Date.UTC(2026, 10, 20),
  } as Partial<SeenRealised> as SeenRealised

  it('is what was closed and what was funded, each by itself', async () => {
    const drawer = await explain('realised', drawn(portfolioOf([], cash), { realised }))
    expect(inputsOf(drawer).map(([name, value]) => [name?.replace(/(closed|paid).*/, ''), value])).toEqual([
      ['BTC PERP', '−50.00'],
      ['BTC 25DEC26 100000 C', '+15.00'],
      ['Funding of BTC PERP', '+5.00'],
    ])
    expect(drawer.textContent).toContain('= −30.00 USD')
    expect(drawer.textContent).toContain('Opened before recording; entry is the venue’s average: BTC PERP')
  })

  it('is in no line of it while the positions that it ties to are not all known', async () => {
    const gap: MissingInput = { what: 'positions', kind: 'old' }
    const drawer = await explain('realised', drawn({ ...portfolioOf([], cash), gap }, { realised }))
    expect(drawer.textContent).toContain('Not known: positions are too old.')
    expect(drawer.textContent).not.toContain('= −30.00 USD')
  })
})

describe('whatever is explained', () => {
  it('says that it is old, and shows the rows that could not be read', async () => {
    const whole = portfolioOf([perpetual], cash)
    const gap: MissingInput = {
      what: 'positions',
      kind: 'unread',
      rows: [{ index: 0, path: 'size', message: 'not a decimal', raw: '{"size":{}}' }],
      of: 2,
    }
    const portfolio = { ...whole, totals: { ...whole.totals, upnl: { value: undefined, leftOut: [], gap } } }
    const drawer = await explain('upnl', drawn(portfolio), true)
    expect(drawer.textContent).toContain('Not known: 1 of 2 positions could not be read.')
    expect(drawer.textContent).toContain('The figures are old: see their ages.')
    expect(drawer.textContent).not.toContain('Every row agrees')
    await userEvent.click(within(drawer).getByRole('button', { name: 'Show the rows as they came' }))
    expect((await screen.findByTestId('unread-rows')).textContent).toContain('{"size":{}}')
  })

  it('of very many inputs shows the first hundred, and the rest when asked', async () => {
    const many = Array.from({ length: 130 }, (_, at) => held(`BTC-20261225-${100_000 + at}C`, '1', '1', '1'))
    const drawer = await explain('upnl', drawn(portfolioOf(many, cash)))
    expect(drawer.querySelectorAll('tbody tr')).toHaveLength(100)
    await userEvent.click(within(drawer).getByRole('button', { name: 'Show 30 more' }))
    expect(drawer.querySelectorAll('tbody tr')).toHaveLength(130)
  })

  it('hides its amounts, also where they stand within a text', async () => {
    act(() => setPreferences({ amounts: 'hidden' }))
    const drawer = await explain('equity', drawn(portfolioOf([perpetual, call], cash)))
    expect(drawer.textContent).toContain(`cash ${mask} + option value ${mask} + futures uPnL ${mask} = ${mask} USD`)
    expect(drawer.textContent).not.toMatch(/53,500|1,500\.00|51,000/)
  })
})
