import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beforeDash, byLastCharacters, lazyLookup } from './lazy-lookup.ts'

const key = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer({ min: 0, max: 400 }).map(String),
  fc.tuple(fc.constantFrom('BTC', 'ETH', '', 'B'), fc.integer({ min: 0, max: 20 })).map(([base, at]) => `${base}-${at}`),
)
const items = fc.array(key).map(keys => keys.map((each, at) => ({ key: each, at })))

describe('a lazy look-up', () => {
  it.each([
    ['what stands before the dash', beforeDash],
    ['the last characters', byLastCharacters],
  ])('by %s finds what a look through all finds, the first of equals', (_, bucketOf) =>
    fc.assert(
      fc.property(items, fc.array(key), (all, more) => {
        const find = lazyLookup(all, each => each.key, bucketOf)
        for (const asked of [...more, ...all.map(each => each.key)]) expect(find(asked)).toBe(all.find(each => each.key === asked))
      }),
    ),
  )
  it('parts the names of instruments by their bases', () => {
    expect(['BTC-20261225-100000C', 'BTC-USD', 'BTC', '-', ''].map(beforeDash)).toEqual(['BTC', 'BTC', 'BTC', '', ''])
  })
})
