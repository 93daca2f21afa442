import { expect, test } from 'vitest'
import { openingEntry } from './single-leg-ticket.tsx'

const asked = { symbol: 'BTC-USD', side: undefined, quantity: undefined, price: undefined }

test('a ticket opens as the link asks, firm and with nothing typed that the link does not say', () => {
  expect(openingEntry({ ...asked, side: 'SELL', quantity: '3' })).toMatchObject({
    side: 'sell',
    quantity: '3',
    price: '',
    mode: 'firm',
  })
  expect(openingEntry(asked)).toMatchObject({ side: 'buy', quantity: '', legs: [{ symbol: 'BTC-USD', ratio: 1 }] })
})

test('a side that it does not know is to be chosen, and never a buy', () => {
  expect(openingEntry({ ...asked, side: 'up' }).side).toBeUndefined()
})

test('a field of a link is cut before it can fill the screen', () => {
  expect(openingEntry({ ...asked, price: '1'.repeat(1_000) }).price).toHaveLength(60)
})
