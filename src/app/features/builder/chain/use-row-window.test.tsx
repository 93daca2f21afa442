// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '../../../../testing/sized-elements.ts'
import { rowsAround, useRowWindow } from './use-row-window.ts'

const rowHeightPx = 24
const most = Math.ceil(768 / rowHeightPx)

let drawn: string[] = []

function Rows({ count, middle }: { readonly count: number; readonly middle: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { from, to } = useRowWindow(scroller, count, rowHeightPx, middle)
  const text = `${from} to ${to}`
  drawn.push(text)
  return <div ref={scroller}>{text}</div>
}

it.each([
  ['half a window on either side of it', 100, 200, { from: 100 - most / 2, to: 101 + most / 2 }],
  ['no row before the first', 2, 200, { from: 0, to: most + 1 }],
  ['a whole window before the last', 199, 200, { from: 200 - most, to: 200 }],
  ['all of them where they are few', 3, 10, { from: 0, to: 10 }],
  ['none of none', 0, 0, { from: 0, to: 0 }],
])('rows that can be in view around one are %s', (_, middle, count, rows) => {
  expect(rowsAround(middle, count, rowHeightPx)).toEqual(rows)
})

describe('rows of a table that are drawn', () => {
  beforeEach(() => {
    drawn = []
    vi.stubGlobal('innerHeight', 768)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
  const shown = (): string => screen.getByText(/ to /).textContent

  it('of a short one are those that can be in view in the first drawing, and all of them in the next', () => {
    render(<Rows count={140} middle={70} />)
    expect([...new Set(drawn)]).toEqual([`${70 - most / 2} to ${71 + most / 2}`, '0 to 140'])
    expect(shown()).toBe('0 to 140')
  })

  it('of a long one are those around the money until it has been laid out, and then those in view', async () => {
    render(<Rows count={400} middle={200} />)
    expect(shown()).toBe(`${200 - most / 2} to ${201 + most / 2}`)
    await act(async () => Promise.resolve())
    // The test's window is 800 px high and not scrolled.
    expect(shown()).toBe('0 to 54')
  })
})
