import { expect, test } from 'vitest'
import { isRfqMarket } from '../../../core/domain/order.ts'
import { hourMs, microsFromMs, secondMs } from '../../../core/domain/time.ts'
import type { ExchangeEvent } from '../exchange.ts'
import { createExchange } from '../engine/create-exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { createFlow, type FlowRate, rfqsAnHour } from './participants.ts'

const startMs = Date.UTC(2026, 11, 1, 12)

function run(rate: FlowRate, ms: number) {
  const market = createMarket({ seed: 'flow', mode: 'live', instruments: 1_000 })
  const exchange = createExchange({ market })
  const events: ExchangeEvent[] = []
  const rejected: unknown[] = []
  const published = {
    ...exchange,
    apply(...args: Parameters<typeof exchange.apply>) {
      const applied = exchange.apply(...args)
      events.push(...applied.events)
      if (applied.outcome.kind === 'rejected') rejected.push(applied.outcome.rejected)
      return applied
    },
  }
  const flow = createFlow(published, market, 'flow', rate)
  let mostLive = 0
  for (let passed = 0; passed < ms; passed += secondMs) {
    const now = microsFromMs(startMs + passed)
    flow.tick(published.apply({ kind: 'tick' }, now).at)
    mostLive = Math.max(mostLive, exchange.liveRfqs(now).length)
  }
  const rfqs = events.flatMap(event =>
    event.kind === 'order_accepted' && isRfqMarket(event.order.market_id) ? [event.order] : [],
  )
  return { exchange, events, rejected, rfqs, mostLive }
}

test('send about as many RFQs as the rate says, all of them valid, and some trade', () => {
  const { rfqs, rejected, mostLive, events } = run('busy', hourMs / 3)
  expect(rejected).toEqual([])
  expect(Math.abs(rfqs.length - rfqsAnHour.busy / 3)).toBeLessThan(70)
  expect(mostLive).toBeLessThan(100)
  const traded = events.filter(event => event.kind === 'trade').length
  expect(traded).toBeGreaterThan(rfqs.length / 5)
  expect(new Set(rfqs.map(order => order.symbol)).size).toBeGreaterThan(100)
  expect(new Set(rfqs.map(order => order.side))).toEqual(new Set(['buy', 'sell']))
})

test('are a function of seed and time, and silent when off', () => {
  const [one, other] = [run('busy', hourMs / 20), run('busy', hourMs / 20)]
  expect(one.rfqs.length).toBeGreaterThan(20)
  expect(one.exchange.digest()).toBe(other.exchange.digest())
  expect(run('off', 60_000).events).toEqual([])
})
