import { describe, expect, test } from 'vitest'
import { type TourFacts, stepFrom, tourSteps } from './tour-steps.ts'

const nothing: TourFacts = {
  isSignedIn: false,
  hasReadExplanation: false,
  draftLegs: 0,
  hasAsked: false,
  hasTaken: false,
  hasSeenFlow: false,
  isInJournal: false,
}
const deeds: readonly Partial<TourFacts>[] = [
  { isSignedIn: true },
  { hasReadExplanation: true },
  { draftLegs: 4 },
  { hasAsked: true },
  { hasTaken: true },
  { hasSeenFlow: true },
  { isInJournal: true },
]

describe('the guided round', () => {
  test('moves one step on with each deed, in their order, and ends after the last', () => {
    const steps = deeds.map((_, index) =>
      stepFrom(index, Object.assign({ ...nothing }, ...deeds.slice(0, index + 1)) as TourFacts),
    )
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(steps.at(-1)).toBe(tourSteps.length)
  })
  test('waits where nothing was done, and where something else was', () => {
    expect(stepFrom(2, nothing)).toBe(2)
    expect(stepFrom(2, { ...nothing, draftLegs: 2, isInJournal: true })).toBe(2)
  })
  test('passes over what is done already, and never goes back', () => {
    expect(stepFrom(0, { ...nothing, isSignedIn: true })).toBe(1)
    expect(stepFrom(4, { ...nothing, isSignedIn: true })).toBe(4)
  })
})
