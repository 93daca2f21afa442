/**
 * Runs before the page's first paint, as a script of its own: the look as chosen, whether this tab is signed in, and the sizes of the
 * panels as the reader left them; and it asks for what the screen shows first, so that the answers come while the program does. Everything
 * else waits until the frame, which is in the page already, is on the screen.
 */
import { parsePreferences, preferencesKey, wear } from '../ui/theme/chosen-look.ts'
import { readStored } from '../ui/stored.ts'
import { askForScreen } from './ask-for-screen.ts'
import { fetchProgramAfterPaint } from './fetch-program.ts'

askForScreen()
fetchProgramAfterPaint()

wear(parsePreferences(readStored(preferencesKey)))

function isSignedIn(): boolean {
  try {
    return sessionStorage.getItem('legwork.session') !== null
  } catch {
    return false
  }
}
document.documentElement.dataset['signedIn'] = String(isSignedIn())

/** Sizes of panes that were dragged; those of a narrower window are remembered under other names. */
function sizePanes(): void {
  for (const split of document.querySelectorAll<HTMLElement>('[data-split]')) {
    const stored = readStored(`legwork.split.${split.dataset['split'] ?? ''}`)
    if (typeof stored !== 'object' || stored === null) continue
    for (const pane of split.children) {
      const share = pane instanceof HTMLElement ? (stored as Record<string, unknown>)[pane.dataset['pane'] ?? ''] : undefined
      if (pane instanceof HTMLElement && typeof share === 'number') pane.style.flexGrow = String(share)
    }
  }
}

if (matchMedia('(min-width: 1280px)').matches) {
  const parsed = new MutationObserver(() => {
    if (document.querySelector('footer') === null) return
    parsed.disconnect()
    sizePanes()
  })
  parsed.observe(document, { childList: true, subtree: true })
}
