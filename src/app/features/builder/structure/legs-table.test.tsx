// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Edit, emptyDraft } from '../draft/draft.ts'
import { summarise } from '../draft/draft-summary.ts'
import type { Side } from '../../../../core/domain/order.ts'
import { LegsTable } from './legs-table.tsx'
import { call, listed, lookup, nowMs, quote } from '../../../../testing/universe.fixture.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

afterEach(cleanup)

const quotes = new Map([quote(call(100), '4000', '4100'), quote(call(110), undefined, undefined, '1000')])

function show(chosen: string[] = [], side: Side = 'buy') {
  const edits: Edit[] = []
  const legs = legsOf({ [call(100)]: 2, [call(110)]: -1, GONE: 1 })
  const summary = summarise({ ...emptyDraft, legs }, { lookup, quotes, nowMs })
  const handlers = { edit: (edit: Edit) => edits.push(edit), choose: (symbol: string) => chosen.push(symbol) }
  const { legs: rows, net, quantity } = summary
  render(<LegsTable {...{ side, net, quantity, listed, ...handlers }} legs={rows} current={call(110)} />)
  return edits
}

describe('the legs on screen', () => {
  it('are flipped, removed and moved where they stand', () => {
    const edits = show()
    for (const name of [
      'Sold BTC 25DEC26 110000 C, flip',
      'Remove BTC 25DEC26 110000 C',
      'Strike down for BTC 25DEC26 110000 C',
    ])
      fireEvent.click(screen.getByRole('button', { name }))
    expect(edits).toEqual([
      { kind: 'flipLeg', symbol: call(110) },
      { kind: 'removeLeg', symbol: call(110) },
      { kind: 'moveLegs', to: new Map([[call(110), call(105)]]) },
    ])
  })

  // Two columns are hidden in a narrow pane. A cell beside the net would add one, and the legs would scroll sideways.
  it('have their net in one cell', () => {
    show()
    const cells = screen.getByTestId('legs-table').querySelectorAll('tfoot :is(th, td)')
    expect(cells.length).toBe(1)
  })

  it('of a sold package are shown as executed, and keep their ratio when it is typed', () => {
    const edits = show([], 'sell')
    expect(screen.getByRole('button', { name: 'Sold BTC 25DEC26 100000 C, flip' }).textContent).toBe('S')
    expect(screen.getByRole('button', { name: 'Bought BTC 25DEC26 110000 C, flip' }).textContent).toBe('B')
    fireEvent.change(screen.getByLabelText('Ratio of BTC 25DEC26 110000 C'), { target: { value: '3' } })
    expect(edits).toEqual([{ kind: 'setRatio', symbol: call(110), ratio: -3 }])
  })

  it.each([
    ['12', [12]],
    ['007', [7]],
    [' 3 ', [3]],
    ['0', []],
    ['', []],
    ['2.5', []],
    ['1234', []],
    ['-4', []],
    ['1e2', []],
    ['x', []],
  ])('take a ratio as it is typed or pasted, and nothing made of what is none: %j', (text, ratios) => {
    const edits = show()
    fireEvent.change(screen.getByLabelText('Ratio of BTC 25DEC26 100000 C'), { target: { value: text } })
    expect(edits).toEqual(ratios.map(ratio => ({ kind: 'setRatio', symbol: call(100), ratio })))
  })

  it('step a ratio by the arrows, from one to nine hundred and ninety-nine', () => {
    const edits = show()
    const field = screen.getByLabelText('Ratio of BTC 25DEC26 100000 C')
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter']) fireEvent.keyDown(field, { key })
    expect(edits).toEqual([3, 1].map(ratio => ({ kind: 'setRatio', symbol: call(100), ratio })))
    // A leg sold once has no lower ratio.
    edits.length = 0
    fireEvent.keyDown(screen.getByLabelText('Ratio of BTC 25DEC26 110000 C'), { key: 'ArrowDown' })
    expect(edits).toEqual([])
  })

  it('that the venue does not list are named as such, and can still be removed', () => {
    const edits = show()
    expect(document.querySelector('[data-leg="GONE"]')?.textContent).toContain('GONE (not listed)')
    expect(screen.queryByRole('button', { name: 'Strike up for GONE' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove GONE' }))
    expect(edits).toEqual([{ kind: 'removeLeg', symbol: 'GONE' }])
  })

  it('net to what the side pays or receives, for one package and for all, with both ends in the tip', () => {
    const legs = legsOf({ [call(100)]: 1, [call(110)]: -1 })
    const both = new Map([quote(call(100), '4000', '4100'), quote(call(110), '1000', '1050')])
    const handlers = { edit: () => undefined, choose: () => undefined }
    const netRow = (side: Side): string => {
      cleanup()
      const of = summarise({ ...emptyDraft, side, quantity: '2', legs }, { lookup, quotes: both, nowMs })
      const given = { side, listed, legs: of.legs, net: of.net, quantity: of.quantity, ...handlers }
      render(<LegsTable {...given} current={undefined} />)
      const cell = screen.getByRole('rowheader')
      return `${cell.textContent} (${cell.closest('tr')?.title})`
    }
    expect(netRow('buy')).toMatch(
      /^Mid 3,025 debit\s+× 2 = 6,050 \(Net per package\. Bid: pay 2,950\. Ask: pay 3,100\.\)$/,
    )
    expect(netRow('sell')).toMatch(
      /^Mid 3,025 credit\s+× 2 = 6,050 \(Net per package\. Bid: receive 2,950\. Ask: receive 3,100\.\)$/,
    )
  })

  it('stand once, each with its size of the whole order', () => {
    show()
    const cells = [...(document.querySelector(`[data-leg="${call(100)}"]`)?.querySelectorAll('td') ?? [])].map(
      cell => cell.textContent,
    )
    expect(cells.slice(0, 3)).toEqual(['B', '', '2'])
  })

  it('show which is current, and become it by the focus or a press', () => {
    const chosen: string[] = []
    show(chosen)
    const current = screen.getAllByRole('row').filter(row => row.getAttribute('aria-current') === 'true')
    expect(current.map(row => row.textContent)).toEqual([expect.stringContaining('110000 C')])
    screen.getByRole('button', { name: 'Bought BTC 25DEC26 100000 C, flip' }).focus()
    fireEvent.pointerDown(screen.getByText('GONE (not listed)'))
    expect(chosen).toEqual([call(100), 'GONE'])
  })

  it('cannot be moved to where nothing is listed, and show no last trade, of which nothing says how old it is', () => {
    show()
    expect(screen.queryByText('1,000.0')).toBeNull()
    const up = screen.getByRole<HTMLButtonElement>('button', { name: 'Strike up for BTC 25DEC26 110000 C' })
    expect(up.disabled).toBe(true)
  })
})
