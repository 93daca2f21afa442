import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abs, dec, type Decimal, eq, isZero, lte, sign, sum } from '../decimal.ts'
import { groupPositions, type HeldLeg, type PositionsStructure } from './group-positions.ts'
import type { PackageTrade } from './open-packages.ts'

const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const p = (strike: number, date = '20261225') => `BTC-${date}-${strike}P`
const perpetual = 'BTC-USD-PERPETUAL'

const book = (sizes: Readonly<Record<string, string>>): HeldLeg[] =>
  Object.entries(sizes).map(([symbol, size]) => ({ id: symbol, symbol, size: dec(size) }))

let clock = 0
const trade = (order: string, quantity: string, legs: Readonly<Record<string, number>>): PackageTrade => ({
  order,
  atMs: (clock += 1),
  quantity: dec(quantity),
  legs: Object.entries(legs).map(([symbol, ratio]) => ({ symbol, ratio })),
})

const said = (structures: readonly PositionsStructure[]): string[] =>
  structures.map(each => `${each.origin} ${each.parts.map(part => `${part.symbol.slice(4)} ${part.size}`).join(', ')}`)
const grouped = (sizes: Readonly<Record<string, string>>, trades: readonly PackageTrade[] = []): string[] =>
  said(groupPositions(book(sizes), trades))

describe('positions as the structures they were traded in', () => {
  it('legs of an own package stand together, and again bought packages add up', () => {
    const trades = [trade('a', '2', { [c(100)]: 1, [c(110)]: -1 }), trade('b', '3', { [c(110)]: -1, [c(100)]: 1 })]
    const [only, ...more] = groupPositions(book({ [c(100)]: '5', [c(110)]: '-5' }), trades)
    expect(more).toEqual([])
    expect(only).toMatchObject({ origin: 'traded', orders: ['a', 'b'] })
    expect(only?.parts.map(part => part.size)).toEqual(['5', '-5'])
  })

  it('a leg traded in several spreads is split in parts', () => {
    const trades = [trade('a', '4', { [c(100)]: 1, [c(110)]: -1 }), trade('b', '6', { [c(100)]: 1, [p(90)]: -1 })]
    expect(grouped({ [c(100)]: '10', [c(110)]: '-4', [p(90)]: '-6' }, trades)).toEqual([
      'traded 20261225-100C 6, 20261225-90P -6',
      'traded 20261225-100C 4, 20261225-110C -4',
    ])
  })

  it('a package traded the other way closes, in part or whole', () => {
    const opened = trade('a', '5', { [c(100)]: 1, [c(110)]: -1 })
    expect(
      grouped({ [c(100)]: '3', [c(110)]: '-3' }, [opened, trade('b', '2', { [c(100)]: -1, [c(110)]: 1 })]),
    ).toEqual(['traded 20261225-100C 3, 20261225-110C -3'])
    expect(grouped({}, [opened, trade('c', '5', { [c(100)]: -1, [c(110)]: 1 })])).toEqual([])
  })

  it('a roll moves a spread: of the legs it closes nothing is left', () => {
    const trades = [
      trade('open', '5', { [c(100)]: 1, [c(110)]: -1 }),
      trade('roll', '5', { [c(100)]: -1, [c(110)]: 1, [c(100, '20270326')]: 1, [c(110, '20270326')]: -1 }),
    ]
    const [only] = groupPositions(book({ [c(100, '20270326')]: '5', [c(110, '20270326')]: '-5' }), trades)
    expect(only).toMatchObject({ origin: 'traded' })
    expect(only?.parts).toHaveLength(2)
  })

  it('rolling one leg joins the new leg to those that stay, and names both orders', () => {
    const trades = [
      trade('open', '10', { [c(100)]: 1, [c(110)]: -1 }),
      trade('roll', '4', { [c(110)]: 1, [c(120)]: -1 }),
    ]
    const structures = groupPositions(book({ [c(100)]: '10', [c(110)]: '-6', [c(120)]: '-4' }), trades)
    expect(said(structures)).toEqual([
      'traded 20261225-100C 4, 20261225-120C -4',
      'traded 20261225-100C 6, 20261225-110C -6',
    ])
    expect(structures[0]?.orders).toEqual(['open', 'roll'])
  })

  it('a package counts as far as all its legs are held; the rest stands alone', () => {
    const trades = [trade('a', '5', { [c(100)]: 1, [c(110)]: -1 })]
    expect(grouped({ [c(100)]: '5', [c(110)]: '-2' }, trades)).toEqual([
      'traded 20261225-100C 2, 20261225-110C -2',
      'alone 20261225-100C 3',
    ])
    expect(grouped({ [c(100)]: '5' }, trades)).toEqual(['alone 20261225-100C 5'])
    expect(grouped({ [c(100)]: '-5', [c(110)]: '5' }, trades)).toEqual([
      'alone 20261225-100C -5',
      'alone 20261225-110C 5',
    ])
  })

  it('what is left of two packages gets no name that nobody traded', () => {
    const trades = [trade('a', '5', { [c(100)]: 1, [c(110)]: -1 }), trade('b', '5', { [p(90)]: 1, [p(80)]: -1 })]
    expect(grouped({ [c(110)]: '-5', [p(90)]: '5' }, trades)).toEqual([
      'alone 20261225-110C -5',
      'alone 20261225-90P 5',
    ])
  })
})

