import { describe, expect, it } from 'vitest'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import { gripHeight, gripLetters, gripsOf } from './strike-grips.ts'

const call = (strike: number, ratio: number): PackageLeg => ({ symbol: `BTC-20261225-${strike}C`, ratio })
const put = (strike: number, ratio: number): PackageLeg => ({ symbol: `BTC-20261225-${strike}P`, ratio })
const scales = {
  x: (price: number) => margins.left + (price - 80_000) / 100,
  y: (value: number) => value,
  invertX: (px: number) => px,
  width: 600,
  height: 300,
}
const middles = (legs: readonly PackageLeg[]): number[] => gripsOf(legs, scales).map(box => box.x + box.width / 2)

describe('the letters of a handle', () => {
  it('are side, ratio and right of its leg, a ratio of one left out', () => {
    expect([call(1, 1), call(1, -2), put(1, 12), put(1, -1)].map(leg => gripLetters([leg]))).toEqual([
      '+C',
      '−2C',
      '+12P',
      '−P',
    ])
  })

  it('of several legs at one strike are their sides and rights, in their order', () => {
    expect(gripLetters([put(1, -3), call(1, 2)])).toBe('−P+C')
    expect(gripLetters([])).toBe('')
  })
})

describe('the handles of a draft', () => {
  it('stand at their strikes, low to high, one a strike, on one line where there is room', () => {
    const boxes = gripsOf([call(110_000, -1), put(90_000, 1), call(90_000, 1)], scales)
    expect(boxes.map(box => box.x + box.width / 2)).toEqual([margins.left + 100, margins.left + 300])
    expect(boxes.map(box => box.y)).toEqual([0, 0].map(() => 300 - margins.bottom - gripHeight - 2))
  })

  it('whose strikes lie outside of the chart stay at its edges, where they can be reached', () => {
    expect(middles([call(10_000, 1), call(900_000, -1)])).toEqual([margins.left, 600 - margins.right])
  })

  it('are as wide as their letters need', () => {
    const legs = Array.from({ length: 3 }, (_, at) => [call(90_000, 1), put(90_000, at === 0 ? 1 : -1)]).flat()
    const [narrow, wide] = [gripsOf([call(90_000, 1)], scales)[0]?.width, gripsOf(legs, scales)[0]?.width]
    // Twelve letters of seven pixels, plus eight of padding.
    expect([narrow, wide]).toEqual([30, 92])
  })

  it('do not exist for a leg without a strike', () =>
    expect(gripsOf([{ symbol: 'BTC-USD-PERPETUAL', ratio: 1 }], scales)).toEqual([]))
})
