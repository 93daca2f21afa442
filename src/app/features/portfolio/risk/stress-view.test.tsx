// @vitest-environment happy-dom
/**
 * Stress tables, for portfolios with cells of one multiplication each: selection, shocks, and effect on other views.
 */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../../../core/domain/time.ts'
import { netGreeks, type PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import type { HeldCoins } from '../../../../core/pricing/portfolio/stress.ts'
import { lineOf } from '../../../../testing/book.fixture.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import '../../../../testing/overlays-there.tsx'
import { nearMs, nowMs } from '../../../../testing/universe.fixture.ts'
import { mask } from '../../../ui/format/privacy.ts'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import { parseRiskChoices } from './risk-choices.ts'
import type { ChosenPoint } from './risk-view.ts'
import { StressView } from './stress-view.tsx'

startPage({ starts: 'signed_out' })
afterEach(() => setPreferences({ amounts: 'shown' }))

const underlyings = new Map(
  Object.entries({ BTC: { price: 100_000, source: 'index' }, ETH: { price: 4_000, source: 'index' } }),
)
const book = [lineOf('BTC-USD-PERPETUAL', 2), lineOf('ETH-USD-PERPETUAL', -10)]

let chosen: ChosenPoint | undefined

interface Given {
  readonly lines?: readonly PortfolioLine[]
  readonly whole?: readonly PortfolioLine[]
  readonly coins?: readonly HeldCoins[]
  readonly base?: string
}

function Shown({ lines = book, whole, coins = [], base }: Given) {
  const [choices] = useState(() => ({ ...parseRiskChoices({}), base }))
  return (
    <StressView
      risk={{
        rows: [],
        lines: book,
        net: netGreeks(book, of => underlyings.get(of)),
        book: { surfaceOf: () => undefined, isPending: () => false, underlyings, units: new Map(), atMs: nowMs },
        underlyings,
      }}
      lines={lines}
      whole={whole}
      coins={coins}
      chosen={{ scenario: { timePart: 0, volatilityShift: 0 }, prices: {} }}
      setChosen={next => (chosen = next)}
      choices={choices}
      lead={null}
    />
  )
}
async function show(given: Given = {}): Promise<void> {
  chosen = undefined
  await mountPage(<Shown {...given} />)
}

const table = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('table[aria-label^="Profit and loss by price and volatility"]')
  if (found === null) throw new Error('no table')
  return found
}
const rowNames = () => [...table().querySelectorAll('th[scope="row"]')].map(head => head.textContent)
const cell = (row: string, column: string): HTMLElement => {
  const found = table().querySelector<HTMLElement>(`button[aria-label$=" at ${row}, ${column}"]`)
  if (found === null) throw new Error(`no cell ${row}, ${column}`)
  return found
}
const worst = () => screen.getByTestId('stress-worst').textContent
const inWords = () => screen.getByTestId('chosen-cell').textContent

async function openShocks(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Set shocks' }))
  return screen.findByRole('dialog', { name: 'Shocks of the stress table' })
}
function type(drawer: HTMLElement, label: string | RegExp, text: string): HTMLElement {
  const field = within(drawer).getByLabelText(label)
  fireEvent.change(field, { target: { value: text } })
  return field
}

describe('the table', () => {
  it('has each move of all bases at once, nothing where nothing moves, and the worst named', async () => {
    await show()
    expect(rowNames()).toEqual([
      '+30 %',
      '+20 %',
      '+10 %',
      '+5 %',
      '+2 %',
      'as now',
      '−2 %',
      '−5 %',
      '−10 %',
      '−20 %',
      '−30 %',
    ])
    for (const shift of ['−20 pts', 'IV as now', '+20 pts']) {
      expect(cell('+10 %', shift).textContent).toBe('+16,000')
      expect(cell('as now', shift).textContent).toBe('0')
      expect(cell('−30 %', shift).textContent).toBe('−48,000')
    }
    expect(worst()).toBe('Worst −48,000 USD at −30 %, −20 pts')
    expect(document.querySelectorAll('[data-marked="true"]')).toHaveLength(1)
  })

  it('of a part stands over the whole', async () => {
    await show({ lines: book.slice(0, 1), whole: book })
    expect(cell('−10 %', 'IV as now').parentElement?.textContent).toBe('−20,000−16,000')
  })

  it('counts coins held as cash where the reader wants it, and says whether it does', async () => {
    await show({ coins: [{ base: 'BTC', amount: 1.5, price: 100_000 }] })
    expect(worst()).toContain('−48,000')
    expect(screen.getByText(/coins held as cash are not in it\.$/)).toBeTruthy()
    const drawer = await openShocks()
    await userEvent.click(within(drawer).getByRole('checkbox', { name: 'Coins held as cash move too' }))
    // Plus 1.5 × 30,000.
    expect(worst()).toContain('−93,000')
    expect(screen.getByText(/coins held as cash are in it\.$/)).toBeTruthy()
  })

  it('without a price of anything held says so, not zero', async () => {
    await show({ lines: [lineOf('SOL-USD-PERPETUAL', 3)] })
    expect(screen.getByText('Nothing can be priced')).toBeTruthy()
    expect(screen.queryByTestId('stress-worst')).toBeNull()
    expect(screen.getByText('Left out, no price or no volatility: SOL PERP')).toBeTruthy()
  })

  it('hides its amounts, and not the shocks', async () => {
    await show({ lines: book.slice(0, 1), base: 'BTC' })
    act(() => setPreferences({ amounts: 'hidden' }))
    expect(cell('70,000 −30 %', 'IV as now').textContent).toBe(mask)
    expect(worst()).toBe(`Worst ${mask} USD at −30 %, −20 pts`)
  })
})

