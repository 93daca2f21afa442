import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import type { OptionMark } from '../../../../core/pricing/market/base-surface.ts'
import { call, listed, nearMs, put, quote } from '../../../../testing/universe.fixture.ts'
import { atTheMoney, chainRows } from './chain-rows.ts'

const strikes = listed.chain('BTC', nearMs)
const inputs = (bid: string) => ({
  quotes: new Map([quote(call(100), bid, '4100'), quote(put(90), '400', '500')]),
  positions: new Map([[put(90), dec('-2')]]),
  ratios: new Map([[call(100), 1]]),
})

describe('rows of the chain', () => {
  it('show quotes, own position and the draft at their strike', () => {
    const rows = chainRows(strikes, inputs('4000'))
    expect(rows[2]?.call).toMatchObject({ symbol: call(100), bid: '4000', ask: '4100', ratio: 1 })
    expect(rows[0]?.put).toMatchObject({ position: '-2', ratio: 0 })
    expect(rows[1]?.call?.bid).toBeUndefined()
  })

  it('keep their reference unless they changed', () => {
    const before = chainRows(strikes, inputs('4000'))
    expect(chainRows(strikes, inputs('4000'), before)).toBe(before)
    const after = chainRows(strikes, inputs('4001'), before)
    expect(after.map((row, index) => row === before[index])).toEqual([true, true, false, true, true])
  })

  it('are kept while the volatility reads the same, and drawn again when what it is made of changes', () => {
    const mark = { bid: 0.5, ask: 0.6, volatility: 0.55, why: undefined, source: 'mid', delta: 0.43 } as const
    const withMark = (more: Partial<OptionMark>) => ({
      ...inputs('4000'),
      marks: new Map([[call(100), { ...mark, ...more }]]),
    })
    const before = chainRows(strikes, withMark({}))
    expect(chainRows(strikes, withMark({ volatility: 0.5502, delta: 0.431, bid: 0.4999 }), before)).toBe(before)
    for (const more of [
      { volatility: 0.552 },
      { delta: 0.45 },
      { bid: 0.49 },
      { source: 'surface' },
      { typed: { atMs: 1, market: 0.55 } },
    ] as const)
      expect(chainRows(strikes, withMark(more), before)[2]).not.toBe(before[2])
  })

  it('find the money above the first strike that is not below the underlying', () => {
    const rows = chainRows(strikes, inputs('4000'))
    expect(atTheMoney(rows, dec('99000'))).toBe(2)
    expect(atTheMoney(rows, dec('100000'))).toBe(2)
    expect(atTheMoney(rows, dec('999000'))).toBe(5)
  })
})
