// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { pass } from '../../testing/stepped-clock.ts'
import { afterUsable, markUsable, waitForUsable } from './after-usable.ts'

/** Returns a function that reports whether a delay that begins now has ended. */
function watched(): () => boolean {
  let isOver = false
  waitForUsable()
  void afterUsable().then(() => (isOver = true))
  return () => isOver
}

it('later code waits until the first screen is usable and a frame of it was drawn', async () => {
  const isOver = watched()
  await pass(1_000)
  expect(isOver()).toBe(false)
  markUsable()
  expect(isOver()).toBe(false)
  await pass(100)
  expect(isOver()).toBe(true)
})

it.each(['pointerdown', 'keydown'])('later code comes at once after %s', async event => {
  const isOver = watched()
  dispatchEvent(new Event(event))
  await pass(1)
  expect(isOver()).toBe(true)
})

it('later code comes after five seconds where the first screen is never usable', async () => {
  const isOver = watched()
  await pass(4_900)
  expect(isOver()).toBe(false)
  await pass(200)
  expect(isOver()).toBe(true)
})
