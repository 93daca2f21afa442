// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { must } from '../../../core/domain/must.ts'
import { holdFocus } from './hold-focus.ts'

const at = (selector: string): HTMLElement => must(document.querySelector<HTMLElement>(selector) ?? undefined, selector)
const focused = (): string => document.activeElement?.id ?? ''
const settled = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(1_000))

let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `<button id="outside"></button><main id="screen" tabindex="-1"><section><button id="inside"></button></section></main>`
  end = holdFocus()
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

it('is the screen’s once what had the focus has left the page', async () => {
  at('#inside').focus()
  at('section').remove()
  await settled()
  expect(focused()).toBe('screen')
})

it('stays where it was taken meanwhile', async () => {
  at('#inside').focus()
  at('section').remove()
  at('#outside').focus()
  await settled()
  expect(focused()).toBe('outside')
})

it('is nowhere before anything had it, and after a click on a plain area', async () => {
  at('section').remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
  at('#outside').focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  at('#outside').remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
})
