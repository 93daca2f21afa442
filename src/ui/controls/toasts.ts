/** Short notices over the corner of the screen: a list outside React, so that anything may post one. Sticky ones stay until closed. */
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

let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export const shownToasts = (): readonly Toast[] => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const closeToast = (id: string): void => replace(toasts.filter(toast => toast.id !== id))

/** Shows a notice and gives its id. */
export function showToast(toast: Omit<Toast, 'id'>): string {
  count += 1
  const id = `toast-${count}`
  replace([...toasts, { ...toast, id }].slice(-mostShown))
  if (toast.sticky !== true) setTimeout(() => closeToast(id), shownMs)
  return id
}
