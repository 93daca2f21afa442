// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pass } from '../../testing/stepped-clock.ts'
import { keepFocus } from './keep-focus.ts'

const bar =
  '<nav><a href="/portfolio">Portfolio</a><a href="/build">Build</a></nav><button title="Search and commands">Search</button>'
let place: HTMLElement

beforeEach(() => {
  document.body.innerHTML = `<div id="root">${bar}</div><input id="elsewhere">`
  place = document.getElementById('root') as HTMLElement
})
const roots: ReturnType<typeof createRoot>[] = []
afterEach(() => {
  for (const root of roots.splice(0)) act(() => root.unmount())
})

function drawProgram(): void {
  const root = createRoot(place)
  roots.push(root)
  act(() =>
    root.render(
      <div>
        <a href="#screen">Skip to the screen</a>
        <nav>
          <a href="/portfolio">Portfolio</a>
          <a href="/build">Build</a>
        </nav>
        <button type="button" title="Search and commands">
          Search
        </button>
        <button type="button" title="Hide amounts">
          Hide
        </button>
      </div>,
    ),
  )
}

test.each(['a[href="/build"]', 'button'])(
  '%s of the frame has the focus still when the program stands in its place',
  async selector => {
    const before = place.querySelector<HTMLElement>(selector)
    before?.focus()
    keepFocus(place)
    drawProgram()
    await waitFor(() =>
      expect(document.activeElement).toBe(
        place.querySelector(selector === 'button' ? 'button[title^="Search"]' : selector),
      ),
    )
    expect(document.activeElement).not.toBe(before)
  },
)

test('a focus that the program gave somewhere else stays there', async () => {
  place.querySelector<HTMLElement>('a')?.focus()
  keepFocus(place)
  drawProgram()
  document.getElementById('elsewhere')?.focus()
  await pass(1)
  expect(document.activeElement?.id).toBe('elsewhere')
})

test('without a focus in the frame none is given', async () => {
  keepFocus(place)
  drawProgram()
  await pass(1)
  expect(document.activeElement).toBe(document.body)
})
