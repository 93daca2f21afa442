// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { decimalColumn, numberColumn, percentColumn, pnlColumn, quantityColumn } from '../grid/columns.ts'
import { preferences, setPreferences } from '../theme/preferences.ts'
import { formatAmount, formatAmountNumber, formatCompactAmount, formatSize } from './amounts.ts'
import { Amount, Figure, Pnl } from './figures.tsx'
import { formatPnl } from './format-decimal.ts'
import { mask, toggleAmounts } from './privacy.ts'

afterEach(() => {
  setPreferences({ amounts: 'shown' })
  cleanup()
})

describe('hidden amounts', () => {
  test('are written as a mask, and what is missing stays missing', () => {
    setPreferences({ amounts: 'hidden' })
    expect([
      formatAmount(dec('1234.5')),
      formatSize(dec('-3')),
      formatPnl(dec('7')),
      formatAmountNumber(2),
      formatCompactAmount(1e6),
    ]).toEqual(Array.from({ length: 5 }, () => mask))
    expect(formatAmountNumber(Number.NaN)).toBe('–')
  })
  test('go at once from what is on the screen, titles and colours with them; prices stay', () => {
    render(
      <p>
        <Pnl value={dec('-5')} title="-5 USD" />
        <Amount value={dec('1234.5')} title="1234.5 USD" />
        <Figure value={dec('101250.5')} />
      </p>,
    )
    expect(document.body.textContent).toBe('−5.001,234.5101,250.5')
    act(toggleAmounts)
    expect(document.body.textContent).toBe(`${mask}${mask}101,250.5`)
    expect(document.body.innerHTML).not.toMatch(/1234\.5|-5/)
    expect(screen.getAllByText(mask)[0]?.className).not.toMatch(/loss/)
  })
  test('go from the cells and tips of grids; percentages and prices stay', () => {
    interface Row {
      readonly value: ReturnType<typeof dec>
      readonly size: number
    }
    const row: Row = { value: dec('-12'), size: 3 }
    const tip = (): string => '-12 USD'
    const columns = [
      pnlColumn<Row>({ id: 'a', header: 'a', value: each => each.value, tip }),
      quantityColumn<Row>({ id: 'b', header: 'b', value: each => each.value, tip }),
      decimalColumn<Row>({ id: 'c', header: 'c', value: each => each.value, tip, amount: true }),
      numberColumn<Row>({ id: 'd', header: 'd', value: each => each.size, tip, amount: true }),
    ]
    const open = [
      decimalColumn<Row>({ id: 'e', header: 'e', value: each => each.value }),
      percentColumn<Row>({ id: 'f', header: 'f', value: each => each.size }),
    ]
    expect(columns.map(column => [column.text(row), column.tip?.(row)])).toEqual([
      ['−12.00', '-12 USD'],
      ['−12', '-12 USD'],
      ['−12', '-12 USD'],
      ['3.00', '-12 USD'],
    ])
    expect(columns[0]?.tone?.(row)).toBe('loss')
    setPreferences({ amounts: 'hidden' })
    for (const column of columns)
      expect([column.text(row), column.tip?.(row), column.tone?.(row)]).toEqual([mask, undefined, undefined])
    expect(open.map(column => column.text(row))).toEqual(['−12', '300.0 %'])
  })
  test('stay hidden over a reload', () => {
    toggleAmounts()
    expect(preferences().amounts).toBe('hidden')
    expect(JSON.parse(localStorage.getItem('legwork.preferences') ?? '')).toMatchObject({ amounts: 'hidden' })
  })
})
