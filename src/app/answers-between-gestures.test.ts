// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { areAnswersHeld, releaseAnswers } from '../api/polling/hold-answers.ts'
import { gestureMoves, gestureRests } from '../ui/gesture.ts'
import { drawAnswersBetweenGestures } from './answers-between-gestures.ts'

let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  stop = drawAnswersBetweenGestures()
})
afterEach(() => {
  stop()
  gestureRests()
  releaseAnswers()
  vi.useRealTimers()
})

it('answers are held while a hand moves, and until the picture of its rest is drawn', async () => {
  gestureMoves()
  expect(areAnswersHeld()).toBe(true)
  gestureRests()
  expect(areAnswersHeld()).toBe(true)
  await vi.advanceTimersByTimeAsync(50)
  expect(areAnswersHeld()).toBe(false)
})

it('a hand that goes on before that picture holds them on', async () => {
  gestureMoves()
  gestureRests()
  gestureMoves()
  await vi.advanceTimersByTimeAsync(500)
  expect(areAnswersHeld()).toBe(true)
  gestureRests()
  await vi.advanceTimersByTimeAsync(50)
  expect(areAnswersHeld()).toBe(false)
})
