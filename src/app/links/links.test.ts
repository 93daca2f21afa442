import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../core/domain/decimal.ts'
import { parseJoinedSymbol } from '../../core/domain/order.ts'
import { alertSearch, parseAlertSubject } from './alerts-link.ts'
import { addToBuilderSearch, builderSearch, parseBuilderSearch, withoutBuilder } from './builder-link.ts'
import {
  keyOfSearch,
  marketsSearch,
  orderSearch,
  panelSearch,
  parseMarketsSearch,
  parseOrderSearch,
  parsePanelSearch,
  parseSignInFrom,
  signInSearch,
} from './screen-links.ts'
import { closingTicketSearch, parseTicketSearch, ticketSearch, withoutTicket } from './overlay-links.ts'

const symbol = fc.stringMatching(/^[A-Z]{2,5}-20\d{6}-\d{2,6}[CP]$/)
const amount = fc.integer({ min: 1, max: 1e9 }).map(value => dec(String(value / 100)))
const side = fc.constantFrom('buy' as const, 'sell' as const)
const legs = fc.array(fc.record({ symbol, ratio: fc.integer({ min: -20, max: 20 }).filter(ratio => ratio !== 0) }), {
  minLength: 1,
  maxLength: 10,
})
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

it('what a link says is marked where it would hide or turn text, and what is marked already is marked once', () => {
  const turned = 'BTC\u202eXYZ'
  const shown = 'BTC⟨U+202E⟩XYZ'
  for (const text of [turned, shown]) {
    expect(parseTicketSearch({ trade: text, price: text })).toMatchObject({ symbol: shown, price: shown })
    expect(parseBuilderSearch({ legs: text, tag: text })).toMatchObject({ legs: shown, tag: shown })
    expect(parseMarketsSearch({ instrument: text })).toBe(shown)
    expect(parsePanelSearch({ panel: text })).toBe(shown)
  }
})

describe('what a link says is what is read of it', () => {
  it('of where to go back to after signing in, which is a path of this page and nothing else', () => {
    expect(parseSignInFrom(signInSearch('/orders'))).toBe('/orders')
    for (const from of ['https://elsewhere.example', '//elsewhere.example', '/orders?x=1', 'orders', '/../x', ''])
      expect(parseSignInFrom({ from })).toBeUndefined()
  })

  it('in the builder', () => {
    const link = fc.record({
      legs,
      side,
      quantity: amount,
      price: optional(amount),
      minimumQuantity: optional(amount),
      mode: fc.constantFrom('rfq' as const, 'firm' as const),
      tif: optional(fc.constantFrom('GTC' as const, 'IOC' as const)),
    })
    fc.assert(
      fc.property(link, one => {
        const { legs: joined, ...read } = parseBuilderSearch(builderSearch(one))
        expect(parseJoinedSymbol(joined ?? '')).toEqual(one.legs)
        expect({
          side: read.dir,
          quantity: read.qty,
          price: read.px,
          minimumQuantity: read.min,
          mode: read.mode,
          tif: read.tif,
        }).toEqual({ ...one, legs: undefined })
        expect(parseJoinedSymbol(parseBuilderSearch(addToBuilderSearch(one.legs)).add ?? '')).toEqual(one.legs)
      }),
    )
  })
  it('in the ticket, the orders, the markets and the alerts', () => {
    fc.assert(
      fc.property(symbol, optional(side), optional(amount), optional(amount), (name, asked, quantity, price) => {
        expect(parseTicketSearch(ticketSearch(name, { side: asked, quantity, price }))).toEqual({
          symbol: name,
          side: asked,
          quantity,
          price,
        })
        expect(keyOfSearch(parseOrderSearch(orderSearch(name)))).toEqual({ client_order_id: name })
        expect(parseMarketsSearch(marketsSearch(name))).toBe(name)
        expect(parsePanelSearch(panelSearch(name))).toBe(name)
        const figure = { kind: 'price' as const, subject: name }
        expect(parseAlertSubject(alertSearch(figure)['alert'])).toEqual(figure)
      }),
    )
    expect(parseMarketsSearch(marketsSearch(undefined))).toBeUndefined()
    expect(parseAlertSubject(alertSearch('all')['alert'])).toBeUndefined()
    expect(closingTicketSearch('A', dec('-2.5'))).toEqual({ trade: 'A', side: 'buy', quantity: '2.5' })
  })
})

describe('older names of the builder', () => {
  it('are read and not made', () => {
    expect(parseBuilderSearch({ legs: 'A@1', side: 'sell', price: 5, qty: '2' })).toEqual({
      legs: 'A@1',
      dir: 'sell',
      px: '5',
      qty: '2',
    })
    expect(parseBuilderSearch({ side: 'sell', dir: 'buy' })).toEqual({ dir: 'buy' })
  })
  it('are the ticket’s where one is open, and stay there', () => {
    expect(parseBuilderSearch({ trade: 'A', side: 'sell', price: '5' })).toEqual({})
    expect(withoutBuilder({ trade: 'A', side: 'sell', price: '5', legs: 'B@1', other: 'x' })).toEqual({
      trade: 'A',
      side: 'sell',
      price: '5',
      other: 'x',
    })
    expect(withoutBuilder({ side: 'sell', price: '5', legs: 'B@1', other: 'x' })).toEqual({ other: 'x' })
    expect(withoutTicket({ trade: 'A', side: 'sell', price: '5', quantity: '1', legs: 'B@1' })).toEqual({ legs: 'B@1' })
  })
})
