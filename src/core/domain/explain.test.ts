import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Balance, Position } from './account.ts'
import { add, dec, type Decimal, eq, roundTo, sub, sum, zero } from './decimal.ts'
import { equityOf } from './equity.ts'
import { explain, explainLines, type Explanation, type MarkOf, type MoveOf } from './explain.ts'
import type { Fill } from './fill.ts'
import { type Sample, sampleOf, type SamplePosition } from './sample.ts'
import { minuteMs } from './time.ts'
import { heldBalance as balance, heldPosition as position } from '../../testing/held-position.ts'
import { testFill } from '../../testing/execution.fixture.ts'

const start = Date.UTC(2026, 11, 25, 7, 59, 30)
const call = 'BTC-20270326-100000C'
const dying = 'BTC-20261225-90000P'
const perpetual = 'BTC-USD-PERPETUAL'

const sample = (atMs: number, positions: Position[], balances: Balance[], index = '100000'): Sample =>
  sampleOf({ atMs, positions, balances, indexOf: asset => (asset === 'BTC' ? dec(index) : undefined) })
const fill = (symbol: string, side: 'buy' | 'sell', quantity: string, price: string): Fill =>
  testFill(symbol, side, quantity, price, { atMs: start + 10_000 })
const noMove: MoveOf = () => undefined
const noGreekMove = { delta: zero, gamma: zero, vega: zero, theta: zero, vanna: zero, volga: zero, charm: zero }
const firstOrder = { delta: dec('10'), gamma: dec('1'), vega: dec('2'), theta: dec('-3') }
const move: MoveOf = () => ({ ...noGreekMove, ...firstOrder })
const shown = ({ lines }: Explanation) =>
  Object.fromEntries(explainLines.filter(line => lines[line] !== '0').map(line => [line, lines[line]]))
const later = start + minuteMs

