// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { parseTexts, useSavedChoice } from './saved-choice.ts'

afterEach(cleanup)

const standard = { search: '', kind: 'all' }
const parse = (stored: unknown) =>
  parseTexts(stored, standard, (name, text) => name !== 'kind' || text === 'all' || text === 'fills')

test('a choice is as it was left', () => {
  const first = renderHook(() => useSavedChoice('test', parse))
  expect(first.result.current[0]).toEqual(standard)
  act(() => first.result.current[1]({ search: 'btc', kind: 'fills' }))
  first.unmount()
  expect(renderHook(() => useSavedChoice('test', parse)).result.current[0]).toEqual({ search: 'btc', kind: 'fills' })
})
test.each([undefined, 7, 'text', [], { kind: 'unheard of', search: 3 }])('kept %j reads as the standard', stored =>
  expect(parse(stored)).toEqual(standard),
)
