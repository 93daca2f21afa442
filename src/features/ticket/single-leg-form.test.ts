import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { entityId } from '../../domain/ids.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { type TicketFields, openingFields, readTicket } from './single-leg-form.ts'

const instrument: Instrument = {
  symbol: 'BTC-20261225-100000C',
  tradeable_entity_id: entityId(7),
  status: 'active',
  base_asset: 'BTC',
  quote_asset: 'USD',
  minimum_quantity: dec('0.1'),
  maximum_quantity: dec('100'),
  minimum_value: dec('10'),
  maximum_value: dec('100000'),
  quantity_step: dec('0.1'),
  price_step: dec('0.5'),
  tags: ['option'],
}
const nowMs = Date.UTC(2026, 10, 21)
const fields: TicketFields = { ...openingFields({ quantity: '2', price: '100' }) }
const read = (change: Partial<TicketFields>, one: Instrument = instrument) =>
  readTicket({ ...fields, ...change }, { instrument: one, nowMs })

describe('the ticket of one instrument', () => {
  it('opens as the link asks, and takes no side it does not know', () => {
    expect(openingFields({ side: 'SELL', quantity: '3' })).toMatchObject({ side: 'sell', quantity: '3', price: '' })
    expect(openingFields({ side: 'up' }).side).toBe('buy')
  })

  it('reads a firm LIMIT order', () => {
    expect(read({})).toEqual({
      order: {
        symbol: instrument.symbol,
        market_id: '0',
        side: 'buy',
        type: 'LIMIT',
        time_in_force: 'GTC',
        quantity: '2',
        price: '100',
        recv_window: 3,
      },
      errors: {},
      warnings: [],
    })
  })

  it('sends neither price nor life with MARKET, and no price with an RFQ', () => {
    expect(read({ type: 'MARKET' }).order).toEqual({
      symbol: instrument.symbol,
      market_id: '0',
      side: 'buy',
      type: 'MARKET',
      time_in_force: 'IOC',
      quantity: '2',
    })
    expect(read({ mode: 'rfq' }).order).not.toHaveProperty('price')
  })

  it.each([
    [{ quantity: '' }, 'quantity', 'Enter'],
    [{ quantity: '0.05' }, 'quantity', '0.1'],
    [{ quantity: '2000' }, 'quantity', '100'],
    [{ price: '' }, 'price', 'needs a price'],
    [{ price: '100.3' }, 'price', '0.5'],
    [{ price: '1,5' }, 'price', 'Not a number'],
    [{ cycles: '0' }, 'cycles', '65534'],
    [{ cycles: 'two' }, 'cycles', 'whole number'],
    [{ price: '1' }, 'quantity', 'minimum 10'],
  ] as const)('says of %j what is wrong at the field %s', (change, field, words) => {
    expect(read(change).errors[field]).toContain(words)
  })

  it('does not trade a suspended or expired instrument', () => {
    expect(read({}, { ...instrument, status: 'suspended' }).errors.root).toContain('suspended')
    expect(readTicket(fields, { instrument, nowMs: Date.UTC(2027, 0, 1) }).errors.root).toContain('expired')
  })
})
