/**
 * Panels that follow a drag with a delay: while one is pending they keep their last render and update when there is
 * time, so that the pointer never waits. Typed input is never deferred.
 */
import { memo, type ReactNode, useDeferredValue } from 'react'
import { type DraftState, isDragged } from './draft/draft.ts'

export function useDragPending(state: DraftState): boolean {
  const settled = useDeferredValue(state)
  return settled !== state && isDragged(state)
}

interface DeferredWhileDraggingProps {
  readonly dragPending: boolean
  readonly children: ReactNode
}

export const DeferredWhileDragging = memo(
  function DeferredWhileDragging({ children }: DeferredWhileDraggingProps) {
    return children
  },
  (_, next) => next.dragPending,
)
