// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Gesture, IgnoredReason } from './arming.ts'
import { FireButton, armingText } from './fire-button.tsx'
import { startPointerSpot } from './pointer-spot.ts'

startPointerSpot()

let clock = 0
let fired = 0
const box = new DOMRect(100, 100, 80, 30)

beforeEach(() => {
  fired = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => clock)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = (ms: number): void => {
  clock += ms
  act(() => void vi.advanceTimersByTime(ms + 2))
}
const moveTo = (clientX: number, clientY: number) =>
  fireEvent(window, new PointerEvent('pointermove', { clientX, clientY, pointerType: 'mouse' }))
const off = () => moveTo(5, 5)
const onto = () => moveTo(120, 110)

function Asked({ question, gesture }: { readonly question: string; readonly gesture: Gesture }) {
  const [ignored, setIgnored] = useState<IgnoredReason>()
  return (
    <>
      <FireButton question={question} gesture={gesture} onFire={() => (fired += 1)} onIgnored={setIgnored}>
        Send
      </FireButton>
      <output>{armingText(gesture, ignored)}</output>
    </>
  )
}

const put = (gesture: Gesture, question = 'at 120') => render(<Asked question={question} gesture={gesture} />)
const button = () => screen.getByRole('button')
const down = (key: string, more: object = {}) => fireEvent.keyDown(button(), { key, ...more })
const up = (key: string) => fireEvent.keyUp(button(), { key })
const said = () => screen.getByRole('status').textContent
const mouseClick = () => fireEvent.click(button(), { detail: 1 })

test('Space never fires', () => {
  put('tap')
  pass(2_000)
  expect(down(' ')).toBe(false)
  expect(up(' ')).toBe(false)
  expect(fired).toBe(0)
})

describe('Enter', () => {
  test('held for its time fires once, and its repeats do nothing more anywhere', () => {
    put('hold')
    pass(500)
    down('Enter')
    expect(button().dataset['held']).toBe('true')
    pass(400)
    expect(fired).toBe(1)
    expect(fireEvent.keyDown(document.body, { key: 'Enter', repeat: true })).toBe(false)
    fireEvent.keyUp(document.body, { key: 'Enter' })
    expect(fireEvent.keyDown(document.body, { key: 'Enter', repeat: true })).toBe(true)
    expect(fired).toBe(1)
  })
  test('tapped sends no firm order, and says what to do', () => {
    put('hold')
    pass(500)
    down('Enter')
    pass(90)
    up('Enter')
    pass(1_000)
    expect([fired, said()]).toEqual([0, 'Hold Enter until the bar is full'])
  })
  test('that is still held from before never fires', () => {
    put('tap')
    pass(1_000)
    down('Enter', { repeat: true })
    expect(fired).toBe(0)
  })
  test('in the middle of typing is ignored, and says so', () => {
    put('tap')
    pass(1_000)
    fireEvent.keyDown(document.body, { key: 't' })
    pass(150)
    down('Enter')
    expect([fired, said()]).toEqual([0, 'Ignored: you were typing'])
  })
  test('pressed elsewhere does not click what gets the focus under it', () => {
    put('tap')
    pass(1_000)
    fireEvent.keyDown(document.body, { key: 'Enter' })
    pass(5)
    fireEvent.click(button(), { detail: 0 })
    expect(fired).toBe(0)
  })
  test('with Ctrl, Alt or Shift is another key', () => {
    put('tap')
    pass(1_000)
    for (const more of [{ ctrlKey: true }, { altKey: true }, { shiftKey: true }])
      expect(down('Enter', more)).toBe(false)
    expect(fired).toBe(0)
  })
  test('counts for the present question alone', () => {
    const { rerender } = put('hold')
    pass(500)
    down('Enter')
    pass(300)
    rerender(<Asked question="at 110" gesture="hold" />)
    pass(300)
    expect(fired).toBe(0)
    up('Enter')
    down('Enter')
    expect(said()).toBe('Ignored: it had just appeared or changed. Press again.')
  })
})

test('data-armed is set once the question has rested, and is removed as soon as it changes', () => {
  const { rerender } = put('hold')
  expect(button().dataset['armed']).toBeUndefined()
  pass(400)
  expect(button().dataset['armed']).toBe('true')
  rerender(<Asked question="at 110" gesture="hold" />)
  expect(button().dataset['armed']).toBeUndefined()
  pass(400)
  expect(button().dataset['armed']).toBe('true')
})

describe('the mouse', () => {
  test('that was there when the button came up must move off it first', () => {
    onto()
    put('hold')
    pass(1_000)
    mouseClick()
    expect([fired, said()]).toEqual([0, 'Move off the button and back, then click'])
    off()
    onto()
    mouseClick()
    expect(fired).toBe(1)
  })
  test('that comes from elsewhere sends', () => {
    off()
    put('hold')
    pass(500)
    onto()
    mouseClick()
    expect(fired).toBe(1)
  })
  test('must move off again after the price has changed', () => {
    off()
    const { rerender } = put('hold')
    pass(500)
    onto()
    rerender(<Asked question="at 110" gesture="hold" />)
    pass(500)
    mouseClick()
    expect(fired).toBe(0)
  })
})

test('a finger, a switch, assistive technology needs the rest alone: it has no place before it presses', () => {
  onto()
  put('hold')
  pass(150)
  fireEvent.pointerDown(button(), { pointerType: 'touch' })
  mouseClick()
  expect(fired).toBe(0)
  pass(400)
  mouseClick()
  expect(fired).toBe(1)
  fireEvent.click(button(), { detail: 0 })
  expect(fired).toBe(2)
})