describe('a cell that is pressed', () => {
  it('is shown in words and passed to the other views: every price, the shift, the date', async () => {
    await show()
    await userEvent.click(cell('−20 %', '+5 pts'))
    expect(inWords()).toContain('−20 %, +5 pts: −32,000 USD')
    expect(chosen).toEqual({ scenario: { timePart: 0, volatilityShift: 0.05 }, prices: { BTC: 80_000, ETH: 3_200 } })
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByTestId('chosen-cell')).toBeNull()
  })

  it('that moves no price leaves the present ones', async () => {
    await show()
    await userEvent.click(cell('as now', '−10 pts'))
    expect(chosen).toEqual({ scenario: { timePart: 0, volatilityShift: -0.1 }, prices: {} })
  })

  it('can be hedged where it loses, not where it wins', async () => {
    await show()
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Hedge this cell' })
    await userEvent.click(cell('−20 %', 'IV as now'))
    expect(button().disabled).toBe(false)
    await userEvent.click(cell('+20 %', 'IV as now'))
    expect(button().disabled).toBe(true)
  })

  it('stays the same move and shift when the shocks become others, and goes with them', async () => {
    await show()
    await userEvent.click(cell('−10 %', '+5 pts'))
    const drawer = await openShocks()
    // The second row and column had another move and shift before.
    type(drawer, 'Price moves, %', '5 -10')
    type(drawer, 'Volatility shifts, points', '0 5')
    expect(inWords()).toContain('−10 %, +5 pts: −16,000 USD')
    expect(cell('−10 %', '+5 pts').getAttribute('aria-pressed')).toBe('true')
    type(drawer, 'Price moves, %', '7 -7')
    expect(screen.queryByTestId('chosen-cell')).toBeNull()
  })

  it('moves the other views on to its date when that is changed', async () => {
    const option = lineOf('BTC-20261225-100000C', 1)
    await show({ lines: [option, ...book] })
    await userEvent.click(cell('−10 %', 'IV as now'))
    expect(chosen?.scenario.timePart).toBe(0)
    await userEvent.click(screen.getByRole('radio', { name: 'T+7' }))
    expect(chosen?.scenario.timePart).toBeCloseTo((7 * dayMs) / (nearMs - nowMs), 9)
    expect(chosen?.prices['BTC']).toBe(90_000)
  })
})

describe('betas', () => {
  it('move a base by their multiple, and row, worst and chosen cell all name the move that it makes', async () => {
    await show({ lines: book.slice(0, 1), base: 'BTC' })
    const drawer = await openShocks()
    type(drawer, 'Beta of BTC', '1.5')
    expect(rowNames().at(-1)).toBe('55,000 −45 %')
    expect(worst()).toBe('Worst −90,000 USD at −45 %, −20 pts')
    fireEvent.click(cell('85,000 −15 %', 'IV as now'))
    expect(inWords()).toContain('−15 %, IV as now: −30,000 USD')
    expect(chosen?.prices['BTC']).toBe(85_000)
  })

  it('lose no more than everything', async () => {
    await show({ lines: book.slice(0, 1), base: 'BTC' })
    type(await openShocks(), 'Beta of BTC', '5')
    expect(rowNames().at(-1)).toBe('0.0000 −100 %')
    expect(worst()).toContain('Worst −200,000 USD at −100 %')
  })

  it('of several bases leave the table its own moves, each base by its beta', async () => {
    await show()
    type(await openShocks(), 'Beta of ETH', '2')
    // 2 × −10,000 − 10 × −800.
    expect(cell('−10 %', 'IV as now').textContent).toBe('−12,000')
    expect(screen.getByText(/Each underlying moves by its beta/)).toBeTruthy()
  })
})

describe('shocks as they are typed', () => {
  it('that cannot be read are called wrong and change nothing, and go when the field is left', async () => {
    await show()
    const drawer = await openShocks()
    const before = rowNames()
    const field = type(drawer, 'Price moves, %', '-10 ten')
    expect(within(drawer).getByText('Up to 15 numbers from −100 to 400, with spaces between')).toBeTruthy()
    expect(rowNames()).toEqual(before)
    fireEvent.blur(field)
    expect(field).toHaveProperty('value', '30 20 10 5 2 0 -2 -5 -10 -20 -30')
    expect(within(drawer).queryByText(/^Up to 15/)).toBeNull()
  })

  it.each([
    ['After days', '366', '0 to 365'],
    ['Beta of BTC', '-6', '−5 to 5'],
    [/^Term weight/, '1.1', '0 to 1'],
    [/^Skew weight/, '', '−1 to 1'],
  ] as const)('%s is refused beyond its bounds', async (label, text, error) => {
    await show()
    const drawer = await openShocks()
    const before = worst()
    type(drawer, label, text)
    expect(within(drawer).getByText(error)).toBeTruthy()
    expect(worst()).toBe(before)
  })

  it('are there again on the next visit, until they are reset', async () => {
    await show()
    type(await openShocks(), 'Price moves, %', '+3 −3')
    expect(rowNames()).toEqual(['+3 %', '−3 %'])
    cleanup()
    await show()
    expect(rowNames()).toEqual(['+3 %', '−3 %'])
    const drawer = await openShocks()
    await userEvent.click(within(drawer).getByRole('button', { name: 'Reset shocks' }))
    await waitFor(() => expect(rowNames()).toHaveLength(11))
  })
})
