/**
 * Runs before the page's first paint, as a script of its own: the look as chosen, whether this tab is signed in, the venue's name, and the sizes of
 * the panels as the reader left them; and it asks for what the screen shows first, so that the answers come while the program does. Everything
 * else waits until the frame, which is in the page already, is on the screen.
 */
import { parsePreferences, preferencesKey, wear } from '../ui/theme/chosen-look.ts'
import { readStored } from '../ui/stored.ts'
import { askForScreen } from './ask-for-screen.ts'
import { nameVenue } from './first-venue.ts'
import { sizePanes } from './size-panes.ts'

askForScreen()

wear(parsePreferences(readStored(preferencesKey)))

function isSignedIn(): boolean {
  try {
    return sessionStorage.getItem('legwork.session') !== null
  } catch {
    return false
  }
}
document.documentElement.dataset['signedIn'] = String(isSignedIn())

const parsed = new MutationObserver(() => {
  if (document.querySelector('footer') === null) return
  parsed.disconnect()
  nameVenue()
  if (matchMedia('(min-width: 1280px)').matches) sizePanes()
})
parsed.observe(document, { childList: true, subtree: true })