describe('a change of equity explained', () => {
  it('what was held is explained by greeks, the remainder of its move is the rest', () => {
    const explanation = explain(
      [
        sample(start, [position(call, '2', '5000', '5000')], [balance('USD', '1000')]),
        sample(later, [position(call, '2', '5000', '5012')], [balance('USD', '1000')]),
      ],
      [],
      { moveOf: move },
    )
    expect(explanation.change).toBe('24')
    expect(shown(explanation)).toEqual({ delta: '20', gamma: '2', vega: '4', theta: '-6', rest: '4' })
  })
  it('futures and coins are delta', () => {
    const explanation = explain(
      [
        sample(start, [position(perpetual, '-1', '99000', '100000')], [balance('BTC', '2')]),
        sample(later, [position(perpetual, '-1', '99000', '100100')], [balance('BTC', '2')], '100100'),
      ],
      [],
      { moveOf: noMove },
    )
    expect(shown(explanation)).toEqual({ delta: '100' })
  })
  it('a new trade counts from its price to the mark at the end, and its premium is no jump', () => {
    const explanation = explain(
      [
        sample(start, [], [balance('USD', '10000')]),
        sample(later, [position(call, '3', '500', '510')], [balance('USD', '8500')]),
      ],
      [fill(call, 'buy', '3', '500')],
      { moveOf: noMove },
    )
    expect([shown(explanation), explanation.flags]).toEqual([{ trades: '30' }, []])
  })
  it('a closing of futures pays its gain in cash, which is explained', () => {
    const explanation = explain(
      [
        sample(start, [position(perpetual, '2', '90000', '100000')], [balance('USD', '0')]),
        sample(later, [position(perpetual, '1', '90000', '100010')], [balance('USD', '10004')]),
      ],
      [fill(perpetual, 'sell', '1', '100004')],
      { moveOf: noMove },
    )
    expect([shown(explanation), explanation.flags]).toEqual([{ delta: '20', trades: '-6' }, []])
  })
  const markOf: MarkOf = ({ mark_price }, a, b) =>
    add(mark_price, sub(b.indexes['BTC'] ?? zero, a.indexes['BTC'] ?? zero))
  it('what the market did after a fill is no edge of it', () => {
    const coins = [balance('USD', '0'), balance('BTC', '0')]
    const early = sample(start, [], coins, '95000')
    const late = (index: string, held: Position[]) => sample(later, held, coins, index)
    const short = (price: string) => [position(perpetual, '-20', price, '129000')]
    const explained = (price: string) =>
      shown(
        explain([early, late('129000', short(price))], [fill(perpetual, 'sell', '20', price)], {
          moveOf: noMove,
          markOf,
        }),
      )
    expect(explained('95000')).toEqual({ delta: '-680000' })
    expect(explained('94990')).toEqual({ delta: '-680000', trades: '-200' })
    expect(explained('110000')).toEqual({ delta: '-380000' })
  })
  it('an option bought and one sold between samples move by greeks from their fill on, and have their edge', () => {
    const put = 'BTC-20270326-90000P'
    const samples = [
      sample(start, [position(put, '2', '100', '100')], [balance('USD', '0')], '100000'),
      sample(later, [position(call, '3', '512', '510')], [balance('USD', '-1326')], '100010'),
    ]
    const fills = [fill(call, 'buy', '3', '512'), { ...fill(put, 'sell', '2', '105'), atMs: start + 20_000 }]
    const moves: MoveOf = (a, b) => ({ ...noGreekMove, delta: sub(b.mark_price, a.mark_price) })
    // 512 was paid for what was worth 510 at most; 105 lies between the marks of its step.
    expect(shown(explain(samples, fills, { moveOf: moves, markOf }))).toEqual({ delta: '10', trades: '-6' })
  })
  it('settlements and their known prices belong to their underlyings, whatever else expired', () => {
    const eth = 'ETH-20261225-4000C'
    const samples = [
      sample(start, [position(dying, '-2', '900', '120'), position(eth, '1', '50', '70')], [balance('USD', '500')]),
      sample(later, [], [balance('USD', '380')]),
    ]
    const settlements = [
      { symbol: dying, price: dec('100'), atMs: start + 30_000, isEstimated: false },
      { symbol: eth, price: dec('80'), atMs: start + 30_000, isEstimated: false },
    ]
    const told = explain(samples, [], { moveOf: noMove, settlements })
    expect([shown(told), told.flags]).toEqual([{ settlement: '50' }, []])
    expect([...told.byBase].map(([base, parts]) => [base, parts.settlement])).toEqual([
      ['BTC', '40'],
      ['ETH', '10'],
    ])
    const estimated = settlements.map(each => ({ ...each, price: add(each.price, dec('1')), isEstimated: true }))
    const near = explain(samples, [], { moveOf: noMove, settlements: estimated })
    expect([...near.byBase].map(([base, parts]) => [base, parts.settlement])).toEqual([
      ['BTC', '39'],
      ['ETH', '11'],
    ])
  })
  it('an option that expires between leaves its mark and pays its settlement', () => {
    const explanation = explain(
      [
        sample(start, [position(dying, '-2', '900', '120')], [balance('USD', '500')]),
        sample(later, [], [balance('USD', '300')]),
      ],
      [],
      { moveOf: noMove },
    )
    expect([shown(explanation), explanation.flags]).toEqual([{ settlement: '40' }, []])
  })
  it('cash that moves without a fill is a line of its own, and flagged', () => {
    const explanation = explain(
      [sample(start, [], [balance('USD', '500')]), sample(later, [], [balance('USD', '1500')])],
      [],
      {
        moveOf: noMove,
      },
    )
    expect(shown(explanation)).toEqual({ cash: '1000' })
    expect(explanation.flags).toEqual([{ kind: 'cash_jump', asset: 'USD', amount: '1000', atMs: later }])
  })
  it('funding that was taken down has its own line, and is no jump of cash', () => {
    const held = position(perpetual, '2', '90000', '90000')
    const samples = [sample(start, [held], [balance('USD', '1000')]), sample(later, [held], [balance('USD', '986.46')])]
    const explanation = explain(samples, [], {
      moveOf: noMove,
      fundings: [{ symbol: perpetual, amount: dec('-13.54'), atMs: start + 30_000 }],
    })
    expect(shown(explanation)).toEqual({ funding: '-13.54' })
    expect(explanation.flags).toEqual([])
  })
  it('a trade that was not seen is found in the cash, and flagged by its size', () => {
    const explanation = explain(
      [
        sample(start, [], [balance('USD', '1000')]),
        sample(
          later,
          [position(call, '1', '400', '410'), position(perpetual, '1', '100000', '100001')],
          [balance('USD', '600')],
        ),
      ],
      [],
      { moveOf: noMove },
    )
    expect(shown(explanation)).toEqual({ trades: '11' })
    expect(explanation.flags.map(flag => flag.kind)).toEqual(['unseen_trade', 'unseen_trade'])
  })
  it('a position whose rule is not known moves no line, and is named', () => {
    const inverse = 'BTC-USD-INVERSE-PERPETUAL'
    const explanation = explain(
      [
        sample(start, [position(inverse, '-1000', '88000', '90900')], [balance('USD', '1000')]),
        sample(later, [position(inverse, '-1000', '88000', '99000')], [balance('USD', '1000')]),
      ],
      [],
      { moveOf: noMove },
    )
    expect([explanation.change, shown(explanation)]).toEqual(['0', {}])
    expect(explanation.flags).toEqual([{ kind: 'left_out', name: inverse }])
  })

  it('options without greeks leave their move in the rest, by name', () => {
    const explanation = explain(
      [
        sample(start, [position(call, '1', '400', '400')], [balance('USD', '0')]),
        sample(later, [position(call, '1', '400', '407')], [balance('USD', '0')]),
      ],
      [],
      { moveOf: noMove },
    )
    expect([shown(explanation), explanation.flags]).toEqual([{ rest: '7' }, [{ kind: 'no_greeks', symbol: call }]])
  })

  const cents = (most: number) => fc.integer({ min: -most, max: most }).map(each => dec(`${each / 100}`))
  const anyPosition = fc.record({
    symbol: fc.constantFrom(call, dying, perpetual, 'ETH-20270326-4000P'),
    size: fc.integer({ min: -500, max: 500 }).map(each => `${each / 10}`),
    entry: fc.integer({ min: 1, max: 999_999 }).map(each => `${each / 100}`),
    mark: fc.integer({ min: 1, max: 9_999_999 }).map(each => `${each / 1000}`),
  })
  const anySample = fc.record({
    positions: fc.uniqueArray(anyPosition, { selector: each => each.symbol, maxLength: 4 }),
    usd: cents(10_000_000),
    btc: cents(100),
    index: fc.integer({ min: 1, max: 20_000_000 }).map(each => `${each / 100}`),
  })
  const anyFills = fc.array(
    fc.record({
      symbol: fc.constantFrom(call, perpetual, 'BTC-USD'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 100 }).map(each => `${each / 10}`),
      price: fc.integer({ min: 1, max: 999_999 }).map(each => `${each / 100}`),
    }),
    { maxLength: 5 },
  )
  const anyMove: fc.Arbitrary<MoveOf> = fc
    .tuple(cents(99_999), cents(999), cents(9999), cents(999), cents(999), cents(99), cents(99), fc.boolean())
    .map(
      ([delta, gamma, vega, theta, vanna, volga, charm, known]) =>
        () =>
          known ? { delta, gamma, vega, theta, vanna, volga, charm } : undefined,
    )
  it('the lines add up to the change, to the cent, whatever happened and whatever is missing', () => {
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 2, maxLength: 5 }), anyFills, anyMove, (given, trades, moveOf) => {
        const samples = given.map(({ positions, usd, btc, index }, at) =>
          sample(
            start + at * minuteMs,
            positions.map(each => position(each.symbol, each.size, each.entry, each.mark)),
            [balance('USD', usd), balance('BTC', btc)],
            index,
          ),
        )
        const explanation = explain(
          samples,
          trades.map(each => fill(each.symbol, each.side, each.quantity, each.price)),
          { moveOf, markOf },
        )
        const equity = (at: number): Decimal => roundTo(equityOf(samples.at(at)!.equity, 'value')!, 2)
        expect(eq(sum(Object.values(explanation.lines)), explanation.change)).toBe(true)
        expect(eq(explanation.change, sub(equity(-1), equity(0)))).toBe(true)
      }),
    )
  })
  it('without greeks to guess, nothing is left to the rest but the moves of options', () => {
    fc.assert(
      fc.property(anySample, anySample, (a, b) => {
        const of = (each: typeof a, atMs: number): Sample =>
          sample(
            atMs,
            each.positions
              .filter(one => one.symbol === perpetual)
              .map(one => position(one.symbol, one.size, one.entry, one.mark)),
            [balance('USD', each.usd), balance('BTC', each.btc)],
            each.index,
          )
        const explanation = explain([of(a, start), of(b, later)], [], { moveOf: noMove })
        // Half a cent for each of eleven lines and two equities, and for each of two assets cash that is too little to
        // be a jump.
        expect(Math.abs(Number(explanation.lines.rest))).toBeLessThanOrEqual(13 * 0.005 + 2 * 0.05)
      }),
    )
  })
})

