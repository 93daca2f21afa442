/**
 * Conformance cards: one numbered check per sentence of the contract (`C…`) and the extensions (`X…` over HTTP, `S…`
 * over the socket), run from outside against a listening sandbox. They read raw JSON and share no code with the server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OutsideVenue, listenOutside } from '../test-outside.ts'
import { type Card, core, legsOf, limit, openVenues, rejects, spread, takes, venue } from './cards.ts'
import { listingCards } from './listing-cards.ts'
import { orderCards } from './order-cards.ts'
import { queryCards } from './query-cards.ts'
import { extensionOrderCards } from './extension-order-cards.ts'
import { extensionVenueCards } from './extension-venue-cards.ts'
import { socketCards } from './socket-cards.ts'

const oddOrderCards: readonly Card[] = [
  takes('C20.1', 'Rule 5: of a limit order with IOC any recv_window is ignored, also one that is no number.', () =>
    limit({ time_in_force: 'IOC', recv_window: 'abc' }),
  ),
  rejects(
    'C20.2',
    'A leg without a ratio makes invalid legs.',
    () => spread({ legs: [legsOf()[0] ?? {}, { tid: '16' }] }),
    'invalid_legs',
  ),
  rejects(
    'C20.3',
    'A ratio that is no whole number makes invalid legs.',
    () => spread({ legs: legsOf([1, 1.5]) }),
    'invalid_legs',
  ),
]

const decks = {
  listing: listingCards,
  orders: orderCards,
  queries: queryCards,
  odd: oddOrderCards,
  extensions: [...extensionOrderCards, ...extensionVenueCards],
  socket: socketCards,
}
export function holdConformance(open: () => Promise<OutsideVenue>): void {
  beforeAll(async () => {
    await openVenues(open(), listenOutside('core'))
  })
  afterAll(() => Promise.all([venue.close(), core.close()]))
  describe.each(Object.entries(decks))('conformance: %s', (_, cards) => {
    test.each(cards.map(each => [each.number, each.sentence, each.check] as const))(
      '%s %s',
      { timeout: 20_000 },
      async (_number, _sentence, check) => {
        await expect(check()).resolves.toBeUndefined()
      },
    )
  })

  test('cards have numbers of their own', () => {
    const numbers = Object.values(decks).flatMap(cards => cards.map(each => each.number))
    expect(new Set(numbers).size).toBe(numbers.length)
  })
}
