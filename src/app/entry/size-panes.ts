/** Sizes of waiting panes that the reader dragged; other window classes have other keys. */
import { readStored } from '../ui/stored.ts'

function nameOf({ split = '', vastSplit, vastFrom }: DOMStringMap): string {
  return vastSplit !== undefined && matchMedia(`(min-width: ${vastFrom}px)`).matches ? vastSplit : split
}

export function sizePanes(): void {
  for (const split of document.querySelectorAll<HTMLElement>('[data-split]')) {
    const stored = readStored(`legwork.split.${nameOf(split.dataset)}`)
    if (typeof stored !== 'object' || stored === null) continue
    for (const pane of split.children) {
      const share =
        pane instanceof HTMLElement ? (stored as Record<string, unknown>)[pane.dataset['pane'] ?? ''] : undefined
      if (pane instanceof HTMLElement && typeof share === 'number') pane.style.flexGrow = String(share)
    }
  }
}
