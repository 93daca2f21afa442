// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useClosedGroups } from './use-positions-rows.ts'

const key = 'legwork.book.closed'
const group = (id: string) => ({ id, isOpen: true })
const stored = (): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')
const show = () => renderHook(useClosedGroups, { wrapper: StrictMode }).result

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('closed groups', () => {
  it('are saved once a press, also where React runs an update twice', () => {
    const result = show()
    const writes = vi.spyOn(localStorage, 'setItem')
    act(() => result.current.toggle(group('BTC')))
    expect(writes.mock.calls.filter(([name]) => name === key)).toHaveLength(1)
    expect([[...result.current.closed], stored()]).toEqual([['BTC'], ['BTC']])
  })
  it('go on from one another where two are pressed before the next drawing', () => {
    const result = show()
    act(() => {
      result.current.toggle(group('BTC'))
      result.current.toggle(group('ETH'))
      result.current.toggle(group('BTC'))
    })
    expect([[...result.current.closed], stored()]).toEqual([['ETH'], ['ETH']])
  })
  it('are there again after a reload, and open all at once', () => {
    localStorage.setItem(key, JSON.stringify(['BTC', 7, 'ETH']))
    const result = show()
    expect([...result.current.closed]).toEqual(['BTC', 'ETH'])
    act(() => result.current.openAll())
    expect([[...result.current.closed], stored()]).toEqual([[], []])
  })
  it('are saved the latest five hundred of', () => {
    const result = show()
    act(() => result.current.close(Array.from({ length: 501 }, (_, at) => `g${at}`)))
    act(() => result.current.toggle(group('last')))
    const saved = stored() as string[]
    expect([saved.length, saved[0], saved.at(-1)]).toEqual([500, 'g2', 'last'])
  })
  it('leave a row that is no group alone', () => {
    const result = show()
    act(() => result.current.toggle({ id: 'leg', isOpen: undefined }))
    expect(stored()).toBeNull()
  })
})
