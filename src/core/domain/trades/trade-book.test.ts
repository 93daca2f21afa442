import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ExecutedLegs,
  executedPackage,
  fillsOfPackage,
  openingLot as opening,
} from '../../../testing/executed-package.ts'
import { add, dec, type Decimal, eq, isZero, mul, sub, sum, zero } from '../decimal.ts'
import { type OpeningLot, realisedOf } from '../realised.ts'
import { type TradeBook, tradeBook } from './trade-book.ts'
import type { ExecutedPackage } from '../fill.ts'
import type { Trade } from './trade.ts'

const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const p = (strike: number, date = '20261225') => `BTC-${date}-${strike}P`
const perpetual = 'BTC-USD-PERPETUAL'
const nowMs = Date.UTC(2026, 10, 22)

let clock = 0
const trade = (order: string, quantity: string, legs: ExecutedLegs): ExecutedPackage =>
  executedPackage(order, (clock += 1_000), quantity, legs)

/** Positions as the venue nets them. */
function netted(
  executions: readonly ExecutedPackage[],
  openings: readonly OpeningLot[] = [],
): ReadonlyMap<string, Decimal> {
  const held = new Map<string, Decimal>()
  const put = (symbol: string, size: Decimal) => held.set(symbol, add(held.get(symbol) ?? zero, size))
  for (const { symbol, size } of openings) put(symbol, size)
  for (const { quantity, legs } of executions) for (const leg of legs) put(leg.symbol, mul(quantity, dec(leg.ratio)))
  return new Map([...held].filter(([, size]) => !isZero(size)))
}
const bookOf = (executions: readonly ExecutedPackage[], openings: readonly OpeningLot[] = []): TradeBook =>
  tradeBook({ executions, openings, held: netted(executions, openings), nowMs })

/** "a: 100C 1, 110C -1", by trade. */
const said = (trades: readonly Trade[]): string[] =>
  trades.map(({ id, legs }) => `${id}: ${legs.map(leg => `${leg.symbol.slice(4)} ${leg.size}`).join(', ')}`)
const spread = { [c(100)]: [1, '30'], [c(110)]: [-1, '20'] } as const
const condor = { [p(80)]: [1, '5'], [p(90)]: [-1, '12'], [c(110)]: [-1, '20'], [c(120)]: [1, '9'] } as const

