/**
 * An account with positions does not lose all of them often, but a venue that fails may list none: an empty list in the place of another
 * one is believed once a second answer is empty too.
 */
import type { AnswerOf } from '../contract/endpoints.ts'

export interface EmptyPositions {
  /** Whether this answer waits for a second one. `subject` says whose it is. */
  isDoubtful(subject: string, answer: AnswerOf<'positions'>): boolean
}

export function createEmptyPositions(): EmptyPositions {
  /** By subject: whether the last answer was empty. */
  const wasEmpty = new Map<string, boolean>()
  return {
    isDoubtful(subject, { positions_response: { positions } }) {
      const isEmpty = positions.rows.length === 0 && positions.rejected.length === 0
      const isNew = isEmpty && wasEmpty.get(subject) !== true
      wasEmpty.set(subject, isEmpty)
      return isNew
    },
  }
}
