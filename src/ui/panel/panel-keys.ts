/**
 * Keys that every panel answers. From the panel itself (F6) and from its search field arrow down leads into its rows, from the search field Enter and Escape
 * too; from other fields Escape leads back to the panel, where the keys of the screen work. Fields that use these keys themselves, and dialogs, go first.
 */
import { enterRows } from './enter-rows.ts'
import { focusPanelItself } from './panel-focus.ts'

const fields = 'input, select, textarea'
const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

export function takePanelKey(event: KeyboardEvent): void {
  const { target, key } = event
  if (event.defaultPrevented || event.isComposing || hasModifier(event)) return
  // Whoever has moved the focus on this press has answered it.
  if (!(target instanceof HTMLElement) || target !== document.activeElement || target.closest('[role="dialog"]') !== null) return
  const panel = target.closest<HTMLElement>('section[data-panel]')
  if (panel === null) return
  const isSearch = target instanceof HTMLInputElement && target.type === 'search'
  const isDown = key === 'ArrowDown' && (target === panel || isSearch)
  const isLeaving = key === 'Escape' && target.matches(fields)
  if (!isDown && !isLeaving && !(key === 'Enter' && isSearch)) return
  const isInRows = (isDown || isSearch) && enterRows(panel, isSearch ? 'first' : 'last')
  if (!isInRows && isLeaving) focusPanelItself(panel)
  if (isInRows || isLeaving) event.preventDefault()
}
