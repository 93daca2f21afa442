// @vitest-environment happy-dom
/** Margin details, for accounts with scenarios of one multiplication each. */
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { marginAccount, marginModel } from '../../../../core/account/margin-model.ts'
import { usedOf } from '../../../../core/account/margin-use.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import type { AccountMargin } from '../../../model/account/use-margin.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import '../../../../testing/overlays-there.tsx'
import { type HeldPosition, portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { mask } from '../../../ui/format/privacy.ts'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import { MarginDrawer } from './margin-drawer.tsx'

afterEach(() => {
  cleanup()
  setPreferences({ amounts: 'shown' })
})

const indexes: Readonly<Record<string, number>> = { BTC: 100_000, ETH: 4_000 }
const held = (symbol: string, size: string, price: string): HeldPosition => ({
  symbol,
  size: dec(size),
  entry: dec(price),
  mark: dec(price),
})
const long = held('BTC-USD-PERPETUAL', '2', '100000')
const put = held('BTC-20261225-100000P', '2', '4000')
const short = held('ETH-20261225', '-10', '4000')

interface Given {
  readonly positions: readonly HeldPosition[]
  readonly collateral: string
  readonly bound: string
  readonly hasRules?: boolean
}

function marginOf({ positions, collateral, bound, hasRules = true }: Given): {
  margin: AccountMargin
  portfolio: Portfolio
} {
  const portfolio = portfolioOf(positions, { USD: dec(collateral) })
  const rows = portfolio.positionRows ?? []
  const use = usedOf(dec(collateral), dec(String(Number.parseFloat(collateral) - Number.parseFloat(bound))), ['USD'])
  const account = hasRules
    ? marginAccount({
        rows,
        orders: [],
        collateral: Number.parseFloat(collateral),
        markOf: () => undefined,
        indexOf: base => indexes[base],
      })
    : undefined
  const model = account === undefined ? undefined : marginModel(account, rows, Date.UTC(2026, 10, 25))
  return { portfolio, margin: { use, gap: undefined, account, model, hasRules } }
}
async function show(given: Given, change: Partial<AccountMargin> = {}): Promise<HTMLElement> {
  const { margin, portfolio } = marginOf(given)
  render(<MarginDrawer open onClose={() => undefined} margin={{ ...margin, ...change }} portfolio={portfolio} />)
  return screen.findByTestId('margin-drawer')
}
const rowsOf = (drawer: HTMLElement, name: string): string[][] =>
  [...within(drawer).getByRole('table', { name }).querySelectorAll('tbody tr')].map(row =>
    [...row.children].map(cell => cell.textContent),
  )

describe('the margin', () => {
  it('by underlying is the worst of its range, with the price at which the money no longer covers maintenance', async () => {
    const drawer = await show({ positions: [long], collateral: '50000', bound: '60000' })
    // At price p, fifteen percent lower, the loss is 2 × (100,000 − 0.85 p): all 50,000 at p = 88,235.
    expect(rowsOf(drawer, 'Margin by underlying')).toEqual([
      ['BTC 100,000', '60,000', '30,000', '70,000', '88,235 (−12 %)', '–'],
    ])
  })

  it('says what is bound of what covers it, and how much is left', async () => {
    const drawer = await show({ positions: [long], collateral: '80000', bound: '60000' })
    expect(drawer.textContent).toContain('60,000.00 bound of 80,000.00 USD, 75 %; available 20,000.00')
    expect(drawer.textContent).toContain('Recalculated initial 60,000, reported by the venue 60,000.')
  })

  it('by position is what closing it frees: below zero where it covers another', async () => {
    const drawer = await show({ positions: [long, put, short], collateral: '100000', bound: '20000' })
    const frees = Object.fromEntries(rowsOf(drawer, 'Margin by position').map(([name, value]) => [name, value]))
    // Without the put the loss is 60,000, with it none: its price is paid. Ten coins short may lose 12,000.
    expect(frees['ETH 25DEC26']).toBe('12,000')
    expect(frees['BTC 25DEC26 100000 P']).toBe('−60,000')
    expect(rowsOf(drawer, 'Margin by position')[0]?.[0]).toBe('ETH 25DEC26')
  })

  it('says of a negative figure that it is a credit to other underlyings, and only then', async () => {
    const won = { ...short, entry: dec('6000') }
    // A gain of 20,000; thirty percent up takes 12,000 of it.
    const drawer = await show({ positions: [long, won], collateral: '50000', bound: '52000' })
    expect(rowsOf(drawer, 'Margin by underlying')[1]?.[1]).toBe('−8,000')
    expect(drawer.textContent).toContain('a credit to the other underlyings')
    cleanup()
    expect((await show({ positions: [long], collateral: '50000', bound: '60000' })).textContent).not.toContain(
      'a credit',
    )
  })

  it('that does not cover maintenance is liquidated now, not at a price', async () => {
    const drawer = await show({ positions: [long], collateral: '20000', bound: '60000' })
    expect(rowsOf(drawer, 'Margin by underlying')[0]?.slice(4)).toEqual(['now', 'now'])
  })

  it('of a venue that does not say how it margins has no price of liquidation, and says so', async () => {
    const drawer = await show({ positions: [long], collateral: '50000', bound: '10000', hasRules: false })
    expect(drawer.textContent).toContain('no liquidation price is estimated')
    expect(within(drawer).queryByRole('table')).toBeNull()
  })

  it('with something not read says what is not known, and never zero', async () => {
    const drawer = await show(
      { positions: [long], collateral: '50000', bound: '10000' },
      { use: undefined, account: undefined, model: undefined, gap: { what: 'balances', kind: 'absent' } },
    )
    expect(drawer.textContent).toContain('Not known: no balances yet.')
    expect(drawer.textContent).toContain('Some inputs of the margin calculation could not be read.')
    expect(drawer.textContent).not.toContain('bound of')
  })

  it('names the sixty positions that need most, and how many need less', async () => {
    const many = Array.from({ length: 64 }, (_, at) => held(`BTC-20261225-${90_000 + at}P`, '1', '100'))
    const drawer = await show({ positions: many, collateral: '50000', bound: '10000' })
    const rows = rowsOf(drawer, 'Margin by position')
    expect(rows).toHaveLength(61)
    expect(rows.at(-1)).toEqual(['4 more positions need less'])
  })

  it('hides amounts, and not the prices of the market', async () => {
    act(() => setPreferences({ amounts: 'hidden' }))
    const drawer = await show({ positions: [long], collateral: '50000', bound: '60000' })
    expect(rowsOf(drawer, 'Margin by underlying')[0]?.slice(0, 4)).toEqual(['BTC 100,000', mask, mask, '70,000'])
    expect(drawer.textContent).not.toContain('60,000')
  })
})