describe('positions as structures that nobody traded here', () => {
  it('equal sizes make the structure with fewest parts', () => {
    expect(grouped({ [p(80)]: '5', [p(90)]: '-5', [c(110)]: '-5', [c(120)]: '5' })).toEqual([
      'guessed 20261225-80P 5, 20261225-90P -5, 20261225-110C -5, 20261225-120C 5',
    ])
    expect(grouped({ [c(100)]: '2.5', [c(110)]: '-5', [c(120)]: '2.5' })).toEqual([
      'guessed 20261225-100C 2.5, 20261225-110C -5, 20261225-120C 2.5',
    ])
  })

  it('a leg that is known to be traded by itself is part of no guess', () => {
    const held = { [c(100)]: '1', [c(110)]: '-1', [p(80)]: '2', [p(90)]: '-2' }
    const alone = groupPositions(book(held), [trade('1', '1', { [c(100)]: 1 })])
    expect(alone.map(each => [each.origin, each.parts.length])).toEqual([
      ['guessed', 2],
      ['alone', 1],
      ['alone', 1],
    ])
  })

  it('sizes that no structure has stand alone', () => {
    expect(grouped({ [c(100)]: '7', [c(110)]: '-10' })).toEqual(['alone 20261225-100C 7', 'alone 20261225-110C -10'])
  })

  it('a calendar and a covered call are found across expiries, after what is within one', () => {
    expect(grouped({ [c(100)]: '-3', [c(100, '20270326')]: '3' })).toEqual([
      'guessed 20261225-100C -3, 20270326-100C 3',
    ])
    expect(grouped({ [perpetual]: '3', [c(110)]: '-3' })).toEqual(['guessed USD-PERPETUAL 3, 20261225-110C -3'])
    expect(grouped({ [perpetual]: '3', [c(110)]: '-3', [c(120)]: '3' })).toEqual([
      'guessed 20261225-110C -3, 20261225-120C 3',
      'alone USD-PERPETUAL 3',
    ])
  })

  it('a name that cannot be read stands alone', () => {
    expect(grouped({ NOT_READABLE: '1', [c(100)]: '1' })).toEqual(['alone READABLE 1', 'alone 20261225-100C 1'])
  })
})

const symbols = [
  c(100),
  c(110),
  c(120),
  p(80),
  p(90),
  c(100, '20270326'),
  p(90, '20270326'),
  perpetual,
  'ETH-20261225-4000C',
  'NONSENSE',
]
const size: fc.Arbitrary<Decimal> = fc
  .tuple(fc.constantFrom('', '-'), fc.integer({ min: 1, max: 40 }), fc.constantFrom('', '.5', '.25'))
  .map(([minus, whole, rest]) => dec(`${minus}${whole}${rest}`))
const held = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...symbols), fc.boolean(), size), {
    selector: each => `${each[0]} ${each[1]}`,
    maxLength: 14,
  })
  .map(rows =>
    rows.map(([symbol, other, amount]): HeldLeg => ({ id: `${symbol} ${other ? 1 : 2}`, symbol, size: amount })),
  )
const trades = fc.array(
  fc.record({
    order: fc.constantFrom('a', 'b', 'c', 'd'),
    atMs: fc.integer({ min: 0, max: 100 }),
    quantity: size.map(abs),
    legs: fc.array(fc.record({ symbol: fc.constantFrom(...symbols), ratio: fc.integer({ min: -3, max: 3 }) }), {
      maxLength: 5,
    }),
  }),
  { maxLength: 12 },
)

describe('any book and any trades', () => {
  it('grouping never loses or doubles a leg: the parts of each position are its size, with its sign', () => {
    fc.assert(
      fc.property(held, trades, (legs, made) => {
        const structures = groupPositions(legs, made)
        const parts = structures.flatMap(each => each.parts)
        for (const leg of legs) {
          const own = parts.filter(part => part.id === leg.id)
          expect(eq(sum(own.map(part => part.size)), leg.size)).toBe(true)
          expect(own.every(part => sign(part.size) === sign(leg.size) && lte(abs(part.size), abs(leg.size)))).toBe(true)
          expect(own.every(part => part.symbol === leg.symbol && !isZero(part.size))).toBe(true)
        }
        expect(parts.every(part => legs.some(leg => leg.id === part.id))).toBe(true)
        expect(new Set(structures.map(each => each.key)).size).toBe(structures.length)
      }),
      { numRuns: 500 },
    )
  })

  it('the order in which positions are listed changes nothing', () => {
    fc.assert(
      fc.property(held, trades, (legs, made) => {
        const keys = (structures: readonly PositionsStructure[]) => structures.map(each => each.key).sort()
        const oneSided = legs.filter((leg, at) => legs.findIndex(other => other.symbol === leg.symbol) === at)
        expect(keys(groupPositions(oneSided.toReversed(), made))).toEqual(keys(groupPositions(oneSided, made)))
      }),
    )
  })
})
