/** Groupings of the quality view over 10,000 taken RFQs, in Node: every grouping, for all and for a filter. */
import { type Decimal, dec } from '../../src/core/domain/decimal.ts'
import { tradeId } from '../../src/core/domain/ids.ts'
import type { JournalOrder } from '../../src/core/domain/journal-order.ts'
import { must } from '../../src/core/domain/must.ts'
import { forwardKey, type MarketFigures } from '../../src/core/domain/reference-point.ts'
import { hourMs, microsFromMs, secondMs } from '../../src/core/domain/time.ts'
import { createStructureNames, qualityOf, tradesOfRfqs } from '../../src/core/pricing/quality/order-quality.ts'
import { cutOf, qualityGroupings } from '../../src/core/pricing/quality/quality-cuts.ts'
import { testOwner } from '../../src/testing/journal.fixture.ts'
import { createRandom } from '../../src/testing/order-desk/virtual-time.sim.ts'
import { type Bench, inTurn } from './bench.ts'

const beganMs = Date.UTC(2026, 0, 5)
const expiryMs = Date.UTC(2026, 11, 25, 8)
const most = 10_000
const goalMs = 50

function ordersOf(count: number): readonly JournalOrder[] {
  const random = createRandom(29)
  const strikes = [90, 100, 110, 120, 130]
  return Array.from({ length: count }, (_, at): JournalOrder[] => {
    const [low, sentAtMs] = [Math.floor(random() * 4), beganMs + Math.floor(random() * 8_000) * hourMs]
    const names = [strikes[low], strikes[low + 1]].map(strike => `BTC-20261225-${strike}000${at % 3 === 0 ? 'P' : 'C'}`)
    const legs = names.map((symbol, leg) => ({ symbol, ratio: leg === 0 ? 1 : -1, tradeable_entity_id: `${leg}` }))
    const side = random() < 0.5 ? 'buy' : 'sell'
    const price = (off: number): Decimal => dec((3_000 + off + random() * 40).toFixed(1))
    const market: MarketFigures = {
      readMs: sentAtMs,
      legs: [
        [dec('5990'), dec('6010')],
        [dec('2995'), dec('3005')],
      ],
      indexes: { BTC: dec('100000') },
      forwards: { [forwardKey('BTC', expiryMs)]: dec('100000') },
    }
    const quantity = dec(Math.ceil(random() * 300))
    const order = {
      owner: testOwner,
      symbol: legs.map(({ symbol, ratio }) => `${symbol}@${ratio}`).join('/'),
      legs: legs as unknown as NonNullable<JournalOrder['legs']>,
      side,
      type: 'LIMIT',
      quantity,
      sentAtMs,
      steps: [],
    }
    const [best, second] = [price(0), price(10)].map(each => ({ price: each, quantity }))
    const firstMs = sentAtMs + 4 * secondMs
    return [
      {
        ...order,
        client_order_id: `rfq-${at}`,
        title: 'RFQ',
        market_id: 'none',
        executions: [],
        quotes: {
          firstMs,
          best: must(best, 'a quote'),
          second,
          lastMs: firstMs,
          trail: [{ atMs: firstMs, price: price(20) }],
        },
        points: [
          {
            kind: 'first',
            atMs: firstMs,
            wanted: quantity,
            ...(best && second ? { bid: best, ask: second } : {}),
            market,
          },
        ],
      },
      {
        ...order,
        client_order_id: `take-${at}`,
        title: 'Take',
        market_id: '0',
        rfq: `rfq-${at}`,
        executions: [
          {
            utc_timestamp: microsFromMs(firstMs + secondMs),
            executed_quantity: quantity,
            executed_price: price(0),
            trade_id: tradeId(`t${at}`),
            liquidity_flag: 'taken',
          },
        ],
        points: [{ kind: 'take', atMs: firstMs + secondMs, wanted: dec('0'), trades: [`t${at}`], market }],
      },
    ]
  }).flat()
}

export const bench: Bench = {
  name: 'quality',
  about: 'cuts of the quality of 10,000 RFQs',
  async run(say) {
    const orders = ordersOf(most)
    const began = performance.now()
    const [trades, structureOf] = [tradesOfRfqs(orders), createStructureNames()]
    const rows = orders.flatMap(order =>
      order.market_id === 'none'
        ? [qualityOf(order, trades.get(order.client_order_id) ?? [], () => undefined, structureOf)]
        : [],
    )
    say(`${rows.length} rows of quality are made once, in ${(performance.now() - began).toFixed(0)} ms`)
    const tagsOf = (id: string): readonly string[] => (id.endsWith('7') ? ['roll', 'hedge'] : [])
    const cuts = qualityGroupings.map(grouping => () => cutOf(rows, { isRfq: true }, grouping, tagsOf))
    const span = { fromMs: beganMs + 100 * 24 * hourMs, toMs: beganMs + 300 * 24 * hourMs }
    const narrow = () =>
      cutOf(rows, { isRfq: true, ...span, keys: { base: 'BTC', side: 'buy', tag: 'roll' } }, 'hour', tagsOf)
    const times = await inTurn([...cuts, narrow], 7)
    const names = [
      ...qualityGroupings.map(grouping => `cut by ${grouping}`),
      'cut of a span, base, side and tag by hour',
    ]
    return names.map((name, at) => ({
      name,
      size: most,
      unit: 'ms',
      measured: must(times[at], 'a time'),
      goal: { limit: goalMs },
    }))
  },
}
