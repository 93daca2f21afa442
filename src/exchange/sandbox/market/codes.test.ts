import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entityId } from '../../../core/domain/ids.ts'
import { codeOf, idOf, maxStrikeIndex } from './codes.ts'

const code = fc.record({
  baseIndex: fc.integer({ min: 0, max: 63 }),
  day: fc.integer({ min: 18_262, max: 18_262 + 8_191 }),
  strikeIndex: fc.integer({ min: 0, max: maxStrikeIndex }),
  isCall: fc.boolean(),
})

describe('ids of dated instruments', () => {
  it('say what they mean: every code comes back from its id', () => {
    fc.assert(
      fc.property(code, each => {
        const id = idOf(each)
        expect(id === undefined ? undefined : codeOf(id)).toEqual(each)
      }),
      { numRuns: 2_000 },
    )
  })

  it('stay clear of the ids of spot and perpetuals', () => {
    fc.assert(fc.property(code, each => Number(idOf(each)) >= 2_000))
  })

  it('differ in their number of digits and do not follow the order of strikes', () => {
    const ids = Array.from(
      { length: 200 },
      (_, at) => idOf({ baseIndex: 0, day: 20_800, strikeIndex: at + 1, isCall: true }) ?? '',
    )
    expect(new Set(ids.map(id => id.length)).size).toBeGreaterThan(1)
    expect(ids.toSorted((a, b) => Number(a) - Number(b))).not.toEqual(ids)
    expect(ids.toSorted()).not.toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
  })

  it('that nothing can have are nothing', () => {
    for (const id of ['', '0', '16', 'x', '1e9', '99999999999', '-5000', '1999'])
      expect(codeOf(entityId(id))).toBeUndefined()
  })
})
