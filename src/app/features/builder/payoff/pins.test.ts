// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pin, unpin, usePins } from './pins.ts'

it('up to three drafts are pinned, each once, the newest kept', () => {
  const { result } = renderHook(usePins)
  act(() => {
    for (const name of ['A', 'B', 'A', 'C', 'D']) pin({ title: name, legs: [{ symbol: name, ratio: 1 }] })
  })
  expect(result.current.map(each => each.title)).toEqual(['A', 'C', 'D'])
  act(() => {
    for (const each of result.current) unpin(each)
  })
  expect(result.current).toEqual([])
})
