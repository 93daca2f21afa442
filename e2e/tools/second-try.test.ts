import { expect, test, vi } from 'vitest'
import type { Counted } from './reports.ts'
import { withSecondTry } from './second-try.ts'

const failed = { passed: 3, failures: ['a.spec.ts › asks: late'] }

test('what passed at once is not run again', async () => {
  const again = vi.fn<() => Promise<Counted>>(async () => failed)
  expect(await withSecondTry({ passed: 4, failures: [] }, again)).toEqual({ passed: 4, failures: [] })
  expect(again).not.toHaveBeenCalled()
})

test('what passes when run alone is counted as passed, and named', async () => {
  expect(await withSecondTry(failed, async () => ({ passed: 1, failures: [] }))).toEqual({
    passed: 4,
    failures: [],
    unsteady: failed.failures,
  })
})

test('what fails twice has failed', async () => {
  expect(await withSecondTry(failed, async () => ({ passed: 0, failures: ['a.spec.ts › asks: wrong'] }))).toEqual({
    passed: 3,
    failures: ['a.spec.ts › asks: wrong'],
  })
})

test('many failures at once are not tried again', async () => {
  const many = { passed: 0, failures: ['1', '2', '3', '4', '5', '6'] }
  const again = vi.fn<() => Promise<Counted>>(async () => ({ passed: 6, failures: [] }))
  expect(await withSecondTry(many, again)).toEqual(many)
  expect(again).not.toHaveBeenCalled()
})
