import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBuilderSearch } from '../../../links/builder-link.ts'
import { draftOfSearch, legsOf, linkFault, searchOfDraft } from './draft-url.ts'
import { type Draft, emptyDraft } from './draft.ts'

const typed = fc.string({ maxLength: 30 })
const draft: fc.Arbitrary<Draft> = fc
  .record({
    legs: fc.uniqueArray(
      fc.record({
        symbol: fc.stringMatching(/^[A-Z]{2,5}-20\d{6}-\d{2,6}[CP]$/),
        ratio: fc.integer({ min: -20, max: 20 }).filter(ratio => ratio !== 0),
      }),
      { selector: leg => leg.symbol, maxLength: 10 },
    ),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: typed,
    price: typed,
    mode: fc.constantFrom('rfq' as const, 'firm' as const),
    type: fc.constantFrom('LIMIT' as const, 'MARKET' as const),
    tif: fc.constantFrom('GTC' as const, 'IOC' as const),
    cycles: typed,
    minimumQuantity: typed,
    userTag: typed,
  })
  .map(one => (one.type === 'MARKET' ? { ...one, tif: 'IOC' as const } : one))

describe('the draft in the URL', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(draft, one => {
        expect(draftOfSearch(parseBuilderSearch(searchOfDraft(one))) ?? emptyDraft).toEqual(one)
      }),
    )
  })

  it('is nothing for a link that names no part of a draft', () => {
    expect(draftOfSearch(parseBuilderSearch({ base: 'BTC', other: 'x' }))).toBeUndefined()
  })

  it('takes numbers, and letters of either case', () => {
    const search = parseBuilderSearch({ legs: 'A@1/B@-2', qty: 10, side: 'Buy', type: ['LIMIT'] })
    expect(draftOfSearch(search)).toEqual({
      ...emptyDraft,
      legs: [
        { symbol: 'A', ratio: 1 },
        { symbol: 'B', ratio: -2 },
      ],
      quantity: '10',
    })
  })

  it('is refused, with what is the matter, where side, market, type or life is none: never a buy by default', () => {
    const wrong = fc
      .string({ minLength: 1 })
      .filter(text => !/^(?:buy|sell|rfq|firm|limit|market|gtc|ioc)$/i.test(text))
    fc.assert(
      fc.property(draft, fc.constantFrom('dir', 'side', 'mode', 'type', 'tif'), wrong, (one, name, value) => {
        const { dir: _, ...made } = searchOfDraft(one)
        const search = parseBuilderSearch({ ...made, legs: 'A@1', [name]: value })
        expect(draftOfSearch(search)).toBeUndefined()
        expect(linkFault(search)).toContain(name === 'side' ? 'dir=' : `${name}=`)
      }),
    )
    expect(linkFault({ legs: 'A@1', dir: 'upwards' })).toBe('It says dir=upwards, which is neither buy nor sell.')
    expect(linkFault({ legs: 'A@1', dir: 'SELL' })).toBeUndefined()
  })

  it.each(['A@1/A@-1', 'A@1/B@-1/B@1', 'A@1/B@0'])(
    'is refused where legs of it come to nothing, and says so: %s',
    legs => {
      expect(linkFault({ legs })).toMatch(/^Its legs of .*[AB].* add up to nothing\.$/)
      expect(draftOfSearch({ legs })).toBeUndefined()
    },
  )

  it('leaves side and price to a single-leg ticket that is open', () => {
    expect(draftOfSearch(parseBuilderSearch({ trade: 'A', side: 'sell', price: '5' }))).toBeUndefined()
    expect(draftOfSearch(parseBuilderSearch({ legs: 'A@1/B@-1', side: 'sell', price: '5' }))).toMatchObject({
      side: 'sell',
      price: '5',
    })
  })

  it('keeps unlisted instruments', () => {
    expect(draftOfSearch({ legs: 'GONE-20200101-1C@1' })?.legs).toEqual([{ symbol: 'GONE-20200101-1C', ratio: 1 }])
  })

  it('keeps every part of a list of legs, understood or not', () => {
    expect(draftOfSearch({ legs: 'A@1/B@x/C' })?.legs).toEqual([
      { symbol: 'A', ratio: 1 },
      { symbol: 'B@x', ratio: 1 },
      { symbol: 'C', ratio: 1 },
    ])
  })

  it('is no draft of its own when it only adds legs', () => {
    expect(draftOfSearch({ add: 'A@1' })).toBeUndefined()
    expect(legsOf('A@1/B@-1/A@2')).toEqual([
      { symbol: 'A', ratio: 3 },
      { symbol: 'B', ratio: -1 },
    ])
  })
})
