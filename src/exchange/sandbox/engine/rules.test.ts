import { describe, expect, test } from 'vitest'
import type { NewOrder } from '../../../core/domain/order.ts'
import { microsFromMs } from '../../../core/domain/time.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'
import type { Snapshot } from '../exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { createExchange } from './create-exchange.ts'
import { firstRules, latestRules } from './rules.ts'

const market = createTestMarket({
  quoted: '100',
  prices: nowMs => ({ BTC: nowMs >= startMs + 1_000 ? '50000' : '100000' }),
})
const at = (second: number) => microsFromMs(startMs + second * 1_000)
const perpetual = 'BTC-USD-PERPETUAL'

function heldAfterTick(rules: number | undefined, adopted?: number): string | undefined {
  const desk = new Desk(market, ['ann'], { rules })
  desk.placed('ann', { type: 'MARKET', time_in_force: 'IOC', quantity: '33' })
  if (adopted !== undefined) desk.apply({ kind: 'adopt_rules', version: adopted })
  desk.atMs = 2_000
  desk.tick()
  return desk.position('ann', perpetual)?.size
}

function placedUnder(rules: number, order: Record<string, string>): string {
  const listed = createMarket({ seed: 'rules', mode: 'frozen', frozenAtMs: startMs, instruments: 300 })
  const exchange = createExchange({ market: listed, rules })
  exchange.apply({ kind: 'open_account', account: 'ann' }, at(0))
  const whole = { ...firmLimit, side: 'buy', recv_window: 3, client_order_id: 'x', ...order }
  const { outcome } = exchange.apply(
    { kind: 'place', account: 'ann', order: whole as unknown as NewOrder, text: '' },
    at(1),
  )
  return outcome.kind === 'rejected' ? outcome.rejected.reason : outcome.kind
}

describe('rules', () => {
  test('of the fourth version take orders smaller than a lot, of little value and with a minimum quantity of 0; earlier ones refused them', () => {
    const small = { symbol: 'AVAX-USD', quantity: '0.05', price: '10' }
    expect([placedUnder(3, small), placedUnder(4, small)]).toEqual(['quantity_less_than_minimum_quantity', 'accepted'])
    const cheap = { symbol: 'BTC-USD', quantity: '0.0001', price: '0.5' }
    expect([placedUnder(3, cheap), placedUnder(4, cheap)]).toEqual([
      'order_value_less_than_minimum_allowed',
      'accepted',
    ])
    const zero = { symbol: 'BTC-USD', quantity: '0.1', price: '1000', minimum_quantity: '0.0' }
    expect([placedUnder(3, zero), placedUnder(4, zero)]).toEqual(['invalid_fields', 'accepted'])
  })

  test('of the first version leave positions alone; those of the second close what is under maintenance', () => {
    expect(heldAfterTick(firstRules)).toBe('33')
    expect(heldAfterTick(latestRules)).toBeUndefined()
    expect(heldAfterTick(undefined)).toBeUndefined()
  })

  test('are raised by a command, and never lowered', () => {
    expect(heldAfterTick(firstRules, latestRules)).toBeUndefined()
    expect(heldAfterTick(latestRules, firstRules)).toBeUndefined()
  })

  test('go with a snapshot; one that says nothing of them is of the first', () => {
    const rulesOf = (restore: Snapshot): number => createExchange({ market, restore }).rules()
    const exchange = createExchange({ market })
    exchange.apply({ kind: 'open_account', account: 'ann' }, at(0))
    const { live, ended } = exchange.takeSnapshot()
    expect(rulesOf({ live, ended })).toBe(latestRules)
    expect(rulesOf({ live: live.map(part => part.replace(`"rules":${latestRules},`, '')), ended })).toBe(firstRules)
  })
})
