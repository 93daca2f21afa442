/** Prices of package legs, computed from the sandbox's own positions. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abs, div, mul, roundTo, sum, zero } from '../domain/decimal.ts'
import { dayMs, hourMs, secondMs } from '../domain/time.ts'
import { createMarket } from '../../exchange/sandbox/market/create-market.ts'
import { FollowedAccount, type TestLeg } from '../../testing/followed-account.ts'
import { legsOf } from '../../testing/legs-of.ts'

const startMs = Date.UTC(2026, 10, 23, 10)
const market = createMarket({ seed: 'legs', mode: 'live', instruments: 1_000 })
const put = (base: string, strike: number): string => `${base}-20261225-${strike}P`
const call = (base: string, strike: number): string => `${base}-20261225-${strike}C`
const single = (symbol: string): readonly TestLeg[] => [{ symbol, ratio: 1 }]
const condor: readonly TestLeg[] = legsOf({
  [put('BTC', 80_000)]: 1,
  [call('BTC', 110_000)]: -1,
  [put('BTC', 85_000)]: -1,
  [call('BTC', 115_000)]: 1,
})
const solana =
  market.listing(startMs).all.find(each => each.base === 'SOL' && each.right === 'put')?.instrument.symbol ?? ''

function bookedAt(account: FollowedAccount, id: string | undefined, legs: readonly TestLeg[]) {
  const fills = account.fills.filter(fill => fill.order === id)
  return legs.map(({ symbol }) => {
    const own = fills.filter(fill => fill.symbol === symbol)
    return roundTo(div(sum(own.map(fill => mul(fill.quantity, fill.price))), sum(own.map(fill => fill.quantity))), 5)
  })
}
const enteredAt = (account: FollowedAccount, legs: readonly TestLeg[]) =>
  legs.map(leg => roundTo(account.held(leg.symbol)?.average_entry_price ?? zero, 5))

describe('realised P&L is cash + option value − uPnL − start', () => {
  it('of a package traded seven seconds after a position was closed, whose fill is known after the poll that shows it', () => {
    const account = new FollowedAccount(market, startMs)
    const sold = account.trade('sell', '300', single(solana))
    account.poll()
    account.learn(sold)
    account.pass(12 * secondMs)
    account.poll()
    const bought = account.trade('buy', '300', single(solana))
    account.poll()
    account.pass(secondMs)
    account.learn(bought)
    account.pass(6 * secondMs)
    const id = account.trade('buy', '2', condor)
    account.learn(id)
    account.pass(2 * secondMs)
    account.poll()
    expect(account.off).toBe('0')
    expect(bookedAt(account, id, condor)).toEqual(enteredAt(account, condor))
    expect(account.fills.filter(fill => fill.isAllotted)).toEqual([])
  })

  it('of a package over positions that were opened before it, after another was closed', () => {
    const account = new FollowedAccount(market, startMs)
    const opened = [
      account.trade('buy', '3', single(put('BTC', 85_000))),
      account.trade('sell', '1', single(call('BTC', 115_000))),
      account.trade('sell', '300', single(solana)),
    ]
    account.learn(...opened)
    account.pass(10 * secondMs)
    account.poll()
    const closed = account.trade('buy', '300', single(solana))
    account.poll()
    account.pass(7 * secondMs)
    const id = account.trade('buy', '2', condor)
    account.poll()
    account.learn(id, closed)
    account.pass(2 * secondMs)
    account.poll()
    expect(account.off).toBe('0')
    expect(account.realised.missing.filter(each => each.kind === 'allotted')).toEqual([])
  })

  it('of packages traded while nobody looked, from the positions before and after', () => {
    const account = new FollowedAccount(market, startMs)
    account.learn(account.trade('buy', '1', condor))
    account.settle()
    const before = account.look()
    account.pass(dayMs)
    account.trade('sell', '2', single(put('BTC', 85_000)))
    account.pass(hourMs)
    const id = account.trade('buy', '3', condor)
    account.pass(hourMs)
    account.comeBack(before)
    account.poll()
    expect(account.realised.missing.map(each => each.kind)).toContain('allotted')
    account.settle()
    expect(account.off).toBe('0')
    expect(account.fills.filter(fill => fill.order === id && fill.isAllotted)).toEqual([])
  })

  it('of a package traded amid two thousand fills of another instrument while nobody looked, which arrive in parts', () => {
    const account = new FollowedAccount(market, startMs)
    const before = account.look()
    const fills: (string | undefined)[] = []
    let id: string | undefined
    for (let count = 0; count < 2_000; count += 1) {
      account.nowMs += 20
      if (count === 1_000) fills.push((id = account.trade('buy', '2', condor)))
      fills.push(account.trade(count % 2 === 0 ? 'buy' : 'sell', '0.001', single('BTC-USD-PERPETUAL')))
    }
    account.comeBack(before)
    account.poll()
    for (let from = 0; from < fills.length; from += 200) account.learn(...fills.slice(from, from + 200))
    expect(account.bookings.has(id ?? '')).toBe(true)
    expect(bookedAt(account, id, condor)).toEqual(enteredAt(account, condor))
    expect(account.fills.filter(fill => fill.isAllotted)).toEqual([])
  })

  it('of packages that share legs between two polls, with a closing of a leg among them', () => {
    const account = new FollowedAccount(market, startMs)
    const spread = (first: string, second: string): readonly TestLeg[] => legsOf({ [first]: 1, [second]: -1 })
    const [a, b] = [call('BTC', 110_000), call('BTC', 115_000)]
    const ids = [account.trade('buy', '2', spread(a, b))]
    account.pass(secondMs)
    ids.push(account.trade('sell', '1', single(a)))
    account.pass(secondMs)
    ids.push(account.trade('buy', '3', spread(a, b)))
    account.pass(secondMs)
    ids.push(account.trade('buy', '1', condor))
    account.learn(...ids)
    account.settle()
    expect(account.off).toBe('0')
    account.learn(account.trade('sell', '2', spread(a, b)))
    account.settle()
    expect(account.off).toBe('0')
  })
})

/** Number of random histories. `HISTORIES=2000` runs more. */
const histories = Number.parseInt(process.env['HISTORIES'] ?? '60', 10)

