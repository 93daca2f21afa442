// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import type { BookLevel } from '../../../core/domain/market-data.ts'
import type { Side } from '../../../core/domain/order.ts'
import { mask } from '../format/privacy.ts'
import { setPreferences } from '../theme/preferences.ts'
import { RfqQuotes, type RfqQuotesProps } from './live-rfq.tsx'
import { legsOf } from '../../../testing/legs-of.ts'

afterEach(() => {
  cleanup()
  setPreferences({ amounts: 'shown', units: 'package' })
})

const level = (price: string, quantity: string): BookLevel => ({ price: dec(price), quantity: dec(quantity) })
const legs = legsOf({ 'BTC-20261225-100000C': 1, 'BTC-20261225-110000C': -1 })
const book = { buy: [level('95', '1'), level('90', '4')], sell: [level('105', '2'), level('110', '5')] }

let taken: (readonly [Decimal, Decimal])[]

function show(side: Side | undefined, wanted: string, more: Partial<RfqQuotesProps> = {}): HTMLElement {
  taken = []
  const legsMid = { price: dec('101'), source: 'mid' }
  render(
    <RfqQuotes
      book={book}
      legs={legs}
      side={side}
      quantityLeft={dec(wanted)}
      legsMid={legsMid}
      isStale={false}
      disabled={false}
      onTake={(limit, size) => taken.push([limit, size])}
      {...more}
    />,
  )
  return screen.getByRole('region', { name: 'Quotes' })
}
const takeAll = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Take .+ · / })
const price = () => screen.getByTestId('rfq-price').textContent
const levels = () => screen.queryAllByRole<HTMLButtonElement>('button', { name: /^Take up to/ })

