import { expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { hourMs, microsFromMs, secondMs } from '../../domain/time.ts'
import { createExchange } from '../engine/create-exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { controlPath, createControlApp } from './control-app.ts'
import { createFaults } from './faults.ts'
import { createVenueClock } from './venue-clock.ts'

const startMs = Date.UTC(2026, 11, 1, 12)

test('prices that are set leave those alone that the exchange has seen, also where the clock of the host went back', async () => {
  const market = createMarket({ seed: 'control', mode: 'live', instruments: 100 })
  const exchange = createExchange({ market })
  const clock = createVenueClock(() => startMs)
  exchange.apply({ kind: 'open_account', account: 'ann' }, microsFromMs(startMs + hourMs))
  const seen = market.indexPrice('BTC', startMs + hourMs)
  const app = createControlApp({ exchange, market, clock, faults: createFaults(), changed: () => undefined })
  const body = JSON.stringify({ BTC: '50000' })
  const answer = await app.request(`${controlPath}/prices`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(answer.status).toBe(200)
  expect([market.indexPrice('BTC', startMs + hourMs), market.indexPrice('BTC', startMs + hourMs + secondMs)]).toEqual([seen, dec('50000')])
})