describe('trades beside what the venue nets', () => {
  it('a condor over held legs stays a condor, and what was held before stays what it was', () => {
    const openings = [opening(c(110), '10', '40'), opening(p(90), '3', '10')]
    const { open, proof } = bookOf([trade('condor', '1', condor)], openings)
    expect(said(open)).toEqual([
      'before BTC-20261225-110C: 20261225-110C 10',
      'before BTC-20261225-90P: 20261225-90P 3',
      'condor: 20261225-80P 1, 20261225-90P -1, 20261225-110C -1, 20261225-120C 1',
    ])
    expect(proof?.find(each => each.symbol === c(110))).toEqual({
      symbol: c(110),
      traded: '-1',
      before: '10',
      held: '9',
      unexplained: '0',
    })
  })

  it('a condor sold over an own strangle is a trade of its own', () => {
    const strangle = trade('strangle', '10', { [p(90)]: [1, '12'], [c(110)]: [1, '20'] })
    expect(said(bookOf([strangle, trade('condor', '1', condor)]).open)).toEqual([
      'strangle: 20261225-90P 10, 20261225-110C 10',
      'condor: 20261225-80P 1, 20261225-90P -1, 20261225-110C -1, 20261225-120C 1',
    ])
  })

  it('packages that share a leg live apart, also where the leg is nothing at the venue', () => {
    const { open, proof } = bookOf([
      trade('a', '2', spread),
      trade('b', '2', { [c(110)]: [1, '21'], [p(90)]: [-1, '12'], [p(80)]: [1, '5'] }),
    ])
    expect(said(open)).toEqual([
      'a: 20261225-100C 2, 20261225-110C -2',
      'b: 20261225-110C 2, 20261225-90P -2, 20261225-80P 2',
    ])
    expect(proof?.find(each => each.symbol === c(110))).toMatchObject({ traded: '0', held: '0' })
  })

  it('the same package again adds to its trade; the other way round closes it, in part or whole', () => {
    const bought = [trade('a', '2', spread), trade('b', '1', { [c(100)]: [1, '36'], [c(110)]: [-1, '23'] })]
    expect(said(bookOf(bought).open)).toEqual(['a: 20261225-100C 3, 20261225-110C -3'])
    const sold = trade('c', '1', { [c(100)]: [-1, '50'], [c(110)]: [1, '30'] })
    const [left] = bookOf([...bought, sold]).open
    // Paid 10 twice and 13 once: 11 each.
    expect(left).toMatchObject({ orders: ['a', 'b', 'c'], realised: '9', rolls: 0 })
    expect(sum(left?.legs.map(leg => leg.cost) ?? [])).toBe('22')
    const rest = trade('d', '2', { [c(110)]: [1, '30'], [c(100)]: [-1, '50'] })
    expect(bookOf([...bought, sold, rest])).toMatchObject({
      open: [],
      closed: [{ id: 'a', realised: '27', closedMs: rest.atMs }],
    })
  })

  it('a trade that turns closes all, and opens the rest as another', () => {
    const { open, closed } = bookOf([
      trade('a', '2', spread),
      trade('b', '5', { [c(100)]: [-1, '31'], [c(110)]: [1, '20'] }),
    ])
    expect([said(open), closed.map(each => each.realised)]).toEqual([['b: 20261225-100C -3, 20261225-110C 3'], ['2']])
  })

  it('a roll goes on with the trade and its result, leg by leg or whole, in parts or at once', () => {
    const later = '20270326'
    const opened = trade('a', '5', spread)
    const parts = ['2', '3'].map(size =>
      trade('roll', size, {
        [c(100)]: [-1, '35'],
        [c(110)]: [1, '22'],
        [c(100, later)]: [1, '60'],
        [c(110, later)]: [-1, '45'],
      }),
    )
    const up = trade('up', '5', { [c(110, later)]: [1, '40'], [c(120, later)]: [-1, '30'] })
    const { open } = bookOf([opened, ...parts, up])
    expect(said(open)).toEqual(['a: 20270326-100C 5, 20270326-120C -5'])
    expect(open[0]).toMatchObject({ orders: ['a', 'roll', 'up'], rolls: 2, openedMs: opened.atMs, realised: '40' })
  })

  it('a roll takes its leg out of the trade that it fits, not out of another that holds it too', () => {
    const [first, second] = [trade('condor', '1', condor), trade('spread', '3', spread)]
    const up = trade('up', '3', { [c(110)]: [1, '21'], [c(120)]: [-1, '9'] })
    expect(said(bookOf([first, second, up]).open)).toEqual([
      'condor: 20261225-80P 1, 20261225-90P -1, 20261225-110C -1, 20261225-120C 1',
      'spread: 20261225-100C 3, 20261225-120C -3',
    ])
  })

  it.each([
    ['a backspread', { [c(100)]: [-1, '30'], [c(110)]: [2, '20'] }, '20261225-100C -25, 20261225-110C 50'],
    ['a call spread', { [c(110)]: [1, '20'], [c(120)]: [-1, '9'] }, '20261225-110C 25, 20261225-120C -25'],
    ['a calendar', { [c(110)]: [1, '20'], [c(110, '20270326')]: [-1, '40'] }, '20261225-110C 25, 20270326-110C -25'],
  ] as const)('%s of more than a leg of another trade rolls nothing of that one', (_, legs, made) => {
    const strangle = trade('strangle', '1.7', { [p(80)]: [-1, '5'], [c(110)]: [-1, '20'] })
    const parts = ['20', '5'].map(size => trade('package', size, legs))
    expect(said(bookOf([strangle, ...parts]).open)).toEqual([
      'strangle: 20261225-80P -1.7, 20261225-110C -1.7',
      `package: ${made}`,
    ])
  })

  it('a leg is rolled within an expiry only for as much of another strike', () => {
    const strangle = trade('strangle', '2', { [p(80)]: [-1, '5'], [c(110)]: [-1, '20'] })
    const ratio = trade('ratio', '1', { [c(110)]: [2, '20'], [c(120)]: [-1, '9'] })
    expect(said(bookOf([strangle, ratio]).open)).toEqual([
      'strangle: 20261225-80P -2, 20261225-110C -2',
      'ratio: 20261225-110C 2, 20261225-120C -1',
    ])
  })

  it('what was held before and is rolled is one trade, opened before recording', () => {
    const openings = [opening(c(100), '5', '30'), opening(c(110), '-5', '20')]
    const roll = {
      [c(100)]: [-1, '35'],
      [c(110)]: [1, '22'],
      [c(100, '20270326')]: [1, '60'],
      [c(110, '20270326')]: [-1, '45'],
    } as const
    const { open } = bookOf([trade('roll', '2', roll), trade('roll', '1', roll)], openings)
    expect(said(open)).toEqual([
      'before BTC-20261225-100C: 20261225-100C 2',
      'before BTC-20261225-110C: 20261225-110C -2',
      'roll rolled: 20270326-100C 3, 20270326-110C -3',
    ])
    expect(open.at(-1)).toMatchObject({ isFromBefore: true, openedMs: undefined, realised: '9', rolls: 1 })
  })

  it('a package closes what was legged into, and what was held before', () => {
    const legged = [trade('call', '4', { [c(100)]: [1, '30'] }), trade('put', '4', { [p(100)]: [1, '25'] })]
    const straddle = trade('out', '4', { [c(100)]: [-1, '35'], [p(100)]: [-1, '21'] })
    expect(bookOf([...legged, straddle])).toMatchObject({ open: [], closed: [{ realised: '20' }, { realised: '-16' }] })
    const before = [opening(c(100), '4', '30'), opening(p(100), '4', '25')]
    expect(bookOf([straddle], before).open).toEqual([])
  })

  it('an instrument alone closes what was traded alone first, and a leg of a package only where the position gets smaller', () => {
    const [package_, alone] = [trade('a', '2', spread), trade('b', '3', { [c(100)]: [1, '30'] })]
    const sell = trade('c', '4', { [c(100)]: [-1, '31'] })
    expect(said(bookOf([package_, alone, sell]).open)).toEqual(['a: 20261225-100C 1, 20261225-110C -2'])
    const covered = [
      trade('b', '9', { [c(110)]: [1, '20'] }),
      trade('a', '2', spread),
      trade('c', '1', { [c(110)]: [1, '20'] }),
    ]
    expect(said(bookOf(covered).open)).toEqual(['b: 20261225-110C 10', 'a: 20261225-100C 2, 20261225-110C -2'])
  })

  it('what the venue holds beyond both is not by this app, by name and size', () => {
    const { proof } = tradeBook({
      executions: [trade('a', '2', spread)],
      held: new Map(Object.entries({ [c(100)]: dec('2'), [perpetual]: dec('-1') })),
      nowMs,
    })
    expect(proof?.filter(each => !isZero(each.unexplained))).toEqual([
      { symbol: c(110), traded: '-2', before: '0', held: '0', unexplained: '2' },
      { symbol: perpetual, traded: '0', before: '0', held: '-1', unexplained: '-1' },
    ])
    expect(tradeBook({ executions: [], held: undefined, nowMs }).proof).toBeUndefined()
  })

  it('expired legs end at their settlement, and one that nothing tells of is named', () => {
    const [gone, lives] = [c(100, '20261101'), c(110)]
    const calendar = trade('a', '2', { [gone]: [-1, '20'], [lives]: [1, '50'] })
    const input = { executions: [calendar], held: new Map([[lives, dec('2')]]), nowMs }
    const settlements = [{ symbol: gone, price: dec('4'), atMs: Date.UTC(2026, 10, 1, 8), isEstimated: false }]
    expect(tradeBook({ ...input, settlements }).open[0]).toMatchObject({ realised: '32', unsettled: [] })
    const lost = tradeBook(input)
    expect(lost.open[0]).toMatchObject({ realised: '0', unsettled: [gone] })
    expect(lost.proof?.every(each => isZero(each.unexplained))).toBe(true)
  })
})