describe('quotes on a package', () => {
  it('are taken by a buyer from the asks, each level up to its own price', () => {
    show('buy', '4')
    expect(levels().map(each => each.textContent)).toEqual(['2 @ 105', '5 @ 110'])
    for (const each of levels()) fireEvent.click(each)
    expect(taken).toEqual([
      ['105', '4'],
      ['110', '4'],
    ])
  })

  it('are taken by a seller from the bids', () => {
    show('sell', '4')
    expect(levels().map(each => each.textContent)).toEqual(['1 @ 95', '4 @ 90'])
  })

  it.each([
    ['0.05', 'Size step is 0.1'],
    ['0.2', 'At least 0.5'],
    ['0', 'A size above 0'],
    ['4.1', 'At most 4: the remaining size'],
    ['1.5', undefined],
  ])('for a size of %s are taken only if that can be sent', (typed, why) => {
    const quotes = show('buy', '4', { validSizes: { step: dec('0.1'), least: dec('0.5'), most: dec('100') } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Size to take' }), { target: { value: typed } })
    expect(takeAll().disabled).toBe(why !== undefined)
    if (why !== undefined) expect(quotes.textContent).toContain(why)
    expect(levels().every(each => each.disabled === (why !== undefined))).toBe(true)
  })

  it('are taken by nobody where the venue does not say who asked', () => {
    show(undefined, '4')
    expect(levels()).toEqual([])
    expect(screen.queryByRole('button', { name: /^Take \d/ })).toBeNull()
  })

  it('say of the whole size what it comes to through the levels, and take it at the worst of them', () => {
    const quotes = show('buy', '4')
    // 2 × 105 + 2 × 110.
    expect([takeAll().textContent, price()]).toEqual(['Take 4 · pay 107.5', 'pay 107.5'])
    expect(quotes.textContent).toContain('pay 430 in total')
    expect(quotes.textContent).toContain('Full size 4, worst 110')
    fireEvent.click(takeAll())
    expect(taken).toEqual([['110', '4']])
  })

  it('say how much of it there is where they are not enough', () => {
    const quotes = show('sell', '9')
    // 1 × 95 + 4 × 90.
    expect([takeAll().textContent, price()]).toEqual(['Take 5 · receive 91', 'receive 91'])
    expect(quotes.textContent).toContain('receive 455 in total')
    expect(quotes.textContent).toContain('5 of 9 available, worst 90')
  })

  it('write an average that does not end with as many digits as a price has', () => {
    const quotes = show('buy', '3', { book: { buy: [], sell: [level('10', '1'), level('11', '9')] } })
    // 32 / 3.
    expect([takeAll().textContent, price()]).toEqual(['Take 3 · pay 10.6667', 'pay 10.6667'])
    expect(quotes.textContent).toContain('pay 32 in total')
  })

  it('say how far the price of the size is from the mid of the legs, for who asked', () => {
    const text = (): string | null => screen.getByRole('region').textContent
    show('buy', '1')
    expect(text()).toContain('4 worse than mid')
    cleanup()
    show('buy', '1', { book: { buy: [], sell: [level('99', '1')] } })
    expect(text()).toContain('2 better than mid')
    cleanup()
    show('sell', '2')
    expect(text()).toContain('8.5 worse than mid')
  })

  it('are taken for a size typed, by Enter too, through the levels that it needs, and never for more than is left', async () => {
    show('buy', '4')
    const field = screen.getByLabelText('Size to take')
    fireEvent.change(field, { target: { value: '1' } })
    expect([takeAll().textContent, price()]).toEqual(['Take 1 · pay 105', 'pay 105'])
    fireEvent.click(takeAll())
    fireEvent.click(levels()[1] as HTMLElement)
    await userEvent.type(field, '{Enter}')
    expect(taken).toEqual([
      ['105', '1'],
      ['110', '1'],
      ['105', '1'],
    ])
    fireEvent.change(field, { target: { value: '5' } })
    expect([takeAll().disabled, levels()[0]?.disabled]).toEqual([true, true])
    expect(screen.getByText('At most 4: the remaining size')).toBeTruthy()
  })

  it('have a size that is stepped by the last digit of what is wanted, down to one step and up to what is left', () => {
    show('buy', '0.3')
    const field = screen.getByLabelText<HTMLInputElement>('Size to take')
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    const isShut = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
    expect([field.value, isShut('Larger size')]).toEqual(['0.3', true])
    press('Smaller size')
    press('Smaller size')
    expect([field.value, isShut('Smaller size'), takeAll().textContent]).toEqual(['0.1', true, 'Take 0.1 · pay 105'])
    press('Larger size')
    expect(field.value).toBe('0.2')
    cleanup()
    show('buy', '0.0000003')
    press('Smaller size')
    expect(screen.getByLabelText<HTMLInputElement>('Size to take').value).toBe('0.0000002')
  })

  it('draw the best price over time, and say it in words', () => {
    const at = Date.UTC(2026, 10, 21, 14, 3, 22)
    show('buy', '1', {
      trail: [
        { atMs: at, price: dec('110') },
        { atMs: at + 9_000, price: dec('105') },
      ],
    })
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Best price over time: 14:03:22 pay 110, 14:03:31 pay 105',
    )
  })

  it('that are stale say so, and those that cannot be taken now have no live button', () => {
    const quotes = show('buy', '4', { isStale: true, disabled: true })
    expect(quotes.dataset['stale']).toBe('true')
    for (const button of [...levels(), takeAll()]) expect(button.disabled).toBe(true)
  })

  it('name the level in which an own order rests', () => {
    show('buy', '1', { own: [{ side: 'buy', price: dec('95'), quantity: dec('0.4') }] })
    const own = screen.getByTitle('Your own order rests here')
    expect(own.textContent).toBe('receive 95 own')
  })

  it('hide sizes and totals, and not what a package costs', () => {
    const quotes = show('buy', '4')
    act(() => setPreferences({ amounts: 'hidden' }))
    expect([takeAll().textContent, price()]).toEqual([`Take ${mask} · pay 107.5`, 'pay 107.5'])
    expect(quotes.textContent).not.toContain('430')
    expect(quotes.textContent).toContain(`Full size ${mask}, worst 110`)
  })
})
