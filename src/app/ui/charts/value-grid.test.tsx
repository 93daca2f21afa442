// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ValueGrid } from './value-grid.tsx'
import '../../../testing/overlays-there.tsx'

afterEach(cleanup)

const about = { label: 'Values', corner: 'Price' }
const texts = (): string[][] =>
  [...document.querySelectorAll('tbody tr')].map(row =>
    [...row.querySelectorAll('th, td')].map(cell => cell.textContent ?? ''),
  )

describe('a grid of values', () => {
  it('has every row in its place although several read alike, and none stays behind when they go', () => {
    const alike = ['100 as now', '100 as now', '100 as now']
    const { rerender } = render(<ValueGrid {...about} rows={alike} columns={['a', 'a']} values={[1, 2, 3, 4, 5, 6]} />)
    expect(texts().map(row => row.slice(1))).toEqual([
      ['+1.00', '+2.00'],
      ['+3.00', '+4.00'],
      ['+5.00', '+6.00'],
    ])
    rerender(<ValueGrid {...about} rows={['90', '100 as now']} columns={['a', 'b']} values={[-1, -2, -3, -4]} />)
    expect(texts()).toEqual([
      ['90', '−1.00', '−2.00'],
      ['100 as now', '−3.00', '−4.00'],
    ])
  })

  it('writes what is missing as a dash without colour, and every other value in one step', () => {
    render(<ValueGrid {...about} rows={['1']} columns={['a', 'b', 'c']} values={[Number.NaN, -1234.56, 0.004]} />)
    expect(texts()).toEqual([['1', '–', '−1,235', '0']])
  })

  it('arrows go from cell to cell and stop at the edge; only one cell is a stop of Tab', () => {
    const pressed: [number, number][] = []
    render(
      <ValueGrid
        {...about}
        rows={['1', '2']}
        columns={['a', 'b']}
        values={[1, 2, 3, 4]}
        onCell={(row, column) => pressed.push([row, column])}
      />,
    )
    const buttons = screen.getAllByRole('button')
    expect(buttons.map(button => button.tabIndex)).toEqual([0, -1, -1, -1])
    buttons[0]?.focus()
    fireEvent.keyDown(buttons[0]!, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(buttons[0])
    fireEvent.keyDown(buttons[0]!, { key: 'ArrowDown' })
    fireEvent.keyDown(buttons[2]!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(buttons[3])
    fireEvent.click(buttons[3]!)
    expect(pressed).toEqual([[1, 1]])
  })
})
