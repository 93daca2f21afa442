/** Cards about orders as few clients write them. */
import { limit, legsOf, spread, type Card, rejects, takes } from './cards.ts'

export const oddOrderCards: readonly Card[] = [
  takes('C20.1', 'Rule 5: of a limit order with IOC any recv_window is ignored, also one that is no number.', () =>
    limit({ time_in_force: 'IOC', recv_window: 'abc' }),
  ),
  rejects('C20.2', 'A leg without a ratio makes invalid legs.', () => spread({ legs: [legsOf()[0] ?? {}, { tid: '16' }] }), 'invalid_legs'),
  rejects('C20.3', 'A ratio that is no whole number makes invalid legs.', () => spread({ legs: legsOf([1, 1.5]) }), 'invalid_legs'),
]
