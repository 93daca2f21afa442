import { describe, expect, test } from 'vitest'
import type { Snapshot } from '../exchange.ts'
import { microsFromMs } from '../../domain/time.ts'
import { createExchange } from './create-exchange.ts'
import { firstRules, latestRules } from './rules.ts'
import { Desk } from '../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../testing/test-market.ts'

const market = createTestMarket({ quoted: '100', prices: nowMs => ({ BTC: nowMs >= startMs + 1_000 ? '50000' : '100000' }) })
const at = (second: number) => microsFromMs(startMs + second * 1_000)
const perpetual = 'BTC-USD-PERPETUAL'

/** What ann, who bought all she could before the price fell, still holds after a tick. */
function heldAfterTick(rules: number | undefined, adopted?: number): string | undefined {
  const desk = new Desk(market, ['ann'], { rules })
  desk.placed('ann', { type: 'MARKET', time_in_force: 'IOC', quantity: '33' })
  if (adopted !== undefined) desk.apply({ kind: 'adopt_rules', version: adopted })
  desk.atMs = 2_000
  desk.tick()
  return desk.position('ann', perpetual)?.size
}

describe('rules', () => {
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
