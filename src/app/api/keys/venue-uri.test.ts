import { expect, it } from 'vitest'
import { venueUri } from './keys.ts'

it.each([
  ['/v1/api/order', 'http://127.0.0.1:8787/orders', 'sandbox', 'http://127.0.0.1:8787/v1/api/order'],
  ['/v1/api/order', 'http://127.0.0.1:8787/', 'api.venue.example', 'https://api.venue.example/v1/api/order'],
  ['/v1/api/order', 'http://127.0.0.1:8787/', '127.0.0.1:9000', 'http://127.0.0.1:9000/v1/api/order'],
  [
    'https://other.example/v1/api/order?x=1',
    'http://127.0.0.1:8787/',
    'api.venue.example',
    'https://other.example/v1/api/order',
  ],
  ['ws://127.0.0.1:8787/v1/feed', 'http://127.0.0.1:8787/', 'api.venue.example', 'wss://api.venue.example/v1/feed'],
  ['ws://127.0.0.1:8787/v1/feed', 'http://127.0.0.1:8787/', 'sandbox', 'ws://127.0.0.1:8787/v1/feed'],
])('the address in a token of %s on the page %s in front of %s is %s', (address, page, served, uri) => {
  expect(venueUri(address, page, served)).toBe(uri)
})
