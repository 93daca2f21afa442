/**
 * Panels that may follow a drag a moment later: while one is pending they stay as they are, and are drawn again when there is time, a part at a time.
 * What the pointer does is never kept waiting for them. Nothing else defers them: what is typed is always shown at once.
 */
import { memo, type ReactNode, useDeferredValue } from 'react'
import { type DraftState, isDragged } from './draft/draft.ts'

/** Is a drag pending that these panels do not show yet in this drawing? */
export function useDragPending(state: DraftState): boolean {
  const settled = useDeferredValue(state)
  return settled !== state && isDragged(state)
}

interface DeferredWhileDraggingProps {
  readonly dragPending: boolean
  readonly children: ReactNode
}

/** Its children, as they were while a drag is pending. */
export const DeferredWhileDragging = memo(
  function DeferredWhileDragging({ children }: DeferredWhileDraggingProps) {
    return children
  },
  (_, next) => next.dragPending,
)
