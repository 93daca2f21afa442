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
  /** Replaces the open notice of the same group. */
  readonly group?: string | undefined
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

const shownMs = 6000
const mostShown = 5

const toasts = createStore({ shown: [] as readonly Toast[], waiting: [] as readonly Toast[], count: 0 })

/** Shows waiting notices while there is room. A notice's time starts when it becomes visible. */
function show(stay: readonly Toast[], queue: readonly Toast[], count: number): void {
  const entering = queue.slice(0, Math.max(0, mostShown - stay.length))
  for (const { id, sticky } of entering) if (sticky !== true) setTimeout(() => closeToast(id), shownMs)
  toasts.set({ shown: [...stay, ...entering], waiting: queue.slice(entering.length), count })
}

export const onToasts = toasts.subscribe
export const shownToasts = (): readonly Toast[] => toasts.get().shown

/** True until its notice is closed, also while that waits for room. */
export function isGroupOpen(group: string): boolean {
  const { shown, waiting } = toasts.get()
  return [...shown, ...waiting].some(toast => toast.group === group)
}

function closeWhere(isClosed: (toast: Toast) => boolean): void {
  const { shown, waiting, count } = toasts.get()
  const stays = (toast: Toast): boolean => !isClosed(toast)
  show(shown.filter(stays), waiting.filter(stays), count)
}

export const closeToast = (id: string): void => closeWhere(toast => toast.id === id)

export function showToast(toast: Omit<Toast, 'id'>): string {
  if (toast.group !== undefined) closeWhere(each => each.group === toast.group)
  const { shown, waiting, count } = toasts.get()
  const id = `toast-${count + 1}`
  show(shown, [...waiting, { ...toast, id }], count + 1)
  return id
}
