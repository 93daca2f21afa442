/**
 * Panels that may follow a drag a moment later: while one is ahead of them they stay as they are, and are drawn anew when there is time, a part at a time.
 * What the pointer does is never kept waiting for them. Nothing else than a drag may be ahead: what is typed is always shown at once.
 */
import { memo, type ReactNode, useDeferredValue } from 'react'
import { type DraftState, isDragged } from './draft/draft.ts'

/** Is a drag ahead of the panels in this drawing? */
export function useAhead(state: DraftState): boolean {
  const settled = useDeferredValue(state)
  return settled !== state && isDragged(state)
}

interface CalmProps {
  readonly ahead: boolean
  readonly children: ReactNode
}

/** Its children, as they were while a drag is ahead. */
export const Calm = memo(
  function Calm({ children }: CalmProps) {
    return children
  },
  (_, next) => next.ahead,
)
