// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Draft, type Edit, emptyDraft, reduce, startState } from '../draft/draft.ts'
import type { Side } from '../../../domain/order.ts'
import { StrikeHandles } from './strike-handles.tsx'
import { call, listed, put } from '../../../testing/universe.fixture.ts'

afterEach(cleanup)

const scales = {
  x: (price: number) => (price - 80_000) / 100,
  y: (value: number) => value,
  invertX: (px: number) => px * 100 + 80_000,
  width: 600,
  height: 300,
}
const strangle: Draft = {
  ...emptyDraft,
  legs: [
    { symbol: put(95), ratio: 1 },
    { symbol: call(105), ratio: -1 },
  ],
}

function show(side: Side = 'buy') {
  const edits: Edit[] = []
  render(
    <svg>
      <StrikeHandles
        legs={strangle.legs}
        side={side}
        listed={listed}
        edit={edit => edits.push(edit)}
        current={undefined}
        figuresOf={() => ({ quote: {}, delta: undefined })}
        choose={() => undefined}
        scales={scales}
        onDrag={() => undefined}
      />
    </svg>,
  )
  return { edits, after: () => edits.reduce(reduce, startState(strangle)).present.legs.map(leg => `${leg.ratio} ${leg.symbol}`) }
}
const handle = (name: RegExp) => screen.getByRole('slider', { name })

describe('handles at the strikes', () => {
  it('say which legs they hold and where they stand', () => {
    show()
    expect(handle(/^Strike of \+1 BTC 25DEC26 95000 P$/).getAttribute('aria-valuetext')).toBe('95,000')
    expect(handle(/^Strike of −1 BTC 25DEC26 105000 C$/).getAttribute('aria-valuenow')).toBe('105000')
  })

  it('of a package that is sold tell what it sells and buys', () => {
    show('sell')
    expect(handle(/^Strike of −1 BTC 25DEC26 95000 P$/).textContent).toContain('−P')
    expect(handle(/^Strike of \+1 BTC 25DEC26 105000 C$/).textContent).toContain('+C')
  })

  it('step by the arrow keys, all with Shift, mirrored with Alt', () => {
    for (const [keys, legs] of [
      [{}, [`1 ${put(90)}`, `-1 ${call(105)}`]],
      [{ shiftKey: true }, [`1 ${put(90)}`, `-1 ${call(100)}`]],
      [{ altKey: true }, [`1 ${put(90)}`, `-1 ${call(110)}`]],
    ] as const) {
      const { after } = show()
      fireEvent.keyDown(handle(/95000 P/), { key: 'ArrowLeft', ...keys })
      expect(after()).toEqual(legs)
      cleanup()
    }
  })

  it('set the ratio by a digit, flip by f and remove by x', () => {
    const { edits, after } = show()
    fireEvent.keyDown(handle(/105000 C/), { key: '3', code: 'Digit3', altKey: true })
    expect(after()).toEqual([`1 ${put(95)}`, `-3 ${call(105)}`])
    edits.length = 0
    fireEvent.keyDown(handle(/105000 C/), { key: 'f' })
    expect(after()).toEqual([`1 ${put(95)}`, `1 ${call(105)}`])
    edits.length = 0
    fireEvent.keyDown(handle(/105000 C/), { key: 'x' })
    expect(after()).toEqual([`1 ${put(95)}`])
  })

  it('leave shortcuts of the page alone', () => {
    const { edits } = show()
    fireEvent.keyDown(handle(/105000 C/), { key: 'z', ctrlKey: true })
    fireEvent.keyDown(handle(/105000 C/), { key: 'w' })
    expect(edits).toEqual([])
  })
})