const symbols = [c(100), c(110), c(120), p(90), p(100), c(100, '20270326'), perpetual] as const
const histories = fc.record({
  openings: fc.uniqueArray(
    fc.record({
      symbol: fc.constantFrom(...symbols),
      size: fc.integer({ min: -9, max: 9 }),
      price: fc.integer({ min: 1, max: 900 }),
    }),
    {
      selector: each => each.symbol,
      maxLength: 4,
    },
  ),
  trades: fc.array(
    fc.record({
      order: fc.integer({ min: 0, max: 12 }),
      quantity: fc.integer({ min: 1, max: 40 }).map(each => `${each / 10}`),
      legs: fc.uniqueArray(
        fc.record({
          symbol: fc.constantFrom(...symbols),
          ratio: fc.constantFrom(-3, -2, -1, 1, 2, 3),
          price: fc.integer({ min: 0, max: 99_999 }),
        }),
        { selector: each => each.symbol, minLength: 1, maxLength: 4 },
      ),
    }),
    { maxLength: 25 },
  ),
  fundings: fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 26 }), cents: fc.integer({ min: -5_000, max: 5_000 }) }),
    { maxLength: 4 },
  ),
  marks: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: symbols.length, maxLength: symbols.length }),
  foreign: fc.integer({ min: -3, max: 3 }),
})

