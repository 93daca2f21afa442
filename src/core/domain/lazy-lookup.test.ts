import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBaseAndDate, byLastCharacters, lazyLookup } from './lazy-lookup.ts'

const key = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer({ min: 0, max: 400 }).map(String),
  fc
    .tuple(
      fc.constantFrom('BTC', 'ETH', '', 'B', 'BTC-20261225', '\u4e2d\u6587-20261225'),
      fc.integer({ min: 0, max: 20 }),
    )
    .map(([base, at]) => `${base}-${at}`),
)
const items = fc.array(key).map(keys => keys.map((each, at) => ({ key: each, at })))

describe('a lazy look-up', () => {
  it.each([
    ['base and date', byBaseAndDate],
    ['the last characters', byLastCharacters],
  ])('by %s finds what a look through all finds, the first of equals', (_, bucketOf) =>
    fc.assert(
      fc.property(items, fc.array(key), (all, more) => {
        const find = lazyLookup(all, each => each.key, bucketOf)
        for (const asked of [...more, ...all.map(each => each.key)])
          expect(find(asked)).toBe(all.find(each => each.key === asked))
      }),
    ),
  )
  it('keeps the names of one chain together, and those of others apart', () => {
    const bucketsOf = (prefix: string) =>
      new Set(Array.from({ length: 50 }, (_, at) => byBaseAndDate(`${prefix}-${80_000 + at * 500}C`) & 255))
    const chains = ['BTC-20261225', 'BTC-20261226', 'BTC-20270326', 'ETH-20261225', 'SOL-20261225'].map(bucketsOf)
    expect(chains.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])
    expect(new Set(chains.flatMap(buckets => [...buckets])).size).toBe(5)
  })
})
