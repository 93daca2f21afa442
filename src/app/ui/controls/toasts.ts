/**
 * Short notices: a list outside React, so that any code may post one. Sticky ones stay until closed. A few are visible;
 * the rest wait, and none is lost.
 */
import { createStore } from '../../../core/domain/store.ts'

export interface Toast {
  readonly id: string
  readonly tone: 'ok' | 'warning' | 'danger' | 'neutral'
  readonly title: string
  readonly body?: string | undefined
  readonly testId?: string | undefined
  readonly sticky?: boolean | undefined
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

const shownMs = 6000
const mostShown = 5

const shown = createStore<readonly Toast[]>([])
let waiting: readonly Toast[] = []
let count = 0

/** Shows waiting notices while there is room. A notice's time starts when it becomes visible. */
function show(stay: readonly Toast[], queue: readonly Toast[]): void {
  const entering = queue.slice(0, Math.max(0, mostShown - stay.length))
  waiting = queue.slice(entering.length)
  for (const { id, sticky } of entering) if (sticky !== true) setTimeout(() => closeToast(id), shownMs)
  shown.set([...stay, ...entering])
}

export const { get: shownToasts, subscribe: onToasts } = shown

/** True until it is closed, also while it waits for room. */
export const isToastOpen = (id: string): boolean => [...shown.get(), ...waiting].some(toast => toast.id === id)

export const closeToast = (id: string): void =>
  show(
    shown.get().filter(toast => toast.id !== id),
    waiting.filter(toast => toast.id !== id),
  )

export function showToast(toast: Omit<Toast, 'id'>): string {
  count += 1
  const id = `toast-${count}`
  show(shown.get(), [...waiting, { ...toast, id }])
  return id
}
