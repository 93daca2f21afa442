/** One key moves between panels in page order; Tab moves within a panel. */

/**
 * Focuses a panel itself, and makes it a Tab stop meanwhile: a closing dialog returns focus only to Tab stops, and
 * would otherwise pick the panel's first field.
 */
export function focusPanelItself(panel: HTMLElement): void {
  panel.tabIndex = 0
  panel.scrollIntoView({ block: 'nearest' })
  panel.focus({ preventScroll: true })
  const leave = ({ target }: FocusEvent): void => {
    if (target === panel || (target instanceof Element && target.closest('[role="dialog"]') !== null)) return
    panel.tabIndex = -1
    document.removeEventListener('focusin', leave)
  }
  document.addEventListener('focusin', leave)
}

/** True if nothing has the focus. The screen as a whole counts as nothing: it has it only after a loss. */
export const isFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement.matches('main')

export function focusPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>('section[data-panel]')].filter(panel =>
    panel.checkVisibility(),
  )
  const at = panels.findIndex(panel => panel.contains(document.activeElement))
  const next = at === -1 ? (step === 1 ? 0 : panels.length - 1) : (at + step + panels.length) % panels.length
  const panel = panels[next]
  if (panel !== undefined) focusPanelItself(panel)
}
