import { expect, test } from 'vitest'
import type { AnswerOf } from '../contract/endpoints.ts'
import { createEmptyPositions } from './empty-positions.ts'

const answer = (rows: number, rejected = 0): AnswerOf<'positions'> =>
  ({
    positions_response: {
      positions: { rows: Array.from({ length: rows }, () => ({})), rejected: Array.from({ length: rejected }, () => ({})) },
    },
  }) as unknown as AnswerOf<'positions'>

test('an empty list of positions is believed once a second answer is empty too, and then until there are some again', () => {
  const empty = createEmptyPositions()
  const isDoubtful = (rows: number, rejected = 0, subject = 'ann') => empty.isDoubtful(subject, answer(rows, rejected))
  expect([isDoubtful(0), isDoubtful(0), isDoubtful(0)]).toEqual([true, false, false])
  expect([isDoubtful(2), isDoubtful(0), isDoubtful(2), isDoubtful(0), isDoubtful(0)]).toEqual([false, true, false, true, false])
  // A list with unreadable rows is not empty, and a new account has no earlier list.
  expect([isDoubtful(0, 1), isDoubtful(0), isDoubtful(0, 0, 'bob')]).toEqual([false, true, true])
})
