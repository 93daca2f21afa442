/** The size of snapshots. `sim/run-seed.ts` checks that restored exchanges are equal. */
import { describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket } from '../../../testing/test-market.ts'
import type { EndedOrder, Snapshot } from '../exchange.ts'
import { createExchange } from './create-exchange.ts'

const rowsOf = (parts: readonly (string | EndedOrder)[], name: string): unknown[][] =>
  parts.flatMap(
    part => (JSON.parse(typeof part === 'string' ? part : part.body) as Record<string, unknown[][]>)[name] ?? [],
  )
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

  test('knows what makers showed and was taken, which they may be made to offer again while it is their price', () => {
    const market = createTestMarket({ quoted: '5' })
    const desk = new Desk(market)
    const take = (id: string, quantity: string) => {
      const order = desk.order({ id, quantity, type: 'MARKET', time_in_force: 'IOC' })
      return { kind: 'place', account: 'ann', order, text: id } as const
    }
    desk.apply(take('all', '5'))
    const restored = createExchange({ market, restore: desk.exchange.takeSnapshot() })
    expect(restored.digest()).toBe(desk.exchange.digest())
    const offered = { ...take('part', '1'), offered: dec('0.5') }
    const events = desk.exchange.apply(offered, desk.now).events
    expect(events.some(event => event.kind === 'trade' && event.trade.price === '100000.5')).toBe(true)
    expect(restored.apply(offered, desk.now).events).toEqual(events)
  })

  test('that names an instrument the market never listed cannot be restored', () => {
    const desk = new Desk(createTestMarket())
    desk.placed('ann', { price: '90000' })
    const { live, ended } = desk.exchange.takeSnapshot()
    const other = { live: live.map(part => part.replaceAll('"16"', '"1616"')), ended }
    expect(() => createExchange({ market: createTestMarket(), restore: other })).toThrow(
      /instrument 1616, which this market never listed/,
    )
  })
})
