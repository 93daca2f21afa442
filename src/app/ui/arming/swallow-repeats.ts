/** Ignores the repeats of a held key after it has acted, wherever the focus has moved. */
export function swallowRepeats(): void {
  const swallow = (event: KeyboardEvent): void => {
    if (!event.repeat) return stop()
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = (): void => {
    window.removeEventListener('keydown', swallow, { capture: true })
    window.removeEventListener('keyup', stop, { capture: true })
  }
  window.addEventListener('keydown', swallow, { capture: true })
  window.addEventListener('keyup', stop, { capture: true })
}
