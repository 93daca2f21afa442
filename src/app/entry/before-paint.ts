/**
 * Runs before the first paint as a separate script: sets theme, sign-in state, venue name and stored panel sizes, and
 * requests the screen's first data in parallel to the program. Everything else waits until the static frame is painted.
 */
import { parsePreferences, preferencesKey, applyTheme } from '../ui/theme/theme-choice.ts'
import { readStored } from '../ui/stored.ts'
import { askForScreen } from './ask-for-screen.ts'
import { nameVenue } from './first-venue.ts'
import { sizePanes } from './size-panes.ts'

askForScreen()

applyTheme(parsePreferences(readStored(preferencesKey)))

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
