/**
 * What the venue says is drawn between gestures, not in the middle of one: after the picture of the rest, so that what the hand let go of is not kept
 * waiting for it.
 */
import { holdAnswers, releaseAnswers } from '../api/polling/hold-answers.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { subscribeGesture } from '../ui/gesture.ts'

export function drawAnswersBetweenGestures(): () => void {
  let callOff = (): void => undefined
  return subscribeGesture(isMoving => {
    callOff()
    if (isMoving) holdAnswers()
    else callOff = afterPaint(releaseAnswers)
  })
}
