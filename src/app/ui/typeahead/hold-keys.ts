/**
 * Buffers keys typed between a command that opens a dialog and the dialog's focus, while its code may still load. Text
 * goes into the focused field; Enter and arrow keys are dropped. Without it, a letter typed for a search would be a
 * command of the page.
 */
import { useLayoutEffect } from 'react'

const anyDialog = '[role="dialog"], [role="alertdialog"]'
/** Code that has not loaded by then may never load, so the page gets its keys back. */
const mostMs = 5_000

let holding: { readonly askers: Set<object>; readonly stop: () => void } | undefined

/** React tracks a field's value through its own setter. */
function insert(field: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(field, field.value + text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const arrived = (): boolean => document.activeElement !== null && document.activeElement.closest(anyDialog) !== null

/**
 * Buffers keys until something within a dialog has the focus. Repeated calls share the buffer. Returns a release
 * function for a dialog that closes earlier; the page gets its keys back once all callers have released.
 */
export function holdKeys(): () => void {
  const asker = {}
  const mine = (holding ??= begin())
  mine.askers.add(asker)
  return () => {
    mine.askers.delete(asker)
    if (mine === holding && mine.askers.size === 0) mine.stop()
  }
}

function begin(): NonNullable<typeof holding> {
  let written = ''
  const stop = (): void => {
    holding = undefined
    clearTimeout(timer)
    window.removeEventListener('keydown', hold, { capture: true })
    document.removeEventListener('focusin', check)
  }
  const check = (): void => {
    if (!arrived()) return
    stop()
    const field = document.activeElement
    if (written !== '' && field instanceof HTMLInputElement && field.type !== 'checkbox' && field.type !== 'radio')
      insert(field, written)
  }
  const hold = (event: KeyboardEvent): void => {
    if (arrived()) return check()
    if (event.key === 'Escape' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key.length === 1) written += event.key
    else if (event.key === 'Backspace') written = written.slice(0, -1)
  }
  const timer = setTimeout(stop, mostMs)
  window.addEventListener('keydown', hold, { capture: true })
  document.addEventListener('focusin', check)
  return { askers: new Set(), stop }
}

export function useHoldKeys(awaited: string | undefined): void {
  useLayoutEffect(() => (awaited === undefined ? undefined : holdKeys()), [awaited])
}