describe('for any history', () => {
  const made = ({
    openings,
    trades,
    fundings,
  }: typeof histories extends fc.Arbitrary<infer Given> ? Given : never) => ({
    openings: openings.map(each => opening(each.symbol, String(each.size), String(each.price))),
    executions: trades.map(
      ({ order, quantity, legs }, at): ExecutedPackage => ({
        order: `o${order}`,
        trade: String(at),
        side: 'buy',
        atMs: at + 1,
        quantity: dec(quantity),
        legs: legs.map(leg => ({
          symbol: leg.symbol,
          ratio: leg.ratio,
          price: dec(String(leg.price / 100)),
          isEstimated: false,
        })),
      }),
    ),
    fundings: fundings.map(each => ({ symbol: perpetual, amount: dec(String(each.cents / 100)), atMs: each.at + 0.5 })),
  })

  it('trades, what was held before and what is not by this app are the positions, leg by leg', () => {
    fc.assert(
      fc.property(histories, given => {
        const { openings, executions } = made(given)
        const held = new Map(netted(executions, openings))
        held.set(perpetual, add(held.get(perpetual) ?? zero, dec(String(given.foreign))))
        const { open, proof = [] } = tradeBook({ executions, openings, held, nowMs })
        for (const symbol of symbols) {
          const inTrades = sum(
            open.flatMap(each => each.legs.flatMap(leg => (leg.symbol === symbol ? [leg.size] : []))),
          )
          const unexplained = proof.find(each => each.symbol === symbol)?.unexplained ?? zero
          expect(unexplained).toBe(symbol === perpetual ? String(given.foreign) : '0')
          expect(eq(add(inTrades, unexplained), held.get(symbol) ?? zero)).toBe(true)
        }
        expect(new Set(open.map(each => each.id)).size).toBe(open.length)
        for (const each of open) expect(each.legs.every(leg => !isZero(leg.size))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('the flows and the steps of a trade add up to its open lots and its result', () => {
    fc.assert(
      fc.property(histories, given => {
        const { open, closed } = tradeBook({ ...made(given), fundings: [], held: undefined, nowMs })
        for (const { legs, flows, steps, realised, isContinued } of [...open, ...closed]) {
          const cost = sum(legs.map(leg => leg.cost))
          expect(flows.every(flow => !isZero(flow.size))).toBe(true)
          expect(sum(flows.map(flow => flow.cash))).toBe(sub(realised, cost))
          expect(sum(steps.map(step => step.realised))).toBe(realised)
          for (const symbol of symbols) {
            const sizeIn = (of: readonly { readonly symbol: string; readonly size: Decimal }[]): Decimal =>
              sum(of.flatMap(each => (each.symbol === symbol ? [each.size] : [])))
            expect(sizeIn(flows)).toBe(sizeIn(legs))
            // A leg that goes on in another trade is no step of this one.
            if (!isContinued)
              expect(sum(steps.map(step => sub(sizeIn(step.opened), sizeIn(step.closed))))).toBe(sizeIn(legs))
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('what trades and lots held before made is what the account made', () => {
    fc.assert(
      fc.property(histories, given => {
        const input = made(given)
        const book = tradeBook({ ...input, held: undefined, nowMs })
        const markOf = (symbol: string): Decimal =>
          dec(String(given.marks[symbols.findIndex(each => each === symbol)] ?? 0))
        const all = [...book.open, ...book.closed]
        const result = sum(
          all.map(each =>
            sum([
              each.realised,
              each.funding,
              ...each.legs.map(leg => sub(mul(leg.size, markOf(leg.symbol)), leg.cost)),
            ]),
          ),
        )
        const fills = input.executions.flatMap(fillsOfPackage)
        const account = realisedOf({ fills, openings: input.openings, fundings: input.fundings, nowMs })
        const open = sum(account.lines.map(line => sub(mul(line.size, markOf(line.symbol)), line.cost)))
        expect(eq(add(result, book.looseFunding), add(account.total, open))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
