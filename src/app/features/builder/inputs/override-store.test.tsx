// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { nearMs, nowMs } from '../../../../testing/universe.fixture.ts'
import { useOverrides } from './override-store.ts'
import { overrideTexts } from './override-strip.tsx'

afterEach(cleanup)

describe('typed inputs of the tab', () => {
  it('are kept by base, and taken back one by one or all at once', () => {
    const { result } = renderHook(() => ({ btc: useOverrides('BTC'), eth: useOverrides('ETH') }))
    act(() => {
      result.current.btc.type('underlying', dec('95000'))
      result.current.btc.type(`forward ${nearMs}`, dec('96000'))
      result.current.eth.type('underlying', dec('3000'))
    })
    expect([...result.current.btc.inputs].map(([key, { value }]) => [key, value])).toEqual([
      ['underlying', '95000'],
      [`forward ${nearMs}`, '96000'],
    ])
    expect(sessionStorage.getItem('legwork.typed-inputs')).toContain('95000')
    act(() => result.current.btc.clear('underlying'))
    expect(result.current.btc.inputs.size).toBe(1)
    act(() => result.current.btc.clearAll())
    act(() => result.current.eth.clearAll())
    expect(sessionStorage.getItem('legwork.typed-inputs')).toBeNull()
  })

  it('are described in words until their expiry', () => {
    const typed = { value: dec('2.5'), atMs: nowMs }
    const inputs = new Map([
      ['underlying', typed],
      [`shift ${nearMs}`, typed],
      [`forward ${nowMs - 1}`, typed],
      ['volatility BTC-20261225-100000C', typed],
    ] as const)
    expect(overrideTexts(inputs, 'BTC', nowMs).map(({ name, value }) => `${name} ${value}`)).toEqual([
      'BTC price 2.5',
      'IV 25DEC26 +2.5 points',
      'IV BTC 25DEC26 100000 C 2.5 %',
    ])
  })
})
