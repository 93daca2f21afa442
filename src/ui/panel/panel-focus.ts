/** From panel to panel by one key, in the order of the page; within a panel Tab goes on from there. */

/**
 * Puts the focus on a panel itself. While it has it, it is a stop of the Tab key like any other: what gives the focus back, as a dialog does when it closes,
 * gives it only to such stops, and would else take the first field of the panel.
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

/** Has nothing the focus? The screen as a whole has it where it was lost: to ask for it is as good as from nowhere. */
export const isFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement.matches('main')

/** Takes the focus to the panel after the one that has it, or before it; from elsewhere to the first or the last. */
export function focusPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>('section[data-panel]')].filter(panel => panel.checkVisibility())
  const at = panels.findIndex(panel => panel.contains(document.activeElement))
  const next = at === -1 ? (step === 1 ? 0 : panels.length - 1) : (at + step + panels.length) % panels.length
  const panel = panels[next]
  if (panel !== undefined) focusPanelItself(panel)
}
