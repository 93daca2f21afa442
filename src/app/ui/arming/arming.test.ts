import { describe, expect, test } from 'vitest'
import { type ArmingState, type Gesture, ask, click, elapse, press, release, typed } from './arming.ts'

const fire = { kind: 'fire' }
const ignored = (why: string) => ({ kind: 'ignored', why })

const pressedAt = (gesture: Gesture, atMs: number) => press(ask(gesture, 1_000), 1_000 + atMs).verdict

describe('a press of Enter', () => {
  test.each([30, 150, 399])('%i ms after the question was put is ignored', atMs => {
    expect(pressedAt('tap', atMs)).toEqual(ignored('too_soon'))
    expect(pressedAt('hold', atMs)).toEqual(ignored('too_soon'))
  })
  test('500 ms after it sends an RFQ by a tap, and begins the hold of a firm order', () => {
    expect(pressedAt('tap', 500)).toEqual(fire)
    expect(pressedAt('hold', 500)).toEqual({ kind: 'holding', atMs: 1_900 })
  })
  test('that was on its way before the question was put is ignored', () => {
    expect(pressedAt('tap', -20)).toEqual(ignored('too_soon'))
  })
  test('is ignored again after each change of what is asked', () => {
    const again = ask('tap', 5_000, ask('tap', 0))
    expect([30, 150, 500].map(atMs => press(again, 5_000 + atMs).verdict)).toEqual([
      ignored('too_soon'),
      ignored('too_soon'),
      fire,
    ])
  })
})

describe('a hold', () => {
  const held = (): ArmingState => press(ask('hold', 0), 1_000).arming
  test('fires after 400 ms, not before', () => {
    expect(elapse(held(), 1_399).verdict).toEqual({ kind: 'nothing' })
    expect(elapse(held(), 1_400).verdict).toEqual(fire)
  })
  test('fires once', () => expect(elapse(elapse(held(), 1_400).arming, 1_500).verdict).toEqual({ kind: 'nothing' }))
  test('let go before sends nothing, and says so', () => {
    const step = release(held(), 1_080)
    expect(step.verdict).toEqual(ignored('let_go'))
    expect(elapse(step.arming, 1_500).verdict).toEqual({ kind: 'nothing' })
  })
  test('counts whole when the page was busy while the key came up', () => {
    expect(release(held(), 1_450).verdict).toEqual(fire)
  })
  test('begun for one price does not fire at another', () => {
    expect(elapse(ask('hold', 1_200, held()), 1_400).verdict).toEqual({ kind: 'nothing' })
  })
  test('broken by another key sends nothing', () => {
    const step = typed(held(), 1_100)
    expect(step.verdict).toEqual(ignored('typing'))
    expect(elapse(step.arming, 1_500).verdict).toEqual({ kind: 'nothing' })
  })
})

describe('typing', () => {
  const typedAt = (gesture: Gesture) => typed(ask(gesture, 0), 2_000).arming
  test.each([30, 150, 299])('swallows an Enter %i ms after it', atMs => {
    expect(press(typedAt('tap'), 2_000 + atMs).verdict).toEqual(ignored('typing'))
    expect(press(typedAt('hold'), 2_000 + atMs).verdict).toEqual(ignored('typing'))
  })
  test('makes a tap too little, since who typed it had something else in mind', () => {
    expect(press(typedAt('tap'), 2_500).verdict).toEqual({ kind: 'holding', atMs: 2_900 })
  })
  test('in a field of the question leaves a tap enough, once it has rested', () => {
    const inField = typed(ask('tap', 0), 2_000, true).arming
    expect([press(inField, 2_150).verdict, press(inField, 2_300).verdict]).toEqual([ignored('typing'), fire])
  })
  test('swallows a click as well', () => expect(click(typedAt('tap'), 2_100, false).verdict).toEqual(ignored('typing')))
})

describe('a click', () => {
  const clickedAt = (atMs: number, wasThere: boolean) => click(ask('hold', 0), atMs, wasThere).verdict
  test('on a button that came up under the mouse is ignored, however late', () => {
    expect(clickedAt(5_000, true)).toEqual(ignored('already_there'))
  })
  test('on a button that the mouse moved to sends', () => expect(clickedAt(500, false)).toEqual(fire))
  test('of a finger or a switch needs the same rest as a key', () => {
    expect([30, 150, 500].map(atMs => clickedAt(atMs, false))).toEqual([ignored('too_soon'), ignored('too_soon'), fire])
  })
})
