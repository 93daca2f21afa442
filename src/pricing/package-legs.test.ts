import { describe, expect, it } from 'vitest'
import { expiryLegs, packageShape } from './package-legs.ts'

const near = Date.UTC(2026, 11, 25, 8)
const far = Date.UTC(2027, 2, 26, 8)

describe('the shape of a package', () => {
  it('reads strikes, expiries and linear legs from names', () => {
    const shape = packageShape([
      { symbol: 'BTC-20270326-100000C', ratio: 1 },
      { symbol: 'BTC-20261225-90000.5P', ratio: -2 },
      { symbol: 'BTC-USD-PERPETUAL', ratio: 3 },
    ])
    expect(shape).toMatchObject({ kind: 'priced', base: 'BTC', expiries: [near, far] })
    expect(shape.kind === 'priced' && expiryLegs(shape.legs)).toEqual([
      { kind: 'call', strike: 100000, ratio: 1 },
      { kind: 'put', strike: 90000.5, ratio: -2 },
      { kind: 'linear', ratio: 3 },
    ])
  })

  it('has no payoff over one price when the underlyings differ, or a name tells nothing', () => {
    expect(
      packageShape([
        { symbol: 'BTC-USD', ratio: 1 },
        { symbol: 'ETH-USD', ratio: -1 },
      ]),
    ).toEqual({ kind: 'several_bases', bases: ['BTC', 'ETH'] })
    expect(
      packageShape([
        { symbol: 'BTC-USD', ratio: 1 },
        { symbol: '???', ratio: -1 },
      ]),
    ).toEqual({ kind: 'unreadable', symbols: ['???'] })
    expect(packageShape([])).toEqual({ kind: 'unreadable', symbols: [] })
  })
})