describe('a sample', () => {
  it('names what it cannot value, and values the rest', () => {
    const taken = sampleOf({
      atMs: start,
      positions: [position(call, '2', '1', '10'), position(perpetual, '0', '1', '1')],
      balances: [balance('USD', '5'), balance('AVAX', '7'), balance('SOL', '0'), balance('USD-REFERENCE', '99')],
      indexOf: () => undefined,
    })
    expect(taken.equity).toEqual({
      cash: '5',
      optionValue: '20',
      optionUpnl: '18',
      futuresUpnl: '0',
      reference: '99',
      leftOut: ['AVAX'],
    })
    expect(taken.positions?.map((each: SamplePosition) => each.symbol)).toEqual([call])
    expect((['value', 'upnl', 'venue'] as const).map(each => equityOf(taken.equity, each))).toEqual(['25', '23', '99'])
  })
  it('never adds option value and option uPnL', () => {
    const parts = {
      cash: dec('1'),
      optionValue: dec('10'),
      optionUpnl: dec('100'),
      futuresUpnl: dec('1000'),
      leftOut: [],
    }
    expect(equityOf(parts, 'value')).toBe(add(dec('11'), dec('1000')))
    expect(equityOf(parts, 'upnl')).toBe(add(dec('101'), dec('1000')))
  })
})
