import { expect } from 'vitest'
import { at, rows } from '../test-outside.ts'
import { venue, count, decimal, listing, limit, placed, type Card, card } from './cards.ts'

export const listingCards: readonly Card[] = [
  card('C1.1', 'Every field value is a JSON string, numbers included.', async () => {
    const [symbol] = await listing()
    for (const [key, value] of Object.entries(symbol ?? {}))
      expect(typeof value === 'string' || key === 'tags').toBe(true)
    const { token } = await placed(limit())
    const { json } = await venue.ask('/v1/api/balances', { token })
    for (const row of rows(json, 'balance_response'))
      expect(Object.values(row).every(value => typeof value === 'string')).toBe(true)
  }),
  card('C1.2', 'Every body is one envelope object with one key.', async () => {
    const token = await venue.signIn()
    for (const path of [
      'exchangeInfo',
      'deliverableInfo',
      'openOrders',
      'balances',
      'positions',
      'order?client_order_id=x',
    ]) {
      expect(Object.keys((await venue.ask(`/v1/api/${path}`, { token })).json)).toHaveLength(1)
    }
  }),
  card(
    'C2.1',
    'exchangeInfo is public: server_utc_timestamp and symbols, each with the fields of the table.',
    async () => {
      const { status, json } = await venue.ask('/v1/api/exchangeInfo')
      expect([status, at(json, 'entities_and_rules_response', 'server_utc_timestamp')]).toEqual([200, count])
      const symbols = await listing()
      expect(symbols.length).toBeGreaterThan(100)
      for (const symbol of symbols.slice(0, 200)) {
        expect(symbol).toEqual({
          symbol: expect.any(String),
          tradeable_entity_id: count,
          status: expect.stringMatching(/^(active|suspended)$/),
          base_asset: expect.any(String),
          quote_asset: 'USD',
          minimum_quantity: decimal,
          maximum_quantity: decimal,
          minimum_value: decimal,
          maximum_value: decimal,
          quantity_step: decimal,
          price_step: decimal,
          tags: expect.any(Array),
        })
      }
    },
  ),
  card('C2.2', 'tradeable_entity_id is unique.', async () => {
    const ids = (await listing()).map(symbol => symbol['tradeable_entity_id'])
    expect(new Set(ids).size).toBe(ids.length)
  }),
  card(
    'C2.3',
    'deliverableInfo is public: server_utc_timestamp and deliverables of symbol and deliverable_id.',
    async () => {
      const { json } = await venue.ask('/v1/api/deliverableInfo')
      expect(at(json, 'deliverables_response', 'server_utc_timestamp')).toEqual(count)
      for (const row of rows(json, 'deliverables_response', 'deliverables').slice(0, 200)) {
        expect(row).toEqual({ symbol: expect.any(String), deliverable_id: count })
      }
    },
  ),
  card('C2.4', 'deliverableInfo?deliverable_id=2 selects one deliverable.', async () => {
    const { json } = await venue.ask('/v1/api/deliverableInfo?deliverable_id=2')
    expect(rows(json, 'deliverables_response', 'deliverables')).toEqual([{ symbol: 'USD', deliverable_id: '2' }])
  }),
]
