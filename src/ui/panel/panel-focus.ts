/** From panel to panel by one key, in the order of the page; within a panel Tab goes on from there. */

/** Takes the focus to the panel after the one that has it, or before it; from elsewhere to the first or the last. */
export function focusPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>('section[data-panel]')].filter(panel => panel.checkVisibility())
  const at = panels.findIndex(panel => panel.contains(document.activeElement))
  const next = at === -1 ? (step === 1 ? 0 : panels.length - 1) : (at + step + panels.length) % panels.length
  const panel = panels[next]
  panel?.scrollIntoView({ block: 'nearest' })
  panel?.focus({ preventScroll: true })
}
