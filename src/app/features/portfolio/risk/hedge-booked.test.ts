import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AccountModel } from '../../../../core/account/account-model.ts'
import { bookLines, underlyingPrices } from '../../../../core/account/lines.ts'
import { marginAccount } from '../../../../core/account/margin-model.ts'
import { surfacesAt } from '../../../../core/account/surfaces.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { indexInstruments } from '../../../../core/domain/instrument-index.ts'
import type { Quotes } from '../../../../core/domain/market-data.ts'
import { must } from '../../../../core/domain/must.ts'
import { normalise } from '../../../../core/domain/normalise.ts'
import { checkOrder } from '../../../../core/domain/order-rules.ts'
import { packageOfPositions } from '../../../../core/domain/package/package-of-positions.ts'
import { runSteps } from '../../../../core/domain/steps.ts'
import { orderMargin } from '../../../../core/pricing/margin/order-margin.ts'
import { initialRules, marginByBase, totalBound } from '../../../../core/pricing/margin/scenario-margin.ts'
import { type Hedge, type HedgeInputs, type HedgeLeg, hedgeSteps } from '../../../../core/pricing/solve/hedge.ts'
import { type HedgeBound, hedgeMeasures, measureOf } from '../../../../core/pricing/solve/hedge-measures.ts'
import { createMarket } from '../../../../exchange/sandbox/market/create-market.ts'
import { Desk } from '../../../../testing/test-desk.ts'
import { startMs } from '../../../../testing/test-market.ts'
import { hedgeInstruments } from './hedge-candidates.ts'

const cases = Math.ceil(Number.parseInt(process.env['SOLVE_CASES'] ?? '300', 10) / 25)

const market = createMarket({ seed: 'hedge', mode: 'frozen', frozenAtMs: startMs, instruments: 100 })
const listed = market
  .listing(startMs)
  .all.filter(each => each.base === 'BTC' && each.product !== 'spot' && each.instrument.status === 'active')
const index = indexInstruments(listed.map(each => each.instrument))

type Found = Extract<Hedge, { readonly kind: 'hedge' }>

const topOf = (desk: Desk, symbol: string) => {
  const { buy, sell } = must(desk.exchange.orderBook(symbol, 1, desk.now), 'a book')
  return { bid: buy[0], ask: sell[0] }
}

function quotesOf(desk: Desk): Quotes {
  return new Map(
    listed.map(({ instrument: { symbol, tradeable_entity_id: id } }) => {
      const { bid, ask } = topOf(desk, symbol)
      return [symbol, { id, symbol, product_type: '', best_bid: bid?.price, best_ask: ask?.price }]
    }),
  )
}

const axes = { moves: [-0.2, -0.1, 0, 0.1, 0.2], shifts: [-0.1, 0, 0.1], nowMs: startMs, laterMs: 0 }

function bookOf(desk: Desk, quotes: Quotes) {
  const surfaces = surfacesAt(index, quotes, startMs)
  const model = new AccountModel()
  const positions = desk.exchange.positions('ann', desk.now)
  const book = model.book(positions, surfaces)
  const rows = must(model.rows(positions, index, book), 'rows')
  const lines = bookLines(rows)
  const underlyings = underlyingPrices(['BTC'], surfaces)
  const marks = new Map(rows.map(row => [row.symbol, toNumber(row.mark)]))
  const account = marginAccount({
    rows,
    orders: [],
    collateral: toNumber(desk.balance('ann').cash_balance),
    markOf: symbol => marks.get(symbol),
    indexOf: base => underlyings.get(base)?.price,
  })
  return { book, lines, isOneBase: true, underlyingOf: (base: string) => underlyings.get(base), axes, account }
}

function trade(desk: Desk, legs: readonly HedgeLeg[]): string {
  const made = packageOfPositions(legs, 'hold')
  if (!made.ok) throw new Error(made.problem)
  const intent = {
    side: 'buy',
    quantity: made.value.quantity,
    legs: made.value.legs.map(({ symbol, ratio }) => ({
      symbol,
      ratio,
      tradeable_entity_id: must(index.bySymbol(symbol), symbol).tradeable_entity_id,
    })),
  } as const
  const normal = normalise(intent)
  if (!normal.ok) throw new Error(normal.reason)
  const { side, quantity, legs: own } = normal.value
  const [only, ...more] = own
  const on =
    only !== undefined && more.length === 0 ? must(index.byId(only.tradeable_entity_id), 'a leg').symbol : undefined
  const order = desk.order({
    side,
    type: 'MARKET',
    time_in_force: 'IOC',
    quantity,
    on: on ?? own.map(leg => [Number(leg.tradeable_entity_id), leg.ratio] as const),
  })
  expect(checkOrder(order, { byId: index.byId, bySymbol: index.bySymbol, nowMs: startMs })).toEqual([])
  return desk.apply({ kind: 'place', account: 'ann', order, text: JSON.stringify(order) }).kind
}

