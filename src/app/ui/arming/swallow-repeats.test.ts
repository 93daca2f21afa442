// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { swallowRepeats } from './swallow-repeats.ts'

let taken: string[]
const take = (event: KeyboardEvent): void => void taken.push(`${event.key}${event.repeat ? ' again' : ''}`)
const press = (key: string, repeat = false): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  return event
}
const letGo = (key: string): boolean => document.body.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))

beforeEach(() => {
  taken = []
  document.body.addEventListener('keydown', take)
})
afterEach(() => {
  letGo('Enter')
  document.body.removeEventListener('keydown', take)
})

describe('a key that is held down after it has done its work', () => {
  it('does nothing more, wherever the focus is, nor what the browser would do with it', () => {
    swallowRepeats()
    expect(press('Enter', true).defaultPrevented).toBe(true)
    expect(press('Enter', true).defaultPrevented).toBe(true)
    expect(taken).toEqual([])
  })

  it('that is let go is over: another that is held all the while goes on, and itself works again', () => {
    swallowRepeats()
    letGo('Enter')
    expect([press('ArrowDown', true).defaultPrevented, press('Enter').defaultPrevented]).toEqual([false, false])
    expect(taken).toEqual(['ArrowDown again', 'Enter'])
  })

  it('leaves a press of its own alone, and all that follows it', () => {
    swallowRepeats()
    expect(press('ArrowDown').defaultPrevented).toBe(false)
    press('ArrowDown', true)
    expect(taken).toEqual(['ArrowDown', 'ArrowDown again'])
  })
})
