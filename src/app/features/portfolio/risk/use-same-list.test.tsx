// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSameList } from './risk-panel.tsx'

const hookOver = <Item,>(first: readonly Item[], isSame?: (a: Item, b: Item) => boolean) =>
  renderHook(({ list }) => useSameList(list, isSame), { initialProps: { list: first } })

it('is the list from before while the next holds the same, and the next as soon as it holds another, one more or one less', () => {
  const first = ['BTC', 'ETH']
  const { result, rerender } = hookOver(first)
  rerender({ list: ['BTC', 'ETH'] })
  expect(result.current).toBe(first)
  for (const list of [['ETH', 'BTC'], ['ETH'], ['ETH', 'SOL'], []]) {
    rerender({ list })
    expect(result.current).toBe(list)
    rerender({ list: [...list] })
    expect(result.current).toBe(list)
  }
})

it('asks whether two are the same of who knows them', () => {
  const first = [{ base: 'BTC', amount: 2 }]
  const { result, rerender } = hookOver(first, (a, b) => a.amount === b.amount)
  rerender({ list: [{ base: 'BTC', amount: 2 }] })
  expect(result.current).toBe(first)
  rerender({ list: [{ base: 'BTC', amount: 3 }] })
  expect(result.current).toEqual([{ base: 'BTC', amount: 3 }])
})
