/** A synthetic account with many positions and trading all day, cheap to create and of realistic size. */
import { dec } from '../../../src/core/domain/decimal.ts'
import { clientOrderId, orderId, tradeId } from '../../../src/core/domain/ids.ts'
import type { OrderRecord } from '../../../src/core/domain/order.ts'
import type { Sample, SamplePosition } from '../../../src/core/domain/sample.ts'
import { dayMs, hourMs, micros } from '../../../src/core/domain/time.ts'
import type { HistoryNote } from '../../../src/core/history/noted.ts'
import { createRandom } from '../../../src/testing/order-desk/virtual-time.sim.ts'

const bases = ['BTC', 'ETH', 'SOL', 'XRP', 'HYPE'] as const
const cents = (value: number): ReturnType<typeof dec> => {
  const whole = Math.round(value)
  const text = String(Math.abs(whole)).padStart(3, '0')
  return `${whole < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}` as ReturnType<typeof dec>
}

interface Holding {
  readonly symbol: string
  readonly size: number
  readonly entry: number
  mark: number
}

export interface MadeAccount {
  sample(atMs: number, withPositions: boolean): Sample
  /** Observations of its orders in the hour from `atMs`. */
  hour(atMs: number): readonly HistoryNote[]
}

export function madeAccount(seed: number, positions: number, ordersADay: number): MadeAccount {
  const random = createRandom(seed)
  const holdings = Array.from({ length: positions }, (_, index): Holding => {
    const base = bases[index % bases.length] ?? 'BTC'
    const symbol =
      index < bases.length
        ? `${base}-USD-PERPETUAL`
        : `${base}-2027${String(1 + (index % 12)).padStart(2, '0')}26-${(40 + index) * 500}${index % 2 === 0 ? 'C' : 'P'}`
    const entry = Math.round(random() * 500_000) + 100
    return { symbol, size: Math.round(random() * 40) - 20 || 1, entry, mark: entry }
  })
  let orders = 0
  const sample = (atMs: number, withPositions: boolean): Sample => {
    for (const each of holdings)
      if (random() < 0.7) each.mark = Math.max(1, each.mark + Math.round((random() - 0.5) * 400))
    const pnl = holdings.reduce((total, each) => total + (each.mark - each.entry) * each.size, 0)
    const light = {
      atMs: atMs + 2_000 + Math.floor(random() * 500),
      equity: {
        cash: cents(250_000_000),
        optionValue: cents(pnl / 2),
        optionUpnl: cents(pnl / 3),
        futuresUpnl: cents(pnl / 7),
        reference: cents(250_000_000 + pnl),
        leftOut: [],
      },
      cash: { USD: cents(200_000_000), BTC: dec('5.25'), ETH: dec('40.125') },
      indexes: Object.fromEntries(
        bases.map((base, index) => [base, cents(9_000_000 / (index + 1) + random() * 10_000)]),
      ),
    }
    return withPositions ? { ...light, positions: holdings.map(positionOf) } : light
  }
  const order = (atMs: number, index: number): readonly HistoryNote[] => {
    orders += 1
    const id = `desk-${seed}-${orders}`
    return index % 10 === 0
      ? rfqSeen(id, atMs, holdings[orders % positions]?.symbol ?? '')
      : orderSeen(id, atMs, holdings[orders % positions]?.symbol ?? '', index % 3 === 0)
  }
  return {
    sample,
    hour(atMs) {
      const count = Math.round(ordersADay / 24)
      const seen = Array.from({ length: count }, (_, index) =>
        order(atMs + Math.floor((index * hourMs) / count), index),
      ).flat()
      return atMs % (8 * hourMs) === 0 ? [...seen, ...cashSeen(atMs)] : seen
    },
  }
}

const positionOf = ({ symbol, size, entry, mark }: Holding): SamplePosition => ({
  symbol,
  product: symbol.endsWith('PERPETUAL') ? 'perpetual' : 'option',
  size: String(size) as SamplePosition['size'],
  average_entry_price: cents(entry),
  mark_price: cents(mark),
  upnl: cents((mark - entry) * size),
})

const recordOf = (id: string, atMs: number, more: Partial<OrderRecord>): HistoryNote => ({
  kind: 'record',
  atMs,
  record: {
    market_id: '0',
    symbol: 'BTC-USD-PERPETUAL',
    side: 'buy',
    type: 'LIMIT',
    quantity: dec('3'),
    price: dec('90000.5'),
    order_id: orderId(`${atMs}`),
    client_order_id: clientOrderId(id),
    order_state: 'accepted',
    cancel_state: 'none',
    executions: [],
    ...more,
  },
})

function orderSeen(id: string, atMs: number, symbol: string, isCancelled: boolean): readonly HistoryNote[] {
  const first = recordOf(id, atMs, { symbol })
  if (isCancelled) return [first, recordOf(id, atMs + 30_000, { symbol, cancel_state: 'user_cancelled' })]
  const executions = [1, 2].map(part => ({
    utc_timestamp: micros((atMs + part * 5_000) * 1_000),
    executed_quantity: dec('1.5'),
    executed_price: dec('90000.5'),
    trade_id: tradeId(`${id}-${part}`),
    liquidity_flag: 'added',
  }))
  return [first, recordOf(id, atMs + 10_000, { symbol, order_state: 'filled', executions })]
}

function rfqSeen(id: string, atMs: number, symbol: string): readonly HistoryNote[] {
  const rfq = { market_id: 'none', symbol: `${symbol}@1/BTC-USD-PERPETUAL@-1` }
  const quotes = [1, 2, 3, 4].map(
    (part): HistoryNote => ({
      kind: 'quote',
      client_order_id: id,
      buy: { price: dec(`${100 + part}`), quantity: dec('3') },
      sell: { price: dec(`${110 - part}`), quantity: dec('3') },
      atMs: atMs + part * 2_000,
    }),
  )
  return [recordOf(id, atMs, rfq), ...quotes, recordOf(id, atMs + 15_000, { ...rfq, cancel_state: 'user_cancelled' })]
}

const cashSeen = (atMs: number): readonly HistoryNote[] =>
  [
    ...bases.map(base => `${base}-USD-PERPETUAL`),
    ...(atMs % dayMs === 8 * hourMs ? bases.map(base => `${base}-20270126-40000C`) : []),
  ].map(symbol => ({
    kind: 'cash',
    knownAtMs: atMs + 60_000,
    event: {
      kind: symbol.endsWith('PERPETUAL') ? 'funding' : 'settlement',
      symbol,
      asset: 'USD',
      amount: dec('-12.5'),
      size: dec('2'),
      price: undefined,
      atMs,
      isEstimated: false,
    },
  }))