const anyBook = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 0, max: listed.length - 1 }),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    size: fc.integer({ min: 1, max: 8 }),
  }),
  { minLength: 1, maxLength: 4, selector: each => each.at },
)
const anyWanted = fc.uniqueArray(
  fc.record({ measure: fc.constantFrom(...hedgeMeasures), part: fc.double({ min: 0.2, max: 1, noNaN: true }) }),
  {
    minLength: 1,
    maxLength: 3,
    selector: each => each.measure,
  },
)

test('what a traded hedge leaves keeps the bounds that it was found for', () => {
  let traded = 0
  fc.assert(
    fc.property(anyBook, anyWanted, fc.integer({ min: 1, max: 4 }), (held, wanted, mostLegs) => {
      const desk = new Desk(market)
      for (const { at, side, size } of held) {
        desk.place('ann', {
          on: must(listed[at], 'an instrument').instrument.symbol,
          side,
          type: 'MARKET',
          time_in_force: 'IOC',
          quantity: String(size),
        })
      }
      const quotes = quotesOf(desk)
      const before = bookOf(desk, quotes)
      if (before.lines.length === 0) return
      const bounds = wanted.map(({ measure, part }): HedgeBound => {
        const value = must(measureOf(measure, before, [])?.valueOf(new Float64Array(0)), measure)
        if (measure === 'stress') return { measure, low: value * part, high: Infinity }
        return measure === 'margin'
          ? { measure, low: -Infinity, high: value * part }
          : { measure, low: -Math.abs(value) * part, high: Math.abs(value) * part }
      })
      const all = hedgeInstruments(before.book, before.lines, index, quotes)
      if (typeof all === 'string') throw new Error(all)
      const instruments = all.map(each => {
        const { bid, ask } = topOf(desk, each.instrument.symbol)
        return { ...each, sizes: { bid: bid?.quantity, ask: ask?.quantity } }
      })
      const inputs: HedgeInputs = { ...before, bounds, mostLegs, instruments, mostNodes: 400 }
      const hedge = runSteps(hedgeSteps(inputs))
      if (hedge.kind === 'refused' || hedge.legs.length === 0) return
      if (trade(desk, hedge.legs) !== 'accepted') return
      const filled = hedge.legs.every(({ symbol, size }) => {
        const was = before.lines.find(line => line.symbol === symbol)?.size ?? 0
        const is = desk.position('ann', symbol)
        const now =
          is === undefined ? 0 : (is.side === 'short' && !is.size.startsWith('-') ? -1 : 1) * toNumber(is.size)
        return Math.abs(was + toNumber(size) - now) < 1e-9
      })
      if (!filled) return
      traded += 1
      checkBounds(hedge, inputs, bookOf(desk, quotes))
    }),
    { numRuns: cases },
  )
  expect(traded).toBeGreaterThan(cases / 4)
})

function checkBounds(hedge: Found, inputs: HedgeInputs, after: ReturnType<typeof bookOf>): void {
  for (const { measure, low, high, fails } of hedge.figures) {
    if (measure === 'margin') checkMargin(hedge, inputs, after, fails === undefined ? high : Infinity)
    else if (fails === undefined) {
      const value = must(measureOf(measure, after, [])?.valueOf(new Float64Array(0)), measure)
      const within = 1e-5 * Math.max(1, Math.abs(value))
      expect([measure, value]).toEqual([
        measure,
        expect.toSatisfy((each: number) => each >= low - within && each <= high + within),
      ])
    }
  }
}

/**
 * The ticket's margin for the order respects the bound, and the available funds match, up to the venue's marks within
 * the quotes and its split between cash and profit.
 */
function checkMargin(
  { legs, spread }: Found,
  { account, instruments }: HedgeInputs,
  after: ReturnType<typeof bookOf>,
  most: number,
): void {
  const meant = legs.map(({ symbol, size, price }) => {
    const { line } = must(
      instruments.find(each => each.line.symbol === symbol),
      symbol,
    )
    const { base, kind, strike, mark } = line
    return {
      symbol,
      base,
      kind: kind === 'other' ? 'linear' : kind,
      strike,
      mark,
      ratio: toNumber(size),
      price: toNumber(price),
    } as const
  })
  const price = meant.reduce((total, leg) => total + leg.ratio * leg.price, 0)
  const { filled } = must(
    orderMargin(must(account, 'an account'), { side: 'buy', quantity: 1, price, legs: meant }),
    'a margin',
  )
  expect(filled.bound).toBeLessThanOrEqual(most === Infinity ? most : most * filled.collateral + 0.1)
  const { holdings, orders, collateral, indexOf } = must(after.account, 'an account')
  const bound = totalBound(must(marginByBase(holdings, orders, indexOf, initialRules), 'a margin'))
  expect(Math.abs(collateral - bound - filled.available)).toBeLessThanOrEqual(3 * spread + 0.1)
}
