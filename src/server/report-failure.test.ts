// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { failuresReported, reportFailure, reportUncounted } from './report-failure.ts'

test('an alert that could not be sent is told, and is no failure of this program', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = failuresReported()
  reportUncounted('An alert to "hook"', 'answered 503')
  expect(failuresReported()).toBe(before)
  reportFailure('The history', 'no room')
  expect(failuresReported()).toBe(before + 1)
  expect(write.mock.calls.map(([line]) => line)).toEqual(['An alert to "hook" failed: answered 503\n', 'The history failed: no room\n'])
  write.mockRestore()
})