const strikes = [put('BTC', 80_000), put('BTC', 85_000), call('BTC', 110_000), call('BTC', 115_000)]
const tomorrow = market
  .listing(startMs)
  .all.filter(
    each =>
      each.base === 'BTC' && each.strike !== undefined && (each.expiryMs ?? Number.POSITIVE_INFINITY) < startMs + dayMs,
  )
  .slice(0, 2)
  .map(each => each.instrument.symbol)
const symbols = [...strikes, ...tomorrow, 'BTC-USD-PERPETUAL']
const ratios = [[1], [-1, 1], [1, 1], [1, -2, 1], [1, -1, -1, 1], [2, -1]] as const

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('trade' as const),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        quantity: fc.constantFrom('0.1', '0.2', '0.5', '1'),
        legs: fc.tuple(fc.constantFrom(...ratios), fc.shuffledSubarray(symbols, { minLength: 4, maxLength: 4 })),
        isKnownAfter: fc.integer({ min: 0, max: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('close' as const), isKnownAfter: fc.integer({ min: 0, max: 3 }) }),
    },
    { weight: 5, arbitrary: fc.constant({ kind: 'poll' as const }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(1, 900, 4_000, 20_000, 60_000) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'expire' as const }) },
  ),
  { minLength: 5, maxLength: 24 },
)

it(`over random histories realised P&L ties to the exchange to the cent, and trades say the same (${histories} histories)`, () => {
  let fills = 0
  fc.assert(
    fc.property(steps, given => {
      const account = new FollowedAccount(market, startMs)
      const unknown: { id: string | undefined; in: number }[] = []
      for (const step of given) {
        if (step.kind === 'trade') {
          const [shape, chosen] = step.legs
          const legs = shape.map(
            (ratio, at): TestLeg => ({ symbol: chosen[at] ?? '', ratio: shape.length === 1 ? 1 : ratio }),
          )
          unknown.push({ id: account.trade(step.side, step.quantity, legs), in: step.isKnownAfter })
        } else if (step.kind === 'close') {
          const [held] = account.positions
          if (held === undefined) continue
          const id = account.trade(held.side === 'long' ? 'sell' : 'buy', abs(held.size), single(held.symbol))
          unknown.push({ id, in: step.isKnownAfter })
        } else if (step.kind === 'poll') account.poll()
        else if (step.kind === 'pass') account.pass(step.ms)
        else {
          account.settle()
          account.pass(dayMs)
        }
        for (const each of unknown) if (each.in-- === 0) account.learn(each.id)
      }
      account.settle()
      fills += account.fills.length
      expect(account.realised.missing.filter(each => each.kind !== 'allotted')).toEqual([])
      expect(account.off).toBe('0')
      expect(account.unexplainedByTrades).toBe('0')
    }),
    { numRuns: histories, seed: 7 },
  )
  expect(fills).toBeGreaterThan(histories)
})
