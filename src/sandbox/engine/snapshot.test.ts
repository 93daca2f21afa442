/** What the simulation cannot see: how much a snapshot gives. That exchanges restored are equal is its affair (`sim/run-seed.ts`). */
import { describe, expect, test } from 'vitest'
import type { Snapshot } from '../exchange.ts'
import { createExchange } from './create-exchange.ts'
import { Desk } from '../../testing/test-desk.ts'
import { createTestMarket } from '../../testing/test-market.ts'

const rowsOf = (parts: readonly string[], name: string): unknown[][] =>
  parts.flatMap(part => (JSON.parse(part) as Record<string, unknown[][]>)[name] ?? [])
const idsOf = ({ ended, live }: Snapshot) => [ended, live].map(parts => rowsOf(parts, 'orders').map(row => row[1]))

describe('a snapshot', () => {
  test('gives what has ended once, and what lives each time', () => {
    const desk = new Desk(createTestMarket())
    desk.placed('ann', { id: 'stays', price: '90000' })
    desk.placed('ann', { id: 'goes', price: '90000', side: 'buy' })
    expect(idsOf(desk.exchange.takeSnapshot())).toEqual([[], ['stays', 'goes']])
    desk.placed('bob', { id: 'takes', price: '90000', side: 'sell', quantity: '2', time_in_force: 'IOC' })
    desk.placed('ann', { id: 'late', price: '80000' })
    expect(idsOf(desk.exchange.takeSnapshot())).toEqual([['stays', 'goes', 'takes'], ['late']])
    expect(idsOf(desk.exchange.takeSnapshot())).toEqual([[], ['late']])
  })

  test('gives each refusal once, so that a repetition gets its first answer again for ever', () => {
    const desk = new Desk(createTestMarket())
    const order = desk.order({ id: 'bad', price: '0.3' })
    const first = desk.apply({ kind: 'place', account: 'ann', order, text: 'bad' })
    const snapshot = desk.exchange.takeSnapshot()
    expect(rowsOf(snapshot.ended, 'refusals').map(row => row[1])).toEqual(['bad'])
    expect(rowsOf(desk.exchange.takeSnapshot().ended, 'refusals')).toEqual([])
    const restored = createExchange({ market: createTestMarket(), restore: snapshot })
    desk.atMs += 60_000
    expect(restored.apply({ kind: 'place', account: 'ann', order, text: 'bad' }, desk.now).outcome).toEqual(first)
  })

  test('that names an instrument the market never listed cannot be restored', () => {
    const desk = new Desk(createTestMarket())
    desk.placed('ann', { price: '90000' })
    const { live, ended } = desk.exchange.takeSnapshot()
    const other = { live: live.map(part => part.replaceAll('"16"', '"1616"')), ended }
    expect(() => createExchange({ market: createTestMarket(), restore: other })).toThrow(/instrument 1616, which this market never listed/)
  })
})
