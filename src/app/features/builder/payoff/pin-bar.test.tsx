// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PinBar } from './payoff-panel.tsx'
import { type Pin, pin, unpin } from './pins.ts'
import { call } from '../../../../testing/universe.fixture.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const spread = (low: number, high: number): Pin => ({
  title: 'Bull call spread BTC 25DEC26',
  legs: legsOf({ [call(low)]: 1, [call(high)]: -1 }),
})
const drafts = [spread(90, 100), spread(100, 110), spread(95, 105), spread(105, 110)] as const

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(message => {
    throw new Error(String(message))
  })
})
afterEach(() => {
  cleanup()
  act(() => {
    for (const each of drafts) unpinLegs(each)
  })
  vi.restoreAllMocks()
})
function unpinLegs(draft: Pin): void {
  pin(draft)
  unpin(draft)
}
const pinned = () => screen.queryAllByRole('button', { name: /^Bull call spread/ })

it('drafts of one name and other strikes are pinned side by side, and each is taken off by its own button', () => {
  const { rerender } = render(<PinBar draft={drafts[0]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pin this draft' }))
  rerender(<PinBar draft={drafts[1]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pin this draft' }))
  expect(pinned()).toHaveLength(2)
  const [, second] = pinned()
  const [first] = pinned()
  if (first !== undefined) fireEvent.click(first)
  expect(pinned()).toEqual([second])
})
