// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { holdKeys } from './hold-keys.ts'

let onPage: string[]
const listen = (event: KeyboardEvent): void => void onPage.push(event.key)

beforeEach(() => {
  onPage = []
  document.body.innerHTML = '<button id="page">Page</button>'
  document.getElementById('page')?.focus()
  document.addEventListener('keydown', listen)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  document.removeEventListener('keydown', listen)
})

const press = (key: string, more: object = {}): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  )

function arrive(): HTMLInputElement {
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><input /></div>')
  const field = document.querySelector('input') as HTMLInputElement
  field.focus()
  return field
}

describe('keys typed while a dialog is on its way', () => {
  test('go to its field, and none to the page', () => {
    holdKeys()
    for (const key of ['2', 't', '7', 'x', 'Backspace', 'w']) expect(press(key)).toBe(false)
    expect(arrive().value).toBe('2t7w')
    expect(onPage).toEqual([])
  })
  test('are not lost when it is asked for once more', () => {
    holdKeys()
    press('a')
    holdKeys()
    press('b')
    expect(arrive().value).toBe('ab')
  })
  test('choose and steer nothing', () => {
    holdKeys()
    for (const key of ['o', 'Enter', 'ArrowDown', 'Tab', 'Delete']) press(key)
    expect(arrive().value).toBe('o')
    expect(onPage).toEqual([])
  })
  test('are the page’s again once the dialog has the focus', () => {
    holdKeys()
    arrive()
    press('x')
    expect(onPage).toEqual(['x'])
  })
  test('are the page’s again when it is closed before it had the focus, unless another one is awaited', () => {
    const [release, other] = [holdKeys(), holdKeys()]
    release()
    expect(press('x')).toBe(false)
    other()
    press('y')
    expect(onPage).toEqual(['y'])
    const later = holdKeys()
    release()
    expect(press('z')).toBe(false)
    later()
  })
  test('are the page’s again when it never comes', () => {
    holdKeys()
    vi.advanceTimersByTime(6_000)
    press('x')
    expect(onPage).toEqual(['x'])
  })
  test('leave shortcuts and Escape alone', () => {
    holdKeys()
    press('Escape')
    press('k', { ctrlKey: true })
    expect(onPage).toEqual(['Escape', 'k'])
  })
})
