import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareRows, shareValue } from './share-rows.ts'

interface Row {
  readonly id: string
  readonly size: number
  readonly legs?: readonly { readonly symbol: string; readonly ratio: number }[]
}
const leg = fc.record({ symbol: fc.constantFrom('A', 'B'), ratio: fc.integer({ min: -2, max: 2 }) })
const row = (id: string): fc.Arbitrary<Row> =>
  fc.record(
    { id: fc.constant(id), size: fc.nat(2), legs: fc.array(leg, { maxLength: 2 }) },
    { requiredKeys: ['id', 'size'] },
  )
const ids = ['a', 'b', 'c', 'd', 'e']
const rows = fc
  .subarray(ids)
  .chain(some => fc.shuffledSubarray(some, { minLength: some.length }).chain(order => fc.tuple(...order.map(row))))
const keys = ['id'] as const
const copy = <Value>(value: Value): Value => structuredClone(value)

describe('rows of one poll and the next', () => {
  it('are what the venue says, in its order, whatever was there before', () => {
    fc.assert(
      fc.property(fc.option(rows, { nil: undefined }), rows, (old, fresh) => {
        expect(shareRows(old, fresh, keys)).toEqual(fresh)
      }),
    )
  })
  it('keep the object of each unchanged row, wherever it is, and of no other', () => {
    fc.assert(
      fc.property(rows, rows, (old, fresh) => {
        const shared = shareRows(old, fresh, keys)
        for (const [index, one] of shared.entries()) {
          const before = old.find(each => each.id === one.id)
          const isSame = before !== undefined && JSON.stringify(sorted(before)) === JSON.stringify(sorted(one))
          expect(one).toBe(isSame ? before : fresh[index])
        }
      }),
    )
  })
  it('are the very same list where nothing changed, and another where anything did', () => {
    fc.assert(
      fc.property(rows, fc.nat(4), (old, at) => {
        expect(shareRows(old, copy(old), keys)).toBe(old)
        if (old.length === 0) return
        const changed = old.map((each, index) =>
          index === at % old.length ? { ...each, size: each.size + 1 } : copy(each),
        )
        expect(shareRows(old, changed, keys)).not.toBe(old)
        expect(shareRows(old, copy(old).slice(1), keys)).not.toBe(old)
        if (old.length > 1) expect(shareRows(old, copy(old).reverse(), keys)).not.toBe(old)
      }),
    )
  })
})

const sorted = (one: Row) => Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))

describe('a value', () => {
  it('stays the same object while it is equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        if (value !== null && typeof value === 'object') expect(shareValue(value, copy(value))).toBe(value)
      }),
    )
  })
  it('is another one where a field came, went, or is of another type', () => {
    for (const [old, fresh] of [
      [{ a: 1 }, { a: 1, b: undefined }],
      [{ a: 1, b: undefined }, { a: 1 }],
      [{ a: 1 }, { a: '1' }],
      [{ a: [] }, { a: {} }],
      [{ a: null }, { a: {} }],
      [{ a: 0 }, { a: -0 }],
    ] as const)
      expect(shareValue<object>(old, fresh), JSON.stringify([old, fresh])).toBe(fresh)
  })
})
