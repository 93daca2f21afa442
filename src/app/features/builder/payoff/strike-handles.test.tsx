// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Side } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { call, listed, put } from '../../../../testing/universe.fixture.ts'
import { type Draft, type Edit, emptyDraft, reduce, startState } from '../draft/draft.ts'
import { StrikeHandles } from './strike-handles.tsx'
import { legsOf } from '../../../../testing/legs-of.ts'

afterEach(cleanup)

const scales = {
  x: (price: number) => (price - 80_000) / 100,
  y: (value: number) => value,
  invertX: (px: number) => px * 100 + 80_000,
  width: 600,
  height: 300,
}
const strangle: Draft = { ...emptyDraft, legs: legsOf({ [put(95)]: 1, [call(105)]: -1 }) }

function show(side: Side = 'buy', preview?: (legs: readonly PackageLeg[]) => boolean) {
  const edits: Edit[] = []
  const handles = () => (
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
        preview={preview}
      />
    </svg>
  )
  const { rerender } = render(handles())
  return {
    edits,
    drawAgain: () => rerender(handles()),
    after: () => edits.reduce(reduce, startState(strangle)).present.legs.map(leg => `${leg.ratio} ${leg.symbol}`),
  }
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
    fireEvent.keyDown(handle(/105000 C/), { key: '3', code: 'KeyQ', altKey: true })
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

describe('a drag', () => {
  const grab = () => {
    const grip = handle(/105000 C/)
    Object.assign(grip, { setPointerCapture: () => undefined })
    fireEvent.pointerDown(grip, { button: 0, pointerId: 1, clientX: 250 })
    fireEvent.pointerMove(grip, { pointerId: 1, clientX: 300 })
    return grip
  }

  it('that can be drawn past the panels goes with the pointer, and is the draft once it ends', () => {
    const drawn: string[] = []
    const { edits, after } = show('buy', legs => drawn.push(legs.map(leg => leg.symbol).join(' ')) > 0)
    const grip = grab()
    expect(drawn).toEqual([`${put(95)} ${call(110)}`])
    expect(grip.getAttribute('aria-valuenow')).toBe('110000')
    expect(edits).toEqual([])
    fireEvent.pointerUp(grip, { pointerId: 1 })
    expect(after()).toEqual([`1 ${put(95)}`, `-1 ${call(110)}`])
  })

  it('is written as it would be drawn: each step, and whatever is drawn again in the middle of it', () => {
    const { drawAgain } = show('buy', () => true)
    // Only the hint waits for the next render.
    const shown = () => document.querySelector('svg')?.outerHTML.replace(/<title>[^<]*<\/title>/g, '')
    const grip = grab()
    const seen = new Set([shown()])
    // Over the other handle, past the last strike, and with Shift moving all.
    for (const [clientX, shiftKey] of [
      [160, false],
      [150, false],
      [900, false],
      [-200, false],
      [200, true],
      [300, true],
    ] as const) {
      fireEvent.pointerMove(grip, { pointerId: 1, clientX, shiftKey })
      const written = shown()
      drawAgain()
      expect(shown()).toBe(written)
      seen.add(written)
    }
    expect(seen.size).toBeGreaterThan(4)
  })

  it('that is aborted restores the drawing exactly', () => {
    show('buy', () => true)
    const before = document.querySelector('svg')?.outerHTML
    const grip = grab()
    fireEvent.pointerMove(grip, { pointerId: 1, clientX: 150 })
    expect(document.querySelector('svg')?.outerHTML).not.toBe(before)
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(document.querySelector('svg')?.outerHTML).toBe(before)
  })
})
