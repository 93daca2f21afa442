import { type StoredHistory, stateAt } from '../../src/core/account/past-state.ts'
import { dec } from '../../src/core/domain/decimal.ts'
import { tradeId } from '../../src/core/domain/ids.ts'
import type { JournalOrder } from '../../src/core/domain/journal-order.ts'
import type { Sample, SamplePosition } from '../../src/core/domain/sample.ts'
import { microsFromMs, minuteMs } from '../../src/core/domain/time.ts'
import { packPositions } from '../../src/recorder/store/packed-positions.ts'
import { testOwner } from '../../src/testing/journal.fixture.ts'
import { createRandom } from '../../src/testing/order-desk/virtual-time.sim.ts'
import { type Bench, type BenchRow, inTurn } from './bench.ts'

const dayStartMs = Date.UTC(2026, 10, 30)
const minutes = 1_440
const filled = 500
const goalMs = 100

const symbolOf = (at: number): string => `BTC-20261225-${60_000 + Math.floor(at / 2) * 500}${at % 2 === 0 ? 'C' : 'P'}`

const positionsOf = (count: number, random: () => number): readonly SamplePosition[] =>
  Array.from({ length: count }, (_, at) => ({
    symbol: symbolOf(at),
    product: 'option',
    size: dec((at % 3) - 1 || 2),
    average_entry_price: dec('1000'),
    mark_price: dec((900 + random() * 200).toFixed(1)),
    upnl: dec((random() * 100 - 50).toFixed(2)),
    priced: { forward: 100_000 + random() * 100, volatility: 0.4 + random() / 10, source: 'mid' },
  }))

const sampleAt = (atMs: number): Sample => ({
  atMs,
  equity: {
    cash: dec('1000000'),
    optionValue: dec('5000'),
    optionUpnl: dec('12.5'),
    futuresUpnl: dec('0'),
    leftOut: [],
  },
  cash: { USD: dec('1000000') },
  indexes: { BTC: dec('100000') },
  underlyings: { BTC: dec('100010') },
})

const orderOf = (at: number, sentAtMs: number): JournalOrder => ({
  client_order_id: `order-${at}`,
  owner: testOwner,
  title: 'Buy',
  symbol: symbolOf(at % 50),
  side: at % 2 === 0 ? 'buy' : 'sell',
  type: 'LIMIT',
  quantity: dec('1'),
  market_id: '0',
  sentAtMs,
  steps: [],
  executions: [
    {
      utc_timestamp: microsFromMs(sentAtMs),
      executed_quantity: dec('1'),
      executed_price: dec('1000'),
      trade_id: tradeId(`t${at}`),
      liquidity_flag: 'taken',
    },
  ],
})

function storedOf(positions: number): {
  readonly atMs: number
  readonly stored: StoredHistory
  readonly sample: Sample
} {
  const samples = Array.from({ length: minutes }, (_, minute) => sampleAt(dayStartMs + minute * minuteMs))
  const orders = Array.from({ length: filled }, (_, at) => orderOf(at, dayStartMs + at * 2 * minuteMs))
  const atMs = dayStartMs + (minutes - 10) * minuteMs
  const sample = { ...sampleAt(atMs), positions: positionsOf(positions, createRandom(7)) }
  return {
    atMs,
    sample,
    stored: {
      samples,
      full: [sample],
      first: { atMs: dayStartMs - 1, positions: [] },
      orders,
      cash: [],
      find: () => undefined,
    },
  }
}

const bytesOf = (positions: readonly SamplePosition[], first: readonly SamplePosition[]): number =>
  packPositions(positions, first).byteLength
const withoutPriced = (position: SamplePosition): SamplePosition => ({ ...position, priced: undefined })

export const bench: Bench = {
  name: 'replay',
  about: 'figures of a past minute',
  async run(say) {
    const sizes = [50, 200]
    const cases = sizes.map(storedOf)
    const times = await inTurn(
      cases.map(
        ({ atMs, stored }) =>
          () =>
            stateAt(atMs, stored),
      ),
      15,
    )
    for (const size of sizes) {
      const [first, later] = [positionsOf(size, createRandom(7)), positionsOf(size, createRandom(8))]
      const without = bytesOf(later.map(withoutPriced), first.map(withoutPriced))
      say(
        `${size} positions take ${bytesOf(later, first)} bytes a minute in a recorder's store, ${without} without their volatilities`,
      )
    }
    return sizes.map(
      (size, at): BenchRow => ({
        name: 'state of a past minute',
        size,
        unit: 'ms',
        measured: times[at] ?? Number.NaN,
        goal: { limit: goalMs },
      }),
    )
  },
}
