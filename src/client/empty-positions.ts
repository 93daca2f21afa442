import type { AnswerOf } from '../contract/endpoints.ts'

export interface EmptyPositions {
  /** Returns true if the empty answer must wait for a second empty one. `subject` identifies the account. */
  isDoubtful(subject: string, answer: AnswerOf<'positions'>): boolean
}

export function createEmptyPositions(): EmptyPositions {
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
