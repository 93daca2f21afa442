/**
 * Keys typed between the command that opens a dialog and its focus belong to the dialog, whose code may still be loading. The page does not get them; their
 * text goes into the field that gets the focus. Enter and arrow keys are dropped: nothing is chosen or confirmed before it is visible. This is a
 * safety, not speed: without it a letter typed for a search is a command of the page (`hold-keys.test.ts`).
 */

const anyDialog = '[role="dialog"], [role="alertdialog"]'
/** Code that has not loaded by then may never load, and the page must take keys again. */
const mostMs = 5_000

/** Those who hold, while any does. */
let holding: { readonly askers: Set<object>; readonly stop: () => void } | undefined

/** React reads a field's value through its own setter. */
function insert(field: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(field, field.value + text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const arrived = (): boolean => document.activeElement !== null && document.activeElement.closest(anyDialog) !== null

/**
 * Holds keys until something within a dialog has the focus. Asked again meanwhile it goes on: what was written is not lost. The answer gives up, for a
 * dialog that is closed before it had the focus; the keys are the page's again once all who asked have.
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
    if (written !== '' && field instanceof HTMLInputElement && field.type !== 'checkbox' && field.type !== 'radio') insert(field, written)
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
